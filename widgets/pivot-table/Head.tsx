import { mergeClasses } from '@fluentui/react-components';
import type { LineContext } from './Lines.tsx';
import type { PivotNode } from './pivot.ts';
import { useStyles } from './styles.ts';

interface Span {
  key: string;
  text: string;
  width: number;
  /** Rows of the head that it covers. */
  height: number;
}

/** The columns of one level of the head, equal neighbours as one. */
function spansOf(columns: readonly PivotNode[], level: number, levels: number, context: LineContext): Span[] {
  const { measures, nameOf, total } = context;
  const spans: Span[] = [];
  columns.forEach(({ path, key }) => {
    // A total was named at the level above, and covers what is below it.
    if (path.length < level) return;
    const isTotal = path.length === level;
    const id = isTotal
      ? `total ${key}`
      : path
          .slice(0, level + 1)
          .map((one) => one.key)
          .join('\n');
    const last = spans.at(-1);
    if (last?.key === id) last.width += measures.length;
    else
      spans.push({
        key: id,
        text: isTotal ? total : nameOf(path[level]!),
        width: measures.length,
        height: isTotal ? levels - level : 1,
      });
  });
  return spans;
}

/** The head: values of the column fields, and below them the measures. */
export function Head({
  context,
  levels,
  corner,
}: {
  context: LineContext;
  /** Number of column fields. */
  levels: number;
  corner: string;
}) {
  const styles = useStyles();
  const { pivot, measures } = context;
  // One measure alone needs no line of its own below the columns.
  const named = measures.length > 1 || levels === 0;
  const rows = levels + (named ? 1 : 0);
  const first = (
    <th
      scope="col"
      rowSpan={rows}
      aria-colindex={1}
      className={mergeClasses(styles.cell, styles.columnHead, styles.first, styles.firstEdge)}
    >
      {corner}
    </th>
  );
  return (
    <thead className={styles.thead}>
      {Array.from({ length: levels }, (_, level) => (
        <tr key={level}>
          {level === 0 && first}
          {spansOf(pivot.columns, level, levels, context).map(({ key, text, width, height }, index) => (
            <th
              key={key}
              scope={width > 1 ? 'colgroup' : 'col'}
              colSpan={width}
              rowSpan={height}
              className={mergeClasses(
                styles.cell,
                styles.columnHead,
                width > 1 && styles.spanning,
                width > 1 && index > 0 && styles.groupStart,
              )}
            >
              {text}
            </th>
          ))}
        </tr>
      ))}
      {named && (
        <tr>
          {levels === 0 && first}
          {pivot.columns.flatMap((_, at) =>
            measures.map(({ field, label }, which) => (
              <th
                key={`${at} ${field}`}
                scope="col"
                className={mergeClasses(
                  styles.cell,
                  styles.columnHead,
                  which === 0 && at > 0 && styles.groupStart,
                )}
              >
                {label}
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  );
}

import { Button, mergeClasses } from '@fluentui/react-components';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { PivotTableProps } from '../../src/engine/core/index.ts';
import {
  columnValues,
  toScalar,
  useCategoryNames,
  useChartFilters,
  useChartFiles,
  useChartTexts,
  useFigureFormat,
  useProblemText,
  useScreenTitle,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import {
  withToggled,
  useRowWindow,
  ChartMenuButton,
  EmptyState,
  FigureHead,
  FilterChips,
} from '../../src/ui/index.ts';
import type { LineLayout } from '../../src/ui/index.ts';
import { Head } from './Head.tsx';
import { figureAt, Line, TotalLine } from './Lines.tsx';
import type { LineContext } from './Lines.tsx';
import { createPivot, linesOf } from './pivot.ts';
import { tableOf } from './table.ts';
import type { Header, PivotProblem } from './pivot.ts';
import { useStyles } from './styles.ts';
import { useCells } from './useCells.ts';

const rowHeight = 34;
const defaultHeight = 480;
/** Tables of up to this many lines are rendered whole. */
const windowedAbove = 60;

function usePivotProblem(nameOf: (header: Header) => string) {
  const t = useText();
  const format = useFigureFormat();
  const problemText = useProblemText(format);
  return (problem: PivotProblem): string => {
    switch (problem.kind) {
      case 'totals':
        return t('charts.pivot.badTotals');
      case 'doubled':
        return t('charts.pivot.doubled', { at: problem.path.map(nameOf).join(', ') });
      case 'columns':
        return t('charts.pivot.tooWide', {
          count: format.count(problem.count),
          limit: format.count(problem.limit),
        });
      default:
        return problemText(problem);
    }
  };
}

function LoadedPivotTable({ id, props, data, fire, listens }: WidgetProps<PivotTableProps>) {
  const styles = useStyles();
  const t = useText();
  const format = useFigureFormat();
  const title = useScreenTitle();
  const titleId = useId();
  const categoryName = useCategoryNames(format);
  const nameOf = useCallback(
    ({ raw, isRest, field }: Header) =>
      isRest
        ? t('charts.others')
        : categoryName(raw, field.unit, field.map, columnValues(data.record, field.field)),
    [t, categoryName, data.record],
  );
  const totals: unknown = props.totals ?? data.record?.['totals'];
  const pivot = useMemo(() => createPivot(props, data.rows, totals), [props, data.rows, totals]);
  const problemText = usePivotProblem(nameOf);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [openAtFirst, setOpenAtFirst] = useState(props.expanded !== false);
  const lines = useMemo(() => linesOf(pivot.roots, toggled, openAtFirst), [pivot, toggled, openAtFirst]);

  const { bind } = props;
  const first = props.rows[0];
  const { chips, press } = useChartFilters(
    bind && first
      ? [
          {
            bind,
            of: 'category',
            name: first.label,
            nameOf: (value) =>
              categoryName(value, first.unit, first.map, columnValues(data.record, first.field)),
          },
        ]
      : [],
  );
  const label = props.label || props.title || title;
  const selectable = listens('select') || bind !== undefined;
  const texts = useChartTexts(selectable, format);
  const context = useMemo<LineContext>(
    () => ({
      pivot,
      measures: props.measures,
      format,
      nameOf,
      toggleName: (name, isOpen) => t(isOpen ? 'charts.pivot.collapse' : 'charts.pivot.expand', { name }),
      total: t('charts.pivot.total'),
      toggle: (key) => setToggled((was) => withToggled(was, key)),
      select: selectable
        ? (row, field, value, path) => {
            const [outermost] = path;
            // Nothing is filtered by a total, nor by all the others together.
            if (outermost && !outermost.isRest) press({ category: toScalar(outermost.raw), series: null });
            void fire(
              'select',
              { category: toScalar(path.at(-1)?.raw), series: field, value },
              row as (typeof data.rows)[0],
            );
          }
        : undefined,
    }),
    [pivot, props.measures, format, nameOf, t, selectable, fire, press],
  );

  const table = useMemo(() => tableOf(context, props.rows), [context, props.rows]);
  const menu = useChartFiles(label, pivot.problem ? null : table);
  const hasMenu = menu.length > 0 && !pivot.problem && table.count > 0;

  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo<LineLayout>(
    () => ({
      count: lines.length,
      topOf: (line, height) => line * height,
      lineAt: (top, height) => Math.floor(top / height),
    }),
    [lines.length],
  );
  const window = useRowWindow({ scroller, layout, rowHeight, wholeUpTo: windowedAbove });
  const columnCount = 1 + pivot.columns.length * props.measures.length;
  const lineCount = lines.length + (pivot.total ? 1 : 0);

  function onKey(event: KeyboardEvent, { line, column }: { line: number; column: number }): boolean {
    const found = lines[line];
    if (column === 0) {
      if (!found || found.expanded === undefined) return false;
      const isToggle = event.key === 'Enter' || event.key === ' ';
      const opens = event.key === 'ArrowRight' && !found.expanded && !event.ctrlKey;
      const closes = event.key === 'ArrowLeft' && found.expanded;
      if (!isToggle && !opens && !closes) return false;
      context.toggle(found.node.key);
      return true;
    }
    if (event.key !== 'Enter' || !context.select) return false;
    const measures = props.measures;
    const node = found?.node ?? pivot.total;
    const measure = measures[(column - 1) % measures.length]!;
    const at = pivot.columns[Math.floor((column - 1) / measures.length)];
    const cell = node && at ? figureAt(context, node, at, measure) : undefined;
    if (cell) context.select(cell.row, measure.field, cell.value, node?.path ?? []);
    return cell !== undefined;
  }
  const cells = useCells({ root: scroller, lines: lineCount, columns: columnCount, window, onKey });

  const isDeep = props.rows.length > 1;
  const hasHead = Boolean(props.title || props.subtitle) || isDeep || hasMenu || chips.length > 0;
  const toggleAll = (open: boolean) => {
    setToggled(new Set());
    setOpenAtFirst(open);
  };
  const stopOf = (line: number) => (cells.active.line === line ? cells.active.column : null);
  const shown = Array.from({ length: window.to - window.from }, (_, at) => window.from + at);
  if (window.pinned >= 0) shown.splice(window.pinned < window.from ? 0 : shown.length, 0, window.pinned);
  const spacer = (from: number, to: number, key: string) =>
    to > from ? <tr key={key} aria-hidden="true" style={{ height: (to - from) * window.rowHeight }} /> : null;

  return (
    <section
      id={id}
      className={mergeClasses(styles.root, props.card !== false && styles.card)}
      {...(props.title ? { 'aria-labelledby': titleId } : { 'aria-label': props.label || title })}
    >
      {hasHead && (
        <div className={styles.head}>
          <FigureHead id={titleId} title={props.title} subtitle={props.subtitle}>
            {isDeep && !pivot.problem && (
              <Button
                size="small"
                appearance="subtle"
                className={styles.all}
                onClick={() => toggleAll(!lines.some(({ expanded }) => expanded))}
              >
                {t(
                  lines.some(({ expanded }) => expanded)
                    ? 'charts.pivot.collapseAll'
                    : 'charts.pivot.expandAll',
                )}
              </Button>
            )}
            {hasMenu && <ChartMenuButton label={texts.menu} title={label} entries={menu} />}
          </FigureHead>
          {chips.length > 0 && <FilterChips chips={chips} />}
        </div>
      )}
      {pivot.problem ? (
        <EmptyState icon="warning" tone="neutral" title={problemText(pivot.problem)} />
      ) : (
        <div
          ref={scroller}
          className={mergeClasses(styles.scroller, hasHead && styles.below)}
          style={props.height === undefined ? { maxHeight: defaultHeight } : { height: props.height }}
        >
          {/* A table of groups is a treegrid, which has keys. */}
          <table
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- see above
            role="treegrid"
            aria-label={label}
            aria-rowcount={lineCount + 1}
            aria-colcount={columnCount}
            className={styles.table}
            onKeyDown={cells.onKeyDown}
            onFocus={cells.onFocus}
          >
            <Head
              context={context}
              levels={props.columns?.length ?? 0}
              corner={props.rows.map((field) => field.label).join(' / ')}
            />
            <tbody>
              {spacer(0, shown[0] ?? 0, 'before')}
              {shown.flatMap((index, at) => {
                const line = lines[index];
                if (!line) return [];
                const next = shown[at + 1] ?? lines.length;
                return [
                  <Line
                    key={line.node.key}
                    context={context}
                    line={line}
                    index={index}
                    stop={stopOf(index)}
                  />,
                  spacer(index + 1, next, `after ${index}`),
                ];
              })}
            </tbody>
            {pivot.total && (
              <tfoot className={styles.foot}>
                <TotalLine
                  context={context}
                  node={pivot.total}
                  index={lines.length}
                  stop={stopOf(lines.length)}
                />
              </tfoot>
            )}
          </table>
        </div>
      )}
    </section>
  );
}

/** Figures by the values of some fields in rows and of others in columns. */
export default function PivotTable(widget: WidgetProps<PivotTableProps>) {
  return useTexts('charts') && <LoadedPivotTable {...widget} />;
}

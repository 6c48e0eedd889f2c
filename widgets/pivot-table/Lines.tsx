import { mergeClasses } from '@fluentui/react-components';
import { memo } from 'react';
import type { PivotTableProps } from '../../src/engine/core/index.ts';
import { figureSettings } from '../../src/engine/react/index.ts';
import type { FigureFormat, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue, Icon, toFigure } from '../../src/ui/index.ts';
import type { Header, Pivot, PivotLine, PivotNode, Row } from './pivot.ts';
import { useStyles } from './styles.ts';

type Measure = Resolved<PivotTableProps>['measures'][number];

/** Context that all lines of a table share. */
export interface LineContext {
  pivot: Pivot;
  measures: readonly Measure[];
  format: FigureFormat;
  nameOf(header: Header): string;
  /** Name of the button that opens or closes a group. */
  toggleName(name: string, isOpen: boolean): string;
  total: string;
  toggle(key: string): void;
  select: ((row: Row, field: string, value: number | null, path: readonly Header[]) => void) | undefined;
}

/** The figure of a cell; undefined without a row of data, null for a gap in one. */
export function figureAt(
  { pivot }: Pick<LineContext, 'pivot'>,
  node: PivotNode,
  column: PivotNode,
  { field }: Measure,
): { row: Row; value: number | null } | undefined {
  const row = pivot.rowAt(node, column);
  if (!row) return undefined;
  const figure = toFigure(fieldValue(row, field));
  return { row, value: Number.isNaN(figure) ? null : figure };
}

/** Pixels that each level is indented. */
const indent = 20;

interface CellsProps {
  context: LineContext;
  node: PivotNode;
  index: number;
  /** Column of the cell that Tab goes to; null: another line has it. */
  stop: number | null;
  isFoot: boolean;
}

/** The figures of a line. */
function Cells({ context, node, index, stop, isFoot }: CellsProps) {
  const styles = useStyles();
  const { pivot, measures, format, select } = context;
  const isGroup = node.children.length > 0;
  return pivot.columns.flatMap((column, at) =>
    measures.map((measure, which) => {
      const found = figureAt(context, node, column, measure);
      const position = 1 + at * measures.length + which;
      const press =
        found && select ? () => select(found.row, measure.field, found.value, node.path) : undefined;
      return (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the grid around handles its keys
        <td
          key={position}
          aria-colindex={position + 1}
          data-cell={`${index} ${position}`}
          tabIndex={stop === position ? 0 : -1}
          className={mergeClasses(
            styles.cell,
            which === 0 && at > 0 && measures.length > 1 && styles.groupStart,
            (isGroup || column.path.length === 0) && pivot.columns.length > 1 && styles.total,
            isGroup && styles.group,
            press && styles.pressable,
            isFoot && styles.footCell,
            found?.value === null && styles.blank,
          )}
          onClick={press}
        >
          {found && format.value(found.value, figureSettings(measure))}
        </td>
      );
    }),
  );
}

/** A row of the table: the name of its group, and its figures. */
export const Line = memo(function Line({
  context,
  line: { node, level, expanded, position, siblings },
  index,
  stop,
}: {
  context: LineContext;
  line: PivotLine;
  index: number;
  stop: number | null;
}) {
  const styles = useStyles();
  const name = context.nameOf(node.path.at(-1)!);
  const isGroup = expanded !== undefined;
  return (
    <tr
      data-line={index}
      data-row
      aria-rowindex={index + 2}
      aria-level={level}
      aria-expanded={expanded}
      aria-posinset={position}
      aria-setsize={siblings}
    >
      <th
        scope="row"
        aria-colindex={1}
        data-cell={`${index} 0`}
        tabIndex={stop === 0 ? 0 : -1}
        title={name}
        className={mergeClasses(styles.cell, styles.first, styles.firstEdge, isGroup && styles.group)}
        style={{ paddingInlineStart: 16 + (level - 1) * indent + (isGroup ? 0 : level > 1 ? 22 : 0) }}
      >
        {isGroup && (
          <button
            type="button"
            // The arrow keys of the row do what it does.
            tabIndex={-1}
            aria-label={context.toggleName(name, expanded)}
            className={styles.toggle}
            onClick={() => context.toggle(node.key)}
          >
            <Icon name={expanded ? 'chevron-down' : 'chevron-right'} size={16} />
          </button>
        )}
        {name}
      </th>
      <Cells context={context} node={node} index={index} stop={stop} isFoot={false} />
    </tr>
  );
});

/** The totals of all rows, below them. */
export function TotalLine({
  context,
  node,
  index,
  stop,
}: {
  context: LineContext;
  node: PivotNode;
  index: number;
  stop: number | null;
}) {
  const styles = useStyles();
  return (
    <tr aria-rowindex={index + 2} aria-level={1}>
      <th
        scope="row"
        aria-colindex={1}
        data-cell={`${index} 0`}
        tabIndex={stop === 0 ? 0 : -1}
        className={mergeClasses(styles.cell, styles.first, styles.firstEdge, styles.footCell)}
      >
        {context.total}
      </th>
      <Cells context={context} node={node} index={index} stop={stop} isFoot />
    </tr>
  );
}

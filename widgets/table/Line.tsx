import { memo } from 'react';
import type { ReactNode } from 'react';
import { drawCell } from './cell.tsx';
import type { CellTools } from './cell.tsx';
import type { LeadColumn } from './Head.tsx';
import { RowStrip } from './RowStrip.tsx';
import { columnKey, mostButtons, sameRow } from './view.ts';
import type { RowAction, TableView } from './view.ts';

/** What a row is beside its data, in one number, so that comparing it costs nothing. */
export const marks = { selected: 1, opens: 2, open: 4, detailed: 8, level: 16 } as const;

export interface RowTools extends CellTools {
  rowLabel(name: string): string;
  run(action: RowAction, index: number): void;
  openMenu(index: number, target: HTMLElement): void;
  /** Class names of each column's cells, put together once. */
  cellClasses: readonly string[];
  rowClass: string;
  /** Class names of the cells before the columns, and of the one with the row's actions. */
  leadClass: string;
  endClass: string;
  lead: readonly LeadColumn[];
  /** Rows are chosen by a checkbox, so each says whether it is. */
  selects: boolean;
  /** Draws what the lean table cannot; `usual` draws the cell as it would be. `patch` is the row's own. */
  draw: DrawMore | null;
}

export type DrawMore = (cell: {
  view: TableView;
  column: number;
  index: number;
  mark: number;
  patch: unknown;
  stop: CellTools['stop'];
  usual(): ReactNode;
}) => ReactNode;

interface LineProps {
  view: TableView;
  index: number;
  line: number;
  /** The number of the line among all that there are, from 2: the head is 1. */
  rowIndex: number;
  mark: number;
  /** Anything of this row alone that its cells are drawn from; another object when it changed. */
  patch: unknown;
  tools: RowTools;
  /** The pointer or the focus is in it, so its buttons are there. */
  active: boolean;
  focus: { at: number } | null;
}

function RowEnd({ view, index, tools, active, focus }: LineProps) {
  const { styles } = tools;
  const actions = view.actions(index);
  if (actions.length === 0) return null;
  const buttons = actions.length <= mostButtons && actions.every((action) => action.icon !== undefined);
  const label = tools.rowLabel(view.nameOf(index));
  return (
    <>
      {active && buttons && (
        <RowStrip
          actions={actions}
          rowKey={view.keyOf(index)}
          label={label}
          focus={focus}
          danger={styles.danger}
          run={(action) => tools.run(action, index)}
        />
      )}
      <button
        type="button"
        data-more
        tabIndex={-1}
        className={buttons ? styles.more : `${styles.more} ${styles.moreShown} row-actions`}
        aria-haspopup="menu"
        aria-label={label}
        onClick={(event) => tools.openMenu(index, event.currentTarget)}
      >
        ⋯
      </button>
    </>
  );
}

function drawLine(props: LineProps) {
  const { view, index, line, rowIndex, mark, patch, tools } = props;
  const { draw } = tools;
  const opens = (mark & marks.opens) !== 0;
  const level = Math.floor(mark / marks.level);
  return (
    <tr
      className={tools.rowClass}
      data-row={view.keyOf(index)}
      data-line={line}
      aria-rowindex={rowIndex}
      {...(tools.selects ? { 'aria-selected': (mark & marks.selected) !== 0 } : {})}
      {...(opens ? { 'aria-expanded': (mark & marks.open) !== 0 } : {})}
      {...(level > 0 ? { 'aria-level': level } : {})}
    >
      {tools.lead.map(({ key, left, cell }) => (
        <td key={key} className={tools.leadClass} style={{ left }}>
          {cell(index, mark)}
        </td>
      ))}
      {view.columns.map((column, at) => (
        <td key={columnKey(column)} className={tools.cellClasses[at]}>
          {draw
            ? draw({
                view,
                column: at,
                index,
                mark,
                patch,
                stop: tools.stop,
                usual: () => drawCell(view, at, index, tools),
              })
            : drawCell(view, at, index, tools)}
        </td>
      ))}
      {tools.endClass !== '' && <td className={tools.endClass}>{RowEnd(props)}</td>}
    </tr>
  );
}

/** One row. Drawn again only when something of this very row changed. */
export const Line = memo(
  drawLine,
  (before, after) =>
    before.index === after.index &&
    before.line === after.line &&
    before.rowIndex === after.rowIndex &&
    before.mark === after.mark &&
    before.patch === after.patch &&
    before.tools === after.tools &&
    before.active === after.active &&
    before.focus === after.focus &&
    sameRow(before.view, after.view, after.index),
);

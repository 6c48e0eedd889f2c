/* oxlint-disable jsx-a11y/control-has-associated-label, jsx-a11y/click-events-have-key-events -- empty cells make room, and the grid around has the keys */
import { mergeClasses } from '@fluentui/react-components';
import { Fragment, memo, useRef, useState } from 'react';
import type { FocusEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { isBlank } from '../../src/engine/react/index.ts';
import type { RowWindow } from '../../src/ui/index.ts';
import { renderCell } from './cell-content.tsx';
import type { CellTools } from './cell-content.tsx';
import { columnKey } from './columns.ts';
import type { LeadColumn } from './Head.tsx';
import type { Lines } from './lines.ts';
import { renderRowEnd } from './RowActions.tsx';
import type { RowActionTools } from './RowActions.tsx';
import { cellOf } from './useGrid.ts';
import { sameRow } from './view.ts';
import type { RowKey, TableView } from './view.ts';

/** State of a row beside its data, in one number, so that comparing it costs nothing. `level` counts from 1. */
export const rowFlags = {
  selected: 1,
  expandable: 2,
  expanded: 4,
  detailed: 8,
  current: 16,
  level: 32,
} as const;

/** The flag of the row that is open beside the list. */
export const currentFlag = (key: RowKey, current: string | null): number =>
  current !== null && String(key) === current ? rowFlags.current : 0;

export interface RowTools extends CellTools, RowActionTools {
  /** Class names of the cells of each column in sight, merged once. */
  cellClasses: readonly string[];
  rowClass: string;
  /** Class names of the cells before the columns, and of the one with the row's actions. */
  leadClass: string;
  endClass: string;
  lead: readonly LeadColumn[];
  /** Rows are selected by checkboxes, so each says whether it is. */
  selects: boolean;
  /** Renders the cells of a table with features; its `plain` renders a cell as the plain table does. */
  renderCell: CellRenderer | null;
}

export type CellRenderer = (cell: {
  view: TableView;
  column: number;
  index: number;
  flags: number;
  state: unknown;
  tabIndex: CellTools['tabIndex'];
  plain(): ReactNode;
}) => ReactNode;

/** Features of rows. */
export interface RowFeatures {
  flagsOf(row: number): number;
  /** Further state of a row that its cells are rendered from; a new object when it changed. */
  stateOf(row: number): unknown;
  /** Renders a line that is no row. */
  renderLine(line: number, as: 'line' | 'card'): ReactNode;
}

interface TableRowProps {
  view: TableView;
  index: number;
  line: number;
  /** Number of the line among all of the source, from 2: the head is 1. */
  rowIndex: number;
  flags: number;
  state: unknown;
  tools: RowTools;
  /** Pointer or focus is in the row, so its buttons are rendered. */
  active: boolean;
  focus: { at: number } | null;
}

/** Class names of a cell, with the tint of its column unless it has no value. */
function tinted(className: string, { view, index, tools }: TableRowProps, column: number): string {
  const tint = view.columns[column]?.tint;
  if (tint === undefined || isBlank(view.raw(column, index))) return className;
  return mergeClasses(className, tools.styles[`${tint}Tint`]);
}

function renderRow(props: TableRowProps) {
  const { view, index, line, rowIndex, flags, state, tools } = props;
  const level = Math.floor(flags / rowFlags.level);
  return (
    <tr
      className={tools.rowClass}
      data-row={view.keyOf(index)}
      data-line={line}
      aria-rowindex={rowIndex}
      {...(tools.selects ? { 'aria-selected': (flags & rowFlags.selected) !== 0 } : {})}
      {...(flags & rowFlags.current ? { 'aria-current': true } : {})}
      {...(flags & rowFlags.expandable ? { 'aria-expanded': (flags & rowFlags.expanded) !== 0 } : {})}
      {...(level > 0 ? { 'aria-level': level } : {})}
    >
      {tools.lead.map(({ key, left, cell }) => (
        <td key={key} className={tools.leadClass} style={{ left }}>
          {cell(index, flags)}
        </td>
      ))}
      {tools.cellClasses.map((className, column) => (
        <td key={columnKey(view.columns[column]!)} className={tinted(className, props, column)}>
          {tools.renderCell
            ? tools.renderCell({
                view,
                column,
                index,
                flags,
                state,
                tabIndex: tools.tabIndex,
                plain: () => renderCell(view, column, index, tools),
              })
            : renderCell(view, column, index, tools)}
        </td>
      ))}
      {tools.endClass !== '' && <td className={tools.endClass}>{renderRowEnd(props)}</td>}
    </tr>
  );
}

/** One row. Rendered again only when something of this very row changed. */
const TableRow = memo(
  renderRow,
  (before, after) =>
    before.index === after.index &&
    before.line === after.line &&
    before.rowIndex === after.rowIndex &&
    before.flags === after.flags &&
    before.state === after.state &&
    before.tools === after.tools &&
    before.active === after.active &&
    before.focus === after.focus &&
    sameRow(before.view, after.view, after.index),
);

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;

/** Shows a cell's whole text as a tooltip, only where it does not fit and only once a pointer comes to it. */
function showWholeText(target: EventTarget): void {
  if (!(target instanceof HTMLElement)) return;
  const { overflow } = getComputedStyle(target);
  if (overflow !== 'hidden' || target.title !== '' || target.scrollWidth <= target.clientWidth) return;
  target.title = target.textContent ?? '';
}

/** The lines in view. Handlers are on the body: a row gets its buttons when the pointer or the focus comes to it. */
export function Rows({
  view,
  lines,
  window,
  tools,
  current,
  before,
  features,
  width,
}: {
  view: TableView;
  lines: Lines;
  window: RowWindow;
  tools: RowTools;
  /** Key of the row that is open beside the list. */
  current: string | null;
  /** Number of rows on earlier pages. */
  before: number;
  features: RowFeatures | null;
  /** Number of cells in a line. */
  width: number;
}) {
  const [hovered, setHovered] = useState<RowKey | null>(null);
  const [focused, setFocused] = useState<{ key: RowKey; focus: { at: number } | null } | null>(null);
  const pressing = useRef(false);

  const keyOf = (target: EventTarget | null): RowKey | null => {
    const line = rowOf(target)?.getAttribute('data-line');
    return typeof line === 'string' ? view.keyOf(lines.rowOf(Number(line))) : null;
  };
  const onPointerOver = (event: PointerEvent) => {
    showWholeText(event.target);
    if (event.pointerType !== 'touch') setHovered(keyOf(event.target));
  };
  const onFocus = (event: FocusEvent) => {
    const key = keyOf(event.target);
    if (key === null || !(event.target instanceof HTMLElement)) return;
    // A press on the menu's button focuses it too; only the keyboard moves on to the row's buttons.
    if (event.target.hasAttribute('data-more') && !pressing.current) {
      const from = rowOf(event.relatedTarget)?.querySelectorAll('.row-actions button') ?? [];
      const at = Array.prototype.indexOf.call(from, event.relatedTarget);
      setFocused({ key, focus: { at: Math.max(0, at) } });
    } else if (focused?.key !== key) {
      setFocused({ key, focus: null });
    }
  };
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, select, label')) return;
    // Selecting text to copy it is no press on the row.
    if (globalThis.getSelection?.()?.toString()) return;
    const line = rowOf(event.target)?.getAttribute('data-line');
    if (typeof line !== 'string') return;
    const cell = cellOf(event.target);
    if (cell) {
      // The arrow keys continue from here.
      cell.tabIndex = -1;
      cell.focus({ preventScroll: true });
    }
    tools.press?.(lines.rowOf(Number(line)));
  };

  function renderLine(line: number): ReactNode {
    const index = lines.rowOf(line);
    if (lines.kind(line) !== 'row')
      return <Fragment key={lines.keyOf(line)}>{features?.renderLine(line, 'line')}</Fragment>;
    const key = view.keyOf(index);
    const own = focused !== null && focused.key === key ? focused : null;
    return (
      <TableRow
        key={key}
        view={view}
        index={index}
        line={line}
        rowIndex={before + line + 2}
        flags={(features?.flagsOf(index) ?? 0) + currentFlag(key, current)}
        state={features?.stateOf(index)}
        tools={tools}
        active={hovered === key || own !== null}
        focus={own?.focus ?? null}
      />
    );
  }

  /** Room of lines that are not rendered. */
  const gap = (from: number, to: number) => {
    const height = lines.topOf(to, window.rowHeight) - lines.topOf(from, window.rowHeight);
    if (height <= 0) return null;
    return (
      <tr key={from === 0 ? 'above' : `to${to}`} aria-hidden="true">
        <td colSpan={width} style={{ height, padding: 0 }} />
      </tr>
    );
  };

  const { from, to, pinned } = window;
  const inView: ReactNode[] = [];
  for (let line = from; line < to; line++) inView.push(renderLine(line));
  const pin = pinned >= 0 ? renderLine(pinned) : null;
  const end = lines.count;
  const setPressing = (pressed: boolean) => () => {
    pressing.current = pressed;
  };
  return (
    <tbody
      onPointerOver={onPointerOver}
      onPointerLeave={() => setHovered(null)}
      onPointerDown={setPressing(true)}
      onPointerUp={setPressing(false)}
      onPointerCancel={setPressing(false)}
      onFocus={onFocus}
      onClick={onClick}
    >
      {pinned >= 0 && pinned < from ? [gap(0, pinned), pin, gap(pinned + 1, from)] : gap(0, from)}
      {inView}
      {pinned >= to ? [gap(to, pinned), pin, gap(pinned + 1, end)] : gap(to, end)}
    </tbody>
  );
}

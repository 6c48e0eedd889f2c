/* oxlint-disable react/immutability -- the refs handed in are there to be written */
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import type { RowWindow } from '../../src/ui/index.ts';
import type { Lines } from './lines.ts';

/** Position of a cell: its line (-1 is the head) and its index in the line. */
export interface CellPosition {
  line: number;
  column: number;
}

/** Controls at the end of a row: its menu button and its action buttons. */
const endSelector = '[data-more], .row-actions button';
const controlSelector = 'button, a[href], input, select, textarea, [data-control]';
const typingSelector = 'input:not([type=checkbox]), select, textarea, [role=combobox], [data-control]';

/** Does typing go into this element rather than to the grid? */
export const takesTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(typingSelector);

/** Controls within an element that Tab stops at. */
export const stops = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(controlSelector)].filter(({ tabIndex }) => tabIndex >= 0);

/** Cell of a grid around an element. */
export function cellOf(element: EventTarget | null): HTMLTableCellElement | null {
  return element instanceof Element ? element.closest<HTMLTableCellElement>('td, th') : null;
}

export function positionOf(cell: HTMLTableCellElement | null): CellPosition | null {
  const line = cell?.parentElement?.getAttribute('data-line');
  return !cell || line === null || line === undefined ? null : { line: Number(line), column: cell.cellIndex };
}

function cellAt(grid: HTMLTableElement, { line, column }: CellPosition): HTMLTableCellElement | null {
  const row = grid.querySelector<HTMLTableRowElement>(`tr[data-line="${line}"]`);
  return row?.cells[Math.min(column, row.cells.length - 1)] ?? null;
}

/** Controls of a cell in their order. At a row's end: its buttons where they are rendered, else its menu button. */
function controlsOf(cell: Element): HTMLElement[] {
  const own = [...cell.querySelectorAll<HTMLElement>(controlSelector)].filter(
    // The arrow keys of the row do what a toggle does.
    (control) => !(control as HTMLButtonElement).disabled && !control.hasAttribute('data-toggle'),
  );
  const end = own.filter((control) => control.matches(endSelector));
  if (end.length === 0) return own;
  const buttons = end.filter((control) => !control.hasAttribute('data-more'));
  return buttons.length > 0 ? buttons : end;
}

/** Element that takes the focus for a cell: its one control, the first of a row's buttons, else the cell itself. */
function focusTargetOf(cell: HTMLTableCellElement): HTMLElement {
  const controls = controlsOf(cell);
  const [first] = controls;
  // The arrow keys would end in a control that takes them for typing: Enter leads into it.
  if (!first || takesTyping(first)) return cell;
  return controls.length === 1 || first.matches(endSelector) ? first : cell;
}

/** Position that a key leads to, in a grid of so many lines and columns; null: the key does not move. */
function move(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { line, column }: CellPosition,
  lines: number,
  columns: number,
  page: number,
): CellPosition | null {
  const far = ctrlKey || metaKey;
  const at = (to: number): CellPosition => ({ line: Math.max(-1, Math.min(lines - 1, to)), column });
  const across = (to: number): CellPosition => ({ line, column: Math.max(0, Math.min(columns - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return at(far ? lines - 1 : line + 1);
    case 'ArrowUp':
      return at(far ? -1 : line - 1);
    case 'ArrowLeft':
      return across(far ? 0 : column - 1);
    case 'ArrowRight':
      return across(far ? columns - 1 : column + 1);
    case 'Home':
      return far ? { line: 0, column: 0 } : across(0);
    case 'End':
      return far ? { line: lines - 1, column: columns - 1 } : across(columns - 1);
    case 'PageDown':
      return at(line + page);
    case 'PageUp':
      // To the first row at most; the head is one step more.
      return at(line <= 0 ? -1 : Math.max(0, line - page));
    default:
      return null;
  }
}

export interface GridOptions {
  table: RefObject<HTMLTableElement | null>;
  lines: Lines;
  window: RowWindow;
  columns: number;
  /** Called before the grid handles a key; true: the key is handled. */
  onKey?: ((event: KeyboardEvent<HTMLTableElement>, position: CellPosition) => boolean) | undefined;
  /** The row's menu is requested at this element. */
  onMenu(line: number, target: HTMLElement): void;
  /** Enter on a cell without controls. */
  onPress(line: number): void;
}

/**
 * Keyboard of the ARIA grid pattern: one stop for Tab, arrows between cells, Enter or F2 into a cell's controls and
 * Escape out of them. The stop is state of the document, not of React: an arrow key renders nothing.
 */
export function useGrid({ table, lines, window, columns, onKey, onMenu, onPress }: GridOptions) {
  const active = useRef<CellPosition>({ line: 0, column: 0 });
  const stop = useRef<HTMLElement | null>(null);
  const within = useRef(false);
  const touched = useRef(false);

  const makeStop = useCallback((element: HTMLElement) => {
    if (stop.current && stop.current !== element) stop.current.tabIndex = -1;
    element.tabIndex = 0;
    stop.current = element;
  }, []);

  const { reveal } = window;
  const focusCell = useCallback(
    (position: CellPosition) => {
      if (position.line >= 0) reveal(position.line);
      const cell = table.current && cellAt(table.current, position);
      if (!cell) return;
      active.current = position;
      const target = focusTargetOf(cell);
      makeStop(target);
      target.focus({ preventScroll: true });
      cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    },
    [table, reveal, makeStop],
  );

  // The stop may have been removed with its row, or replaced by another element in its cell.
  useLayoutEffect(() => {
    const grid = table.current;
    if (!grid) return;
    const lost = within.current && document.activeElement === document.body;
    // The head is the stop only while there are no rows, or once somebody went there.
    const waits = !touched.current && lines.count > 0 && stop.current?.closest('thead');
    if (stop.current && grid.contains(stop.current) && !lost && !waits) return;
    const line = Math.min(active.current.line, lines.count - 1);
    const cell =
      cellAt(grid, { ...active.current, line }) ??
      grid.querySelector<HTMLTableCellElement>('tr[data-line] > *');
    if (!cell) return;
    const target = focusTargetOf(cell);
    makeStop(target);
    if (lost) target.focus({ preventScroll: true });
  });

  /** In a line of one cell (a group) the column stays the one that the focus came from. */
  const positionIn = (cell: HTMLTableCellElement | null): CellPosition | null => {
    const position = positionOf(cell);
    const alone = cell?.parentElement?.childElementCount === 1;
    return position && { line: position.line, column: alone ? active.current.column : position.column };
  };

  const onFocus = (event: FocusEvent) => {
    within.current = true;
    touched.current = true;
    const position = positionIn(cellOf(event.target));
    if (!position || !(event.target instanceof HTMLElement)) return;
    active.current = position;
    makeStop(event.target);
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    // An element that is removed names no element that gets the focus: the effect above moves it.
    within.current = event.relatedTarget === null && document.hasFocus();
  };

  function moveWithin(event: KeyboardEvent, cell: HTMLTableCellElement): boolean {
    const controls = controlsOf(cell);
    const at = controls.findIndex((control) => control === event.target);
    if (at < 0) return false;
    const own = focusTargetOf(cell);
    if (event.key === 'Escape' && own !== event.target) {
      own.focus();
      return true;
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return false;
    // Controls entered with Enter go round; a row's buttons lead on to the cells beside.
    const next =
      own === cell ? controls[(at + step + controls.length) % controls.length] : controls[at + step];
    next?.focus();
    return next !== undefined;
  }

  function handleKey(
    event: KeyboardEvent<HTMLTableElement>,
    cell: HTMLTableCellElement,
    position: CellPosition,
  ): boolean {
    const { key, target } = event;
    if (takesTyping(target) && key !== 'Escape') return false;
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      if (position.line < 0) return false;
      onMenu(position.line, cell);
      return true;
    }
    if (moveWithin(event, cell)) return true;
    if (target === cell && (key === 'Enter' || key === 'F2')) {
      const [first] = controlsOf(cell);
      if (first) first.focus();
      else if (key === 'Enter' && position.line >= 0) onPress(position.line);
      return true;
    }
    // Space would scroll the page.
    if (key === ' ' && target === cell) return true;
    const page = Math.max(1, Math.floor(window.viewHeight() / window.rowHeight) - 2);
    const to = move(event, position, lines.count, columns, page);
    if (!to) return false;
    if (to.line !== position.line || to.column !== position.column) focusCell(to);
    return true;
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = cellOf(event.target);
    const position = positionIn(cell);
    if (!cell || !position || event.defaultPrevented) return;
    if (onKey?.(event, position) || (!event.altKey && handleKey(event, cell, position)))
      event.preventDefault();
  };

  return { focusCell, handlers: { onFocus, onBlur, onKeyDown } };
}

/* oxlint-disable react/immutability -- the refs handed in are there to be written */
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { cellAt, cellOf, controlsOf, focusOf, move, placeOf } from './grid.ts';
import type { Place } from './grid.ts';
import type { Lines } from './lines.ts';
import type { RowWindow } from './useWindow.ts';

/** What is typed goes into these, not to the grid. */
const typedInto = 'input:not([type=checkbox]), select, textarea, [data-control]';

export interface GridOptions {
  table: RefObject<HTMLTableElement | null>;
  lines: Lines;
  window: RowWindow;
  /** The line that holds the focus, for the window; -1: none. */
  focused: RefObject<number>;
  columns: number;
  /** Asked before the grid looks at a key itself; true: it was taken. */
  onKey?: ((event: KeyboardEvent<HTMLTableElement>, place: Place) => boolean) | undefined;
  /** The menu of the row is asked for at this element. */
  onMenu(line: number, target: HTMLElement): void;
  /** Enter on a cell in which there is nothing to do. */
  onPress(line: number): void;
}

/**
 * The keyboard of the ARIA grid pattern: one stop for Tab, arrows between cells, Enter or F2 into a cell's controls and
 * Escape out of them. Which cell is the stop is kept in the document, not in React: an arrow key draws nothing.
 */
export function useGrid(options: GridOptions) {
  const { table, lines, window, focused, columns, onKey, onMenu, onPress } = options;
  const active = useRef<Place>({ line: 0, column: 0 });
  const stop = useRef<HTMLElement | null>(null);
  const within = useRef(false);
  const touched = useRef(false);

  const makeStop = useCallback((element: HTMLElement) => {
    if (stop.current && stop.current !== element) stop.current.tabIndex = -1;
    element.tabIndex = 0;
    stop.current = element;
  }, []);

  const focus = useCallback(
    (place: Place) => {
      if (place.line >= 0) window.reveal(place.line);
      const cell = table.current && cellAt(table.current, place);
      if (!cell) return;
      active.current = place;
      const target = focusOf(cell);
      makeStop(target);
      target.focus({ preventScroll: true });
      cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    },
    [table, window, makeStop],
  );

  // The stop may have gone with its row, or become another element of its cell.
  useLayoutEffect(() => {
    const grid = table.current;
    if (!grid) return;
    const lost = within.current && document.activeElement === document.body;
    // The head is the stop only while there is nothing else, or once somebody went there.
    const waits = !touched.current && lines.count > 0 && stop.current?.closest('thead');
    if (stop.current && grid.contains(stop.current) && !lost && !waits) return;
    const line = Math.min(active.current.line, lines.count - 1);
    const cell =
      cellAt(grid, { ...active.current, line }) ??
      grid.querySelector<HTMLTableCellElement>('tr[data-line] > *');
    if (!cell) return;
    const target = focusOf(cell);
    makeStop(target);
    if (lost) target.focus({ preventScroll: true });
  });

  /** A line of one cell (a group) leaves the column that one came from as it is. */
  const placeIn = (cell: HTMLTableCellElement | null): Place | null => {
    const place = cell && placeOf(cell);
    const alone = cell?.parentElement?.childElementCount === 1;
    return place && { line: place.line, column: alone ? active.current.column : place.column };
  };

  const onFocus = (event: FocusEvent) => {
    within.current = true;
    touched.current = true;
    const place = placeIn(cellOf(event.target));
    if (!place || !(event.target instanceof HTMLElement)) return;
    active.current = place;
    focused.current = place.line;
    makeStop(event.target);
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    // What is taken out of the document tells of no new place: the effect above finds that out.
    within.current = event.relatedTarget === null && document.hasFocus();
    focused.current = -1;
  };

  function inside(event: KeyboardEvent, cell: HTMLTableCellElement): boolean {
    const controls = controlsOf(cell);
    const at = controls.findIndex((control) => control === event.target);
    if (at < 0) return false;
    const own = focusOf(cell);
    if (event.key === 'Escape' && own !== event.target) {
      own.focus();
      return true;
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = step === 0 || own === cell ? undefined : controls[at + step];
    const among =
      own === cell && step !== 0 ? controls[(at + step + controls.length) % controls.length] : next;
    among?.focus();
    return among !== undefined;
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = cellOf(event.target);
    const place = placeIn(cell);
    if (!cell || !place || event.defaultPrevented) return;
    if (onKey?.(event, place) || (!event.altKey && handle(event, cell, place))) event.preventDefault();
  };

  function handle(event: KeyboardEvent<HTMLTableElement>, cell: HTMLTableCellElement, place: Place): boolean {
    const { key, target } = event;
    const typing = target instanceof Element && target.matches(typedInto);
    if (typing && key !== 'Escape') return false;
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      if (place.line < 0) return false;
      onMenu(place.line, cell);
      return true;
    }
    if (inside(event, cell)) return true;
    if (target === cell && (key === 'Enter' || key === 'F2')) {
      const [first] = controlsOf(cell);
      if (first) first.focus();
      else if (key === 'Enter' && place.line >= 0) onPress(place.line);
      return true;
    }
    // Space would scroll the page away under the cell.
    if (key === ' ' && target === cell) return true;
    const box = table.current?.parentElement;
    const page = Math.max(1, Math.floor((box?.clientHeight ?? 0) / window.rowHeight) - 2);
    const to = move(event, place, lines.count, columns, page);
    if (!to) return false;
    if (to.line !== place.line || to.column !== place.column) focus(to);
    return true;
  }

  return { focus, handlers: { onFocus, onBlur, onKeyDown } };
}

import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import type { RowWindow } from '../../src/ui/index.ts';

/** A cell by its line and its column; column 0 names the line. */
export interface CellPosition {
  line: number;
  column: number;
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/**
 * Keyboard of a grid whose lines are rendered as they come into view: one stop for Tab, arrows between the cells.
 * @param options.onKey called first; true: the key is handled
 */
export function useCells({
  root,
  lines,
  columns,
  window,
  onKey,
}: {
  root: RefObject<HTMLElement | null>;
  lines: number;
  columns: number;
  window: RowWindow;
  onKey(event: KeyboardEvent, position: CellPosition): boolean;
}) {
  const [wanted, setActive] = useState<CellPosition>({ line: 0, column: 0 });
  const moving = useRef(false);
  const active = { line: clamp(wanted.line, lines), column: clamp(wanted.column, columns) };
  useEffect(() => {
    if (!moving.current) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${active.line} ${active.column}"]`);
    if (!cell) return;
    moving.current = false;
    cell.focus({ preventScroll: true });
    // Beside the first column, which stays.
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  });
  function go(to: CellPosition): void {
    moving.current = true;
    const next = { line: clamp(to.line, lines), column: clamp(to.column, columns) };
    setActive(next);
    window.reveal(next.line);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const found = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell');
    if (!found || event.altKey) return;
    const [line = 0, column = 0] = found.split(' ').map(Number);
    if (onKey(event, { line, column })) {
      event.preventDefault();
      return;
    }
    const far = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(window.viewHeight() / window.rowHeight) - 2);
    const targets: Readonly<Record<string, CellPosition>> = {
      ArrowDown: { line: far ? lines - 1 : line + 1, column },
      ArrowUp: { line: far ? 0 : line - 1, column },
      ArrowRight: { line, column: far ? columns - 1 : column + 1 },
      ArrowLeft: { line, column: far ? 0 : column - 1 },
      Home: { line: far ? 0 : line, column: 0 },
      End: { line: far ? lines - 1 : line, column: columns - 1 },
      PageDown: { line: line + page, column },
      PageUp: { line: line - page, column },
    };
    const to = targets[event.key];
    if (!to) return;
    event.preventDefault();
    go(to);
  }
  function onFocus(event: FocusEvent): void {
    const found = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell');
    if (!found) return;
    const [line = 0, column = 0] = found.split(' ').map(Number);
    setActive((was) => (was.line === line && was.column === column ? was : { line, column }));
  }
  return { active, onKeyDown, onFocus };
}

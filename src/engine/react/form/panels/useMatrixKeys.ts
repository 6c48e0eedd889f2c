import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { RowWindow } from '../../../../ui/index.ts';
import type { Matrix } from './useMatrix.ts';

/** Where the focus of the table is: a line (-1: the head) and a column (0: the title). */
interface Place {
  line: number;
  column: number;
}

const stopAt = (target: EventTarget): Place | null => {
  const stop = (target as Element).closest?.('[data-stop], td, th');
  const own = stop?.matches('[data-stop]') === true ? stop : stop?.querySelector('[data-stop]');
  const text = own?.getAttribute('data-stop');
  if (text === null || text === undefined) return null;
  const [line, column] = text.split(':').map(Number);
  return { line: line!, column: column! };
};

/** Lines that Page Up and Page Down move by. */
const page = 10;

/** The grid pattern: one stop for Tab, arrows between cells, Space and Enter set what has the focus. */
export function useMatrixKeys(
  table: RefObject<HTMLTableElement | null>,
  matrix: Matrix,
  window: RowWindow,
  hasHead: boolean,
) {
  const { lines, count, shown } = matrix;
  const [place, setPlace] = useState<Place>({ line: hasHead ? -1 : 0, column: 1 });
  const wanted = useRef<Place | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { line, column } = wanted.current;
    const stop = table.current?.querySelector<HTMLElement>(`[data-stop="${line}:${column}"]`);
    if (!stop) return;
    wanted.current = null;
    stop.focus({ preventScroll: true });
  });
  // A line that is not there any more, such as one of a group that was closed.
  const isThere = place.line === -1 ? hasHead : place.line < lines.length;
  const isRendered =
    place.line === -1 ||
    (place.line >= window.from && place.line < window.to) ||
    place.line === window.pinned;
  const stop: Place =
    isThere && isRendered ? place : { line: hasHead ? -1 : window.from, column: Math.max(1, place.column) };

  function move(line: number, column: number): void {
    const first = hasHead ? -1 : 0;
    const next = {
      line: Math.min(lines.length - 1, Math.max(first, line)),
      column: Math.min(count + 1, Math.max(0, column)),
    };
    if (next.line === -1 && next.column === 0) next.column = 1;
    if (matrix.matrix.switches === true) next.column = 1;
    wanted.current = next;
    setPlace(next);
    if (next.line >= 0) window.reveal(next.line);
  }

  function press({ line, column }: Place): void {
    if (line === -1) matrix.toggle(shown, column - 1);
    else if (column > 0) matrix.toggle(lines[line]!.rows, column - 1);
    else if (lines[line]!.kind === 'group') matrix.toggleGroup(lines[line]!);
  }

  function handleKey(event: KeyboardEvent, { line, column }: Place): boolean {
    const own = lines[line];
    switch (event.key) {
      case 'ArrowDown':
        move(line + 1, column);
        return true;
      case 'ArrowUp':
        move(line - 1, column);
        return true;
      case 'ArrowRight':
        if (column === 0 && own?.kind === 'group' && !own.open) matrix.toggleGroup(own, true);
        else move(line, column + 1);
        return true;
      case 'ArrowLeft':
        if (column === 0 && own?.kind === 'group' && own.open) matrix.toggleGroup(own, false);
        else move(line, column - 1);
        return true;
      case 'Home':
        move(event.ctrlKey ? -1 : line, 0);
        return true;
      case 'End':
        move(event.ctrlKey ? lines.length - 1 : line, count + 1);
        return true;
      case 'PageDown':
        move(line + page, column);
        return true;
      case 'PageUp':
        move(Math.max(0, line - page), column);
        return true;
      case ' ':
        // Shift and Space mean the whole line, Control and Space the whole column.
        if (event.shiftKey && own !== undefined) matrix.toggle(own.rows, count);
        else if (event.ctrlKey && column > 0) matrix.toggle(shown, column - 1);
        else press({ line, column });
        return true;
      case 'Enter':
        press({ line, column });
        return true;
      default:
        return false;
    }
  }

  return {
    stop,
    onKeyDown(event: KeyboardEvent): void {
      if (event.altKey || event.metaKey) return;
      const at = stopAt(event.target);
      // Enter in a form would submit it.
      if (at !== null && handleKey(event, at)) event.preventDefault();
    },
    onClick(event: MouseEvent): void {
      const at = stopAt(event.target);
      if (at === null) return;
      setPlace(at);
      wanted.current = at;
      press(at);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { MeasuredRows } from '../room/useMeasuredRows.ts';

export interface Roving {
  /** Index of the row that Tab goes to. */
  tabStop: number;
  /** Moves the focus to a row, which may be outside of the rendered window. */
  focusRow(index: number): void;
  /**
   * Moves the focus from a row by an arrow, Home or End, and by Page Up and Page Down where a page has rows; false for any
   * other key.
   */
  moveFrom(index: number, key: string, page?: number): boolean;
  /** Handles a key that is pressed on the focusable element of a row. */
  onKeyDown(event: KeyboardEvent, page?: number): void;
  /** Call this when a row gets the focus in another way. */
  onRowFocus(index: number): void;
}

/**
 * A roving tab stop over rows of which only a window is rendered. The focusable element of a row carries `data-stop`
 * with the row's index.
 */
export function useRoving(root: RefObject<HTMLElement | null>, count: number, window: MeasuredRows): Roving {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const stop = root.current?.querySelector<HTMLElement>(`[data-stop="${wanted.current}"]`);
    if (!stop) return;
    wanted.current = null;
    stop.focus({ preventScroll: true });
  });
  const isRendered = window.rows.some(({ index }) => index === active);
  function focusRow(index: number): void {
    const next = Math.min(count - 1, Math.max(0, index));
    wanted.current = next;
    setActive(next);
    window.reveal(next);
  }
  function moveFrom(index: number, key: string, page = 0): boolean {
    const next = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: count - 1,
      ...(page > 0 && { PageDown: index + page, PageUp: index - page }),
    }[key];
    if (next === undefined) return false;
    focusRow(next);
    return true;
  }
  return {
    tabStop: isRendered ? active : (window.rows[0]?.index ?? 0),
    focusRow,
    moveFrom,
    onKeyDown(event, page) {
      const stop = (event.target as Element).getAttribute('data-stop');
      if (stop !== null && moveFrom(Number(stop), event.key, page)) event.preventDefault();
    },
    onRowFocus: setActive,
  };
}

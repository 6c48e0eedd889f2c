import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { RowWindow } from './useRowWindow.ts';

export interface Roving {
  /** Index of the row that Tab goes to. */
  tabStop: number;
  /** Moves the focus to a row, which may be outside of the rendered window. */
  focusRow(index: number): void;
  /** Call this when a row gets the focus in another way. */
  onRowFocus(index: number): void;
}

/**
 * A roving tab stop over rows of which only a window is rendered. The focusable element of a row carries `data-row` with
 * the row's index.
 */
export function useRoving(root: RefObject<HTMLElement | null>, count: number, shown: RowWindow): Roving {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = root.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  const isRendered = shown.rows.some(({ index }) => index === active);
  return {
    tabStop: isRendered ? active : (shown.rows[0]?.index ?? 0),
    focusRow(index) {
      const next = Math.min(count - 1, Math.max(0, index));
      wanted.current = next;
      setActive(next);
      shown.reveal(next);
    },
    onRowFocus: setActive,
  };
}

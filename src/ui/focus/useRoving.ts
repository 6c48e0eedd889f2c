import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { MeasuredRows } from '../room/useMeasuredRows.ts';

export interface Roving {
  /** Index of the row that Tab goes to. */
  tabStop: number;
  /** Moves the focus to a row, which may be outside of the rendered window. */
  focusRow(index: number): void;
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
  return {
    tabStop: isRendered ? active : (window.rows[0]?.index ?? 0),
    focusRow(index) {
      const next = Math.min(count - 1, Math.max(0, index));
      wanted.current = next;
      setActive(next);
      window.reveal(next);
    },
    onRowFocus: setActive,
  };
}

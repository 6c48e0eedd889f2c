import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { RowWindow } from './useRowWindow.ts';

export interface Roving {
  /** The row that Tab comes to. */
  tabStop: number;
  /** Puts the focus on a row, which may be out of sight still. */
  focusRow(index: number): void;
  /** A row got the focus by itself. */
  onRowFocus(index: number): void;
}

/**
 * One stop for Tab in many rows, drawn a window at a time. What takes the focus in a row carries `data-row` with its
 * index.
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
  const inSight = shown.rows.some(({ index }) => index === active);
  return {
    tabStop: inSight ? active : (shown.rows[0]?.index ?? 0),
    focusRow(index) {
      const next = Math.min(count - 1, Math.max(0, index));
      wanted.current = next;
      setActive(next);
      shown.reveal(next);
    },
    onRowFocus: setActive,
  };
}

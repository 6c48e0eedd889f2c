import { useLayoutEffect, useMemo, useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import type { RowKey, TableView } from './view.ts';

/** For so many milliseconds after its row became another one, a resting pointer presses nothing: the rest of a double click. */
const settling = 500;
/** So many pixels a hand moves between two clicks without meaning to. */
const tremor = 8;

interface Point {
  clientX: number;
  clientY: number;
}

interface Change {
  /** The rows that stood there before. */
  before: readonly RowKey[];
  at: number;
  /** Where the pointer was. */
  pointer: Point;
}

const placeOf = (row: Element) => Array.prototype.indexOf.call(row.parentElement?.children ?? [], row);

/**
 * Keeps a press meant for one row from the row that took its place under the pointer. Handlers for what the rows stand
 * in: they note where the pointer is, and let a press through unless the rows changed just now under a pointer at rest.
 */
export function useRowGuard(view: TableView) {
  const keys = useMemo(() => view.rows.map((_, index) => view.keyOf(index)), [view]);
  const shown = useRef(keys);
  const pointer = useRef<Point | null>(null);
  const change = useRef<Change | null>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = keys;
    if (!pointer.current || keys.every((key, index) => key === before[index])) return;
    change.current = { before, at: performance.now(), pointer: pointer.current };
  }, [keys]);
  return useMemo(() => {
    const note = ({ clientX, clientY }: PointerEvent) => {
      pointer.current = { clientX, clientY };
    };
    return {
      onPointerMove: note,
      onPointerDown: note,
      onClickCapture(event: MouseEvent) {
        const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
        const last = change.current;
        // A click without a count comes from the keyboard.
        if (!row || !last || event.detail === 0 || performance.now() - last.at > settling) return;
        const place = placeOf(row);
        const moved = Math.hypot(event.clientX - last.pointer.clientX, event.clientY - last.pointer.clientY);
        if (moved > tremor || last.before[place] === undefined || last.before[place] === shown.current[place])
          return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, []);
}

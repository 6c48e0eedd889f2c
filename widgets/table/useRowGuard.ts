import { useLayoutEffect, useMemo, useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import type { RowKey } from './view.ts';

/** For so many milliseconds after its row became another one, a resting pointer presses nothing: the rest of a double click. */
const settling = 500;
/** So many pixels a hand moves between two clicks without meaning to. */
const tremor = 8;

interface Point {
  clientX: number;
  clientY: number;
  /** The line that it is over. */
  line: number;
}

interface Change {
  /** The row that stood at the pointer's line before. */
  before: RowKey;
  at: number;
  pointer: Point;
}

function lineOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[data-row]') : null;
  return Number(row?.getAttribute('data-line') ?? -1);
}

/**
 * Keeps a press meant for one row from the row that took its place under the pointer. Handlers for what the rows stand
 * in: they note where the pointer is, and let a press through unless the rows changed just now under a pointer at rest.
 * @param keyAt the key of the row at a line, undefined where there is none; another function when the rows changed.
 */
export function useRowGuard(keyAt: (line: number) => RowKey | undefined) {
  const shown = useRef(keyAt);
  const pointer = useRef<Point | null>(null);
  const change = useRef<Change | null>(null);
  useLayoutEffect(() => {
    const old = shown.current;
    shown.current = keyAt;
    if (!pointer.current || pointer.current.line < 0) return;
    const before = old(pointer.current.line);
    if (before === undefined || before === keyAt(pointer.current.line)) return;
    change.current = { before, at: performance.now(), pointer: pointer.current };
  }, [keyAt]);
  return useMemo(() => {
    const note = ({ clientX, clientY, target }: PointerEvent) => {
      pointer.current = { clientX, clientY, line: lineOf(target) };
    };
    return {
      onPointerMove: note,
      onPointerDown: note,
      onClickCapture(event: MouseEvent) {
        const line = lineOf(event.target);
        const last = change.current;
        // A click without a count comes from the keyboard.
        if (line < 0 || !last || event.detail === 0 || performance.now() - last.at > settling) return;
        const moved = Math.hypot(event.clientX - last.pointer.clientX, event.clientY - last.pointer.clientY);
        if (moved > tremor || line !== last.pointer.line || shown.current(line) === last.before) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, []);
}

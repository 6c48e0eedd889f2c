import { useLayoutEffect, useMemo, useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import type { RowKey } from './view.ts';

/** Milliseconds after a change of rows in which clicks of a resting pointer are dropped (double clicks). */
const guardedTime = 500;
/** Pixels that a pointer moves unintentionally between two clicks. */
const maxUnintendedMove = 8;

interface Pointer {
  clientX: number;
  clientY: number;
  /** Line that the pointer is over; -1: none. */
  line: number;
}

interface Change {
  /** Key of the row that was at the pointer's line before. */
  before: RowKey;
  at: number;
  pointer: Pointer;
}

function lineOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[data-row]') : null;
  return Number(row?.getAttribute('data-line') ?? -1);
}

/**
 * Keeps a press meant for one row from the row that replaced it under the pointer. Returns handlers for the element around
 * the rows: a press is dropped when the rows changed just now under a pointer at rest.
 * @param keyAt key of the row at a line, undefined where there is none; a new function when the rows changed.
 */
export function usePressGuard(keyAt: (line: number) => RowKey | undefined) {
  const latest = useRef(keyAt);
  const pointer = useRef<Pointer | null>(null);
  const change = useRef<Change | null>(null);
  useLayoutEffect(() => {
    const previousKeyAt = latest.current;
    latest.current = keyAt;
    if (!pointer.current || pointer.current.line < 0) return;
    const before = previousKeyAt(pointer.current.line);
    if (before === undefined || before === keyAt(pointer.current.line)) return;
    change.current = { before, at: performance.now(), pointer: pointer.current };
  }, [keyAt]);
  return useMemo(() => {
    const recordPointer = ({ clientX, clientY, target }: PointerEvent) => {
      pointer.current = { clientX, clientY, line: lineOf(target) };
    };
    return {
      onPointerMove: recordPointer,
      onPointerDown: recordPointer,
      onClickCapture(event: MouseEvent) {
        const line = lineOf(event.target);
        const last = change.current;
        // A click by the keyboard has no count.
        if (line < 0 || !last || event.detail === 0 || performance.now() - last.at > guardedTime) return;
        const moved = Math.hypot(event.clientX - last.pointer.clientX, event.clientY - last.pointer.clientY);
        if (moved > maxUnintendedMove || line !== last.pointer.line || latest.current(line) === last.before)
          return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, []);
}

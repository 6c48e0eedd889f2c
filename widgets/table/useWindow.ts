/* oxlint-disable react/immutability, react/set-state-in-effect -- it scrolls the element it is given, and measures a row once it is drawn */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { windowOf, windowedAbove } from './lines.ts';
import type { Lines, Window } from './lines.ts';

/** Of a dense row with its hairline; measured as soon as one is drawn, since touch screens and two lines need more. */
const denseRow = 35;
/** In sight before anything is measured. */
const unmeasured = 900;

const same = (a: Window, b: Window) => a.from === b.from && a.to === b.to && a.pinned === b.pinned;

export interface RowWindow extends Window {
  rowHeight: number;
  /** Brings a line into sight and draws it, at once. */
  reveal(line: number): void;
}

/**
 * The lines to draw right now. A scroll draws in its own frame, before the browser paints, so that what comes into sight is
 * never blank; lines of a list that is not long are all drawn and nothing listens.
 * @param focused the line that holds the focus stays drawn, else the keyboard would lose its place.
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  lines: Lines,
  focused: RefObject<number>,
): RowWindow {
  const [rowHeight, setRowHeight] = useState(denseRow);
  const compute = useCallback(() => {
    const box = scroller.current;
    return windowOf(lines, rowHeight, box?.scrollTop ?? 0, box?.clientHeight || unmeasured, focused.current);
  }, [scroller, lines, rowHeight, focused]);
  const [drawn, setDrawn] = useState<{ of: typeof compute; window: Window } | null>(null);
  // Other lines: what was computed for those before does not hold.
  const window = drawn?.of === compute ? drawn.window : compute();
  const shown = useRef(window);
  useLayoutEffect(() => {
    shown.current = window;
  });

  const renew = useCallback(
    (write: (change: () => void) => void) => {
      const next = compute();
      if (!same(next, shown.current)) write(() => setDrawn({ of: compute, window: next }));
    },
    [compute],
  );
  const update = useCallback(() => renew(flushSync), [renew]);

  const long = lines.count > windowedAbove;
  useEffect(() => {
    const box = scroller.current;
    if (!box || !long) return undefined;
    // React draws already, so nothing can be drawn at once.
    renew((change) => change());
    box.addEventListener('scroll', update, { passive: true });
    const observer = globalThis.ResizeObserver ? new ResizeObserver(() => queueMicrotask(update)) : null;
    observer?.observe(box);
    return () => {
      box.removeEventListener('scroll', update);
      observer?.disconnect();
    };
  }, [scroller, long, renew, update]);

  useLayoutEffect(() => {
    if (!long) return;
    const row = scroller.current?.querySelector<HTMLElement>('tr[data-row]');
    const height = row?.getBoundingClientRect().height ?? 0;
    if (height > 0 && height !== rowHeight) setRowHeight(height);
  }, [scroller, long, rowHeight, lines]);

  const reveal = useCallback(
    (line: number) => {
      const box = scroller.current;
      if (!box || !long) return;
      const head = box.querySelector<HTMLElement>('thead')?.offsetHeight ?? 0;
      const top = lines.topOf(line, rowHeight);
      const bottom = lines.topOf(line + 1, rowHeight);
      const room = (box.clientHeight || unmeasured) - head;
      if (top < box.scrollTop) box.scrollTop = top;
      else if (bottom > box.scrollTop + room) box.scrollTop = bottom - room;
      update();
    },
    [scroller, long, lines, rowHeight, update],
  );
  return { ...window, rowHeight, reveal };
}

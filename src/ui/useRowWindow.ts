/* oxlint-disable react/immutability, react/set-state-in-effect -- it scrolls the element it is given, and measures a row once one is rendered */
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Heights of lines from top to bottom, in pixels. `rowHeight` is the height of an ordinary row. */
export interface LineLayout {
  count: number;
  /** Height of all lines before this one; at `count`, of all lines. */
  topOf(line: number, rowHeight: number): number;
  /** Line at a distance from the top. */
  lineAt(top: number, rowHeight: number): number;
}

/** Lines to render: `from` up to `to`, and apart from them `pinned`, which holds the focus (-1: none). */
interface LineRange {
  from: number;
  to: number;
  pinned: number;
}

export interface RowWindow extends LineRange {
  rowHeight: number;
  /** Scrolls a line into view and renders it before it returns. */
  reveal(line: number): void;
}

export interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  layout: LineLayout;
  /** Height of an ordinary row, in pixels, until an element with `data-row` is rendered and measured. */
  rowHeight: number;
  /** Lists of up to this many lines are rendered whole. */
  wholeUpTo?: number;
  /** Most lines rendered at once, however high the scroller is. */
  most?: number;
}

/** Lines rendered beyond each edge of the view, so that a small scroll meets rendered lines. */
const margin = 6;
/** Height of a scroller that has not been measured, or has no size (tests), in pixels. */
const unmeasured = 900;

/** Lines to render of a list that is scrolled to `top` with `height` pixels in view. */
export function lineRange(
  { layout, wholeUpTo = 0, most = Infinity }: Omit<RowWindowOptions, 'scroller' | 'rowHeight'>,
  rowHeight: number,
  top: number,
  height: number,
  focused: number,
): LineRange {
  const { count } = layout;
  if (count <= wholeUpTo) return { from: 0, to: count, pinned: -1 };
  const first = Math.min(layout.lineAt(Math.max(0, top), rowHeight), count - 1);
  const last = layout.lineAt(Math.max(0, top) + height, rowHeight);
  const from = Math.max(0, first - margin);
  const to = Math.min(count, last + 1 + margin, from + most);
  const outside = focused >= 0 && focused < count && (focused < from || focused >= to);
  return { from, to, pinned: outside ? focused : -1 };
}

/** Line of the list that holds the focus; -1: none. Of lists within lists, the outermost line counts. */
function focusedLine(scroller: HTMLElement): number {
  let line = -1;
  let row = document.activeElement?.closest('[data-line]');
  while (row && scroller.contains(row)) {
    line = Number(row.getAttribute('data-line'));
    row = row.parentElement?.closest('[data-line]');
  }
  return line;
}

/**
 * Lines of a long list to render now. A scroll renders within its own frame, before the browser paints, so that no line
 * in view is blank. The line with the focus stays rendered wherever the list is scrolled to. Each rendered line carries
 * `data-line` with its index.
 */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { scroller, layout, wholeUpTo = 0 } = options;
  const [rowHeight, setRowHeight] = useState(options.rowHeight);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const compute = () => {
    const box = scroller.current;
    return box
      ? lineRange(options, rowHeight, box.scrollTop, box.clientHeight || unmeasured, focusedLine(box))
      : lineRange(options, rowHeight, 0, unmeasured, -1);
  };
  const range = compute();
  const latest = useRef({ compute, range, layout, rowHeight });
  useLayoutEffect(() => {
    latest.current = { compute, range, layout, rowHeight };
  });

  const update = useCallback((commit: (change: () => void) => void) => {
    const { compute: current, range: old } = latest.current;
    const next = current();
    if (next.from !== old.from || next.to !== old.to || next.pinned !== old.pinned) commit(render);
  }, []);

  const long = layout.count > wholeUpTo;
  useEffect(() => {
    const box = scroller.current;
    if (!box || !long) return undefined;
    const onScroll = () => update(flushSync);
    box.addEventListener('scroll', onScroll, { passive: true });
    const observer = globalThis.ResizeObserver ? new ResizeObserver(() => queueMicrotask(onScroll)) : null;
    observer?.observe(box);
    return () => {
      box.removeEventListener('scroll', onScroll);
      observer?.disconnect();
    };
  }, [scroller, long, update]);
  useEffect(() => {
    // React is rendering already, so this change cannot be flushed at once.
    if (long) update((change) => change());
  }, [long, update, layout, rowHeight]);

  useLayoutEffect(() => {
    if (!long) return;
    const row = scroller.current?.querySelector<HTMLElement>('[data-row]');
    const height = row?.getBoundingClientRect().height ?? 0;
    if (height > 0 && height !== rowHeight) setRowHeight(height);
  }, [scroller, long, rowHeight, layout]);

  const reveal = useCallback(
    (line: number) => {
      const box = scroller.current;
      if (!box || !long) return;
      const head = box.querySelector<HTMLElement>('thead')?.offsetHeight ?? 0;
      const room = (box.clientHeight || unmeasured) - head;
      // Twice, as rows that are rendered for the first time may turn out higher or lower than expected.
      for (let turn = 0; turn < 2; turn++) {
        const { layout: lines, rowHeight: height } = latest.current;
        const lowest = lines.topOf(line + 1, height) - room;
        box.scrollTop = Math.min(lines.topOf(line, height), Math.max(box.scrollTop, lowest));
        update(flushSync);
      }
    },
    [scroller, long, update],
  );
  return { ...range, rowHeight, reveal };
}

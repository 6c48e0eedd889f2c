/* oxlint-disable react/immutability, react/set-state-in-effect -- it scrolls the element it is given, and measures a row once one is rendered */
import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../when-idle.ts';

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
  /** Lines in view and near it, which are all rendered lines unless the list is rendered whole in pauses. */
  view: LineRange;
  /** Scrolls a line into view and renders it before it returns. */
  reveal(line: number): void;
  /** Height in which lines are in sight, in pixels. */
  viewHeight(): number;
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
  /**
   * Lists of up to this many lines, of rows that cost little, are rendered whole in pauses after the lines in view: a scroll
   * then renders nothing. 0 or absent: no list is.
   */
  growUpTo?: number;
}

/** Lines rendered beyond each edge of the view, so that a small scroll meets rendered lines. */
const margin = 6;
/** Lines rendered in one pause, at each edge. */
const growth = 4;
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

/** The lines in view and those that were rendered around them; far from those, the lines in view alone. */
export function grownRange(view: LineRange, grown: LineRange | null, count: number): LineRange {
  if (grown === null || grown.to < view.from || grown.from > view.to) return view;
  const from = Math.min(view.from, grown.from);
  const to = Math.min(count, Math.max(view.to, grown.to));
  return { from, to, pinned: view.pinned >= from && view.pinned < to ? -1 : view.pinned };
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

const canScroll = (element: Element): boolean => element.scrollHeight > element.clientHeight;

/** Scroller of the list: its own box, or where that is as high as its rows, the page around it. */
function scrollerOf(box: HTMLElement): HTMLElement {
  for (let element: HTMLElement | null = box; element; element = element.parentElement) {
    if (!canScroll(element)) continue;
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return box;
}

/** Distance from the list's top to the top of the view, and the height of the view, in pixels. */
function viewOf(box: HTMLElement): { outer: HTMLElement; top: number; height: number } {
  const outer = scrollerOf(box);
  const height = outer.clientHeight || unmeasured;
  if (outer === box) return { outer, top: box.scrollTop, height };
  const top = outer.getBoundingClientRect().top + outer.clientTop - box.getBoundingClientRect().top;
  return { outer, top, height };
}

/** Pixels at the top of the view that lie below what stays there: the page's header, or the list's own head. */
function coveredBy(outer: HTMLElement, box: HTMLElement, head: number): number {
  return outer === box ? head : Number.parseFloat(getComputedStyle(outer).scrollPaddingTop) || 0;
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
    // A short list is rendered whole, wherever it is scrolled to.
    if (!box || layout.count <= wholeUpTo) return lineRange(options, rowHeight, 0, unmeasured, -1);
    const { top, height } = viewOf(box);
    return lineRange(options, rowHeight, top, height, focusedLine(box));
  };
  const long = layout.count > wholeUpTo;
  const grows = long && layout.count <= (options.growUpTo ?? 0);
  const [grown, setGrown] = useState<{ layout: LineLayout; range: LineRange } | null>(null);
  // Lines of another list, such as one that was searched, are not those that were rendered.
  const around = grows && grown?.layout === layout ? grown.range : null;
  const view = compute();
  const range = grownRange(view, around, layout.count);
  const latest = useRef({ compute, range, around, layout, rowHeight });
  useLayoutEffect(() => {
    latest.current = { compute, range, around, layout, rowHeight };
  });

  const update = useCallback((commit: (change: () => void) => void) => {
    const { compute: current, range: old, around: rendered, layout: lines } = latest.current;
    // Reading where the view is costs a layout, and a list that was rendered whole stays so.
    if (rendered !== null && rendered.from === 0 && rendered.to === lines.count) return;
    const next = grownRange(current(), rendered, lines.count);
    if (next.from !== old.from || next.to !== old.to || next.pinned !== old.pinned) commit(render);
  }, []);

  const isWhole = range.from === 0 && range.to === layout.count;
  useEffect(() => {
    if (!grows || isWhole) return undefined;
    return whenIdle(() =>
      startTransition(() => {
        const { range: old } = latest.current;
        const [from, to] = [Math.max(0, old.from - growth), Math.min(layout.count, old.to + growth)];
        setGrown({ layout, range: { from, to, pinned: -1 } });
      }),
    );
  }, [grows, isWhole, layout, range.from, range.to]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !long) return undefined;
    const onScroll = () => update(flushSync);
    // Its own box or the page around it: which of them scrolls changes with the height of the window.
    const onAnyScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(box)) onScroll();
    };
    document.addEventListener('scroll', onAnyScroll, { passive: true, capture: true });
    window.addEventListener('resize', onScroll);
    const observer = globalThis.ResizeObserver ? new ResizeObserver(() => queueMicrotask(onScroll)) : null;
    observer?.observe(box);
    return () => {
      document.removeEventListener('scroll', onAnyScroll, { capture: true });
      window.removeEventListener('resize', onScroll);
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
      // Twice, as rows that are rendered for the first time may turn out higher or lower than expected.
      for (let turn = 0; turn < 2; turn++) {
        const { layout: lines, rowHeight: height } = latest.current;
        const { outer, top, height: room } = viewOf(box);
        const highest = head + lines.topOf(line, height) - coveredBy(outer, box, head);
        const lowest = head + lines.topOf(line + 1, height) - room;
        outer.scrollTop += Math.min(highest, Math.max(top, lowest)) - top;
        update(flushSync);
      }
    },
    [scroller, long, update],
  );
  const viewHeight = useCallback(
    () => (scroller.current ? viewOf(scroller.current).height : unmeasured),
    [scroller],
  );
  return { ...range, rowHeight, view, reveal, viewHeight };
}

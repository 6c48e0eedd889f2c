/* oxlint-disable react/immutability, react/set-state-in-effect -- it scrolls the element it is given, and measures rows once they are rendered */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useRowWindow } from './useRowWindow.ts';
import type { LineLayout } from './useRowWindow.ts';

export interface MeasuredRows {
  /** Rows to render, each with its distance from the top in pixels. */
  rows: readonly { index: number; start: number }[];
  /** Height of all rows, in pixels. */
  height: number;
  /** Ref of each rendered row. */
  measure(row: HTMLElement | null): (() => void) | undefined;
  /** Scrolls a row into view and renders it before it returns. */
  reveal(index: number): void;
}

/** Returns the line at a distance from the top, by a binary search. */
export function lineAtTop(count: number, top: number, topOf: (line: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (topOf(middle + 1) > top) high = middle;
    else low = middle + 1;
  }
  return low;
}

function layoutOf(count: number, heightOf: (index: number) => number): LineLayout {
  const tops = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) tops[index + 1] = (tops[index] ?? 0) + heightOf(index);
  const topOf = (line: number) => tops[line] ?? 0;
  return { count, topOf, lineAt: (top) => lineAtTop(count, top, topOf) };
}

/**
 * The window of a list whose rows differ in height: estimated at `rowHeight` pixels, measured once they are
 * rendered and whenever they change. Each row is positioned by its `start` and carries `data-line` with its index.
 * @param options.keyOf stable key of a row: a measured height stays with its row when rows are added or removed. A new function
 *   when the rows changed.
 */
export function useMeasuredRows({
  count,
  rowHeight,
  scroller,
  keyOf,
  most,
}: {
  count: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  keyOf(index: number): string | number;
  /** Most rows rendered at once, however high the scroller is. */
  most?: number;
}): MeasuredRows {
  const [heights, setHeights] = useState<ReadonlyMap<string | number, number>>(() => new Map());
  const layout = useMemo(
    () => layoutOf(count, (index) => heights.get(keyOf(index)) ?? rowHeight),
    [count, rowHeight, keyOf, heights],
  );
  const { from, to, pinned, reveal } = useRowWindow({
    scroller,
    layout,
    rowHeight,
    ...(most !== undefined && { most }),
  });

  const rendered = useRef(new Set<HTMLElement>());
  const measureAll = () => {
    const changed: [string | number, number][] = [];
    for (const row of rendered.current) {
      const key = keyOf(Number(row.dataset['line']));
      const height = row.offsetHeight;
      if (height > 0 && height !== (heights.get(key) ?? rowHeight)) changed.push([key, height]);
    }
    if (changed.length > 0) setHeights(new Map([...heights, ...changed]));
  };
  const latest = useRef(measureAll);
  useLayoutEffect(() => {
    latest.current = measureAll;
    measureAll();
  });
  const observer = useRef<ResizeObserver | null>(null);
  const measure = useCallback((row: HTMLElement | null) => {
    if (!row) return undefined;
    observer.current ??= globalThis.ResizeObserver ? new ResizeObserver(() => latest.current()) : null;
    rendered.current.add(row);
    observer.current?.observe(row);
    return () => {
      rendered.current.delete(row);
      observer.current?.unobserve(row);
    };
  }, []);

  // When rows above the view turn out higher or lower than estimated, the rows in view keep their position.
  const before = useRef(layout);
  useLayoutEffect(() => {
    const box = scroller.current;
    const old = before.current;
    before.current = layout;
    if (!box || box.scrollTop === 0 || old.count !== layout.count) return;
    const first = old.lineAt(box.scrollTop, rowHeight);
    box.scrollTop += layout.topOf(first, rowHeight) - old.topOf(first, rowHeight);
  }, [scroller, layout, rowHeight]);

  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  if (pinned >= 0) indexes.splice(pinned < from ? 0 : indexes.length, 0, pinned);
  return {
    rows: indexes.map((index) => ({ index, start: layout.topOf(index, rowHeight) })),
    height: layout.topOf(count, rowHeight),
    measure,
    reveal,
  };
}

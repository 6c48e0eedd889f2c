import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** A row that is in the document, and how far from the top it stands, in pixels. */
export interface WindowRow {
  index: number;
  start: number;
}

export interface RowWindow {
  rows: readonly WindowRow[];
  /** What all rows need, in pixels. */
  height: number;
  /** Put on each row, with `data-index`: rows may be higher than expected. */
  measure: (row: HTMLElement | null) => void;
  reveal(index: number): void;
}

/** Before a scroller has been measured, and where nothing has a size, rows are drawn as for one this high. */
const usualHeight = 600;

type Scroller = Virtualizer<HTMLElement, HTMLElement>;

function observeRect(scroller: Scroller, tell: (rect: { width: number; height: number }) => void) {
  return observeElementRect(scroller, (rect) =>
    tell(rect.height > 0 ? rect : { width: rect.width, height: usualHeight }),
  );
}

/** Draws of many rows only those that are in sight, and some around them. Heights are in pixels. */
export function useRowWindow({
  count,
  rowHeight,
  scroller,
  keyOf,
}: {
  count: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  keyOf(index: number): string | number;
}): RowWindow {
  // Its answers are read in the same render only, never kept.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
    initialRect: { width: 0, height: usualHeight },
    observeElementRect: observeRect,
    measureElement: (row) => row.offsetHeight || rowHeight,
  });
  return {
    rows: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
    reveal: (index) => virtual.scrollToIndex(index),
  };
}

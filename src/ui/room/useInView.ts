import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { onPrintOrFind } from '../print-and-find.ts';

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

interface Watch {
  observer: IntersectionObserver;
  callbacks: Map<Element, (size: Size) => void>;
}

/** One observer for each margin, shared by all waiting elements. */
const watches = new Map<number, Watch>();

function watchOf(margin: number): Watch {
  const known = watches.get(margin);
  if (known) return known;
  const callbacks = new Map<Element, (size: Size) => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target, boundingClientRect } of entries)
        if (isIntersecting) callbacks.get(target)?.(boundingClientRect);
    },
    // Two margins: the root's grows the window, the other one grows the scrollers inside it that clip the element.
    { rootMargin: `${margin}px`, scrollMargin: `${margin}px` },
  );
  const watch = { observer, callbacks };
  watches.set(margin, watch);
  return watch;
}

const isWithin = ({ top, bottom }: DOMRect, margin: number): boolean =>
  top < innerHeight + margin && bottom > -margin;

const unknownSize: Size = { width: 0, height: 0 };

/**
 * The size of the element once it has been within `margin` pixels of the view, or all content was needed at once (print, the
 * browser's search); 0 where it is not known. Stays, so that rendered content stays mounted. Elements in view at first are
 * known before the first paint, which takes a layout, unless they are known to be `below` it. At once in a browser without
 * IntersectionObserver.
 */
export function useSizeInView(
  element: RefObject<HTMLElement | null>,
  margin: number,
  below = false,
): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  const inView = size !== null;
  useLayoutEffect(() => {
    const target = element.current;
    if (inView || !target) return undefined;
    const show = (box: Size) => setSize(box);
    if (globalThis.IntersectionObserver === undefined) {
      show(unknownSize);
      return undefined;
    }
    const box = below ? null : target.getBoundingClientRect();
    if (box && isWithin(box, margin)) {
      show(box);
      return undefined;
    }
    const { observer, callbacks } = watchOf(margin);
    callbacks.set(target, show);
    observer.observe(target);
    const release = onPrintOrFind(() => show(unknownSize));
    return () => {
      observer.unobserve(target);
      callbacks.delete(target);
      if (callbacks.size === 0) watches.delete(margin);
      release();
    };
  }, [element, margin, below, inView]);
  return size;
}

/** Whether the element has been near the view: see {@link useSizeInView}. */
export const useInView = (element: RefObject<HTMLElement | null>, margin: number, below?: boolean): boolean =>
  useSizeInView(element, margin, below) !== null;

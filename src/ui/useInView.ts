import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { onPrintOrFind } from './print-and-find.ts';

interface Watch {
  observer: IntersectionObserver;
  callbacks: Map<Element, () => void>;
}

/** One observer for each margin, shared by all waiting elements. */
const watches = new Map<number, Watch>();

function watchOf(margin: number): Watch {
  const known = watches.get(margin);
  if (known) return known;
  const callbacks = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) callbacks.get(target)?.();
    },
    // Two margins: the root's grows the window, the other one grows the scrollers inside it that clip the element.
    { rootMargin: `${margin}px`, scrollMargin: `${margin}px` },
  );
  const watch = { observer, callbacks };
  watches.set(margin, watch);
  return watch;
}

function isWithin(element: Element, margin: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight + margin && bottom > -margin;
}

/**
 * Whether the element has been within `margin` pixels of the view, or all content was needed at once (print, the browser's
 * search). Stays true, so that rendered content stays mounted. Elements in view at first are known before the first paint,
 * which takes a layout, unless they are known to be `below` it. True in a browser without IntersectionObserver.
 */
export function useInView(element: RefObject<HTMLElement | null>, margin: number, below = false): boolean {
  const [inView, setInView] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (inView || !target) return undefined;
    const show = () => setInView(true);
    if (globalThis.IntersectionObserver === undefined || (!below && isWithin(target, margin))) {
      show();
      return undefined;
    }
    const { observer, callbacks } = watchOf(margin);
    callbacks.set(target, show);
    observer.observe(target);
    const release = onPrintOrFind(show);
    return () => {
      observer.unobserve(target);
      callbacks.delete(target);
      if (callbacks.size === 0) watches.delete(margin);
      release();
    };
  }, [element, margin, below, inView]);
  return inView;
}

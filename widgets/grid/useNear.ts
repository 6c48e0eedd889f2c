import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { onPrintOrFind } from '../../src/ui/index.ts';

/** How far beyond what is seen something counts as near, in pixels. */
const margin = 600;

/** What scrolls the element: a margin around the window means nothing to what is cut off by a scroller inside. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    const scrolls = overflowY === 'auto' || overflowY === 'scroll';
    if (scrolls && box.scrollHeight > box.clientHeight) return box;
  }
  return null;
}

function isNear(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight + margin && bottom > -margin;
}

/**
 * Has the element been near to what is seen? Stays so: what was made is kept. What is there at first is known before the
 * first paint. True where nobody can tell (tests).
 */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (near || !box) return undefined;
    const wake = () => setNear(true);
    if (globalThis.IntersectionObserver === undefined || isNear(box)) {
      wake();
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) wake();
      },
      { root: scrollerOf(box), rootMargin: `${margin}px` },
    );
    observer.observe(box);
    const release = onPrintOrFind(wake);
    return () => {
      observer.disconnect();
      release();
    };
  }, [element, near]);
  return near;
}

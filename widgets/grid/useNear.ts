import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** How far beyond what is seen something counts as near, in pixels. */
const margin = 600;

/** Those that still wait, to be told when all of them are needed: by a printer, by the browser's search. */
const waiting = new Set<() => void>();

const wakeAll = (): void => {
  for (const wake of waiting) wake();
};
// A printer takes what stands there when this returns.
const onPrint = (): void => flushSync(wakeAll);
const onKeyDown = (event: KeyboardEvent): void => {
  const search = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
  if (search || event.key === 'F3') wakeAll();
};

function wait(wake: () => void): () => void {
  if (waiting.size === 0) {
    globalThis.addEventListener('beforeprint', onPrint);
    globalThis.addEventListener('keydown', onKeyDown, true);
  }
  waiting.add(wake);
  return () => {
    waiting.delete(wake);
    if (waiting.size > 0) return;
    globalThis.removeEventListener('beforeprint', onPrint);
    globalThis.removeEventListener('keydown', onKeyDown, true);
  };
}

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
    const release = wait(wake);
    return () => {
      observer.disconnect();
      release();
    };
  }, [element, near]);
  return near;
}

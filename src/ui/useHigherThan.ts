import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Whether the element is at least `height` pixels high. False before it is measured, and without layout (tests). */
export function useHigherThan(element: RefObject<HTMLElement | null>, height: number): boolean {
  const [isHigher, setHigher] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const update = (current: number) => setHigher(current >= height);
    update(box.getBoundingClientRect().height);
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) update(entry.borderBoxSize[0]?.blockSize ?? entry.contentRect.height);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, height]);
  return isHigher;
}

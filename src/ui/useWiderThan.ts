import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * Is the element at least as wide as this, now? Null before its first measure; true where nothing is laid out (tests).
 * The browser tells of changes with the width it has anyway, and only an answer that changes draws anything again.
 */
export function useWiderThan(element: RefObject<HTMLElement | null>, width: number): boolean | null {
  const [wider, setWider] = useState<boolean | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const settle = (now: number) => setWider(now === 0 || now >= width);
    settle(box.getBoundingClientRect().width);
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) settle(entry.borderBoxSize[0]?.inlineSize ?? entry.contentRect.width);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, width]);
  return wider;
}

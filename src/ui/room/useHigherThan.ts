import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useKnown } from './room.ts';

/**
 * Whether the element is at least `height` pixels high. False before it is measured, and without layout (tests).
 * @param id of the element, whose room may be known before it is measured
 */
export function useHigherThan(element: RefObject<HTMLElement | null>, height: number, id?: string): boolean {
  const known = useKnown('height', id);
  const [isHigher, setHigher] = useState(known >= height);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const update = (current: number) => setHigher(current >= height);
    update(known || box.getBoundingClientRect().height);
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) update(entry.borderBoxSize[0]?.blockSize ?? entry.contentRect.height);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, height, known]);
  return isHigher;
}

import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * Whether the element is at least `width` pixels wide. Null before it is measured; true without layout (tests). A resize
 * renders again only when the answer changes.
 */
export function useWiderThan(element: RefObject<HTMLElement | null>, width: number): boolean | null {
  const [wider, setWider] = useState<boolean | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const update = (current: number) => setWider(current === 0 || current >= width);
    update(box.getBoundingClientRect().width);
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) update(entry.borderBoxSize[0]?.inlineSize ?? entry.contentRect.width);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, width]);
  return wider;
}

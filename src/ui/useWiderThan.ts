import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * The greatest of the widths that the element has at least, in pixels; 0: it has none of them. Null before it is measured;
 * Infinity without layout (tests). A resize renders again only when the answer changes.
 */
export function useWidthStep(
  element: RefObject<HTMLElement | null>,
  widths: readonly number[],
): number | null {
  const [step, setStep] = useState<number | null>(null);
  const key = widths.join();
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const steps = key.split(',').map(Number);
    const update = (current: number) =>
      setStep(current === 0 ? Infinity : Math.max(0, ...steps.filter((width) => width <= current)));
    update(box.getBoundingClientRect().width);
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) update(entry.borderBoxSize[0]?.inlineSize ?? entry.contentRect.width);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, key]);
  return step;
}

/** Whether the element is at least `width` pixels wide. Null before it is measured; true without layout (tests). */
export function useWiderThan(element: RefObject<HTMLElement | null>, width: number): boolean | null {
  const step = useWidthStep(element, [width]);
  return step === null ? null : step >= width;
}

import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useKnown } from './room.ts';

const stepAt = (width: number, steps: readonly number[]): number =>
  width === 0 ? Infinity : Math.max(0, ...steps.filter((step) => step <= width));

/**
 * The greatest of the widths that the element has at least, in pixels; 0: it has none of them. Null before it is measured;
 * Infinity without layout (tests). A resize renders again only when the answer changes.
 * @param id of the element, whose room may be known before it is measured
 */
export function useWidthStep(
  element: RefObject<HTMLElement | null>,
  widths: readonly number[],
  id?: string,
): number | null {
  const known = useKnown('width', id);
  const [step, setStep] = useState(known ? stepAt(known, widths) : null);
  const key = widths.join();
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const steps = key.split(',').map(Number);
    const update = (width: number) => setStep(stepAt(width, steps));
    // The observer corrects what was known and has changed since.
    update(known || box.getBoundingClientRect().width);
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) update(entry.borderBoxSize[0]?.inlineSize ?? entry.contentRect.width);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, key, known]);
  return step;
}

/** Whether the element is at least `width` pixels wide. Null before it is measured; true without layout (tests). */
export function useWiderThan(
  element: RefObject<HTMLElement | null>,
  width: number,
  id?: string,
): boolean | null {
  const step = useWidthStep(element, [width], id);
  return step === null ? null : step >= width;
}

import { createContext, useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { onPrintOrFind } from '../../../ui/index.ts';

/** Fields of a form that are drawn at once; those further down as soon as they come near the window. */
export const firstFields = 40;

/** How far below and above the window a field is drawn already: about one more window. */
const margin = '800px 0px';

/** Tells elements of one form that they came near. */
export class Nearness {
  private readonly waiting = new Map<Element, () => void>();
  private observer: IntersectionObserver | null = null;

  watch(element: Element, near: () => void): () => void {
    this.observer ??= new IntersectionObserver((entries) => this.look(entries), { rootMargin: margin });
    this.waiting.set(element, near);
    this.observer.observe(element);
    const release = onPrintOrFind(near);
    return () => {
      release();
      this.forget(element);
    };
  }

  private look(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const near = this.waiting.get(target);
      this.forget(target);
      near?.();
    }
  }

  private forget(element: Element): void {
    this.waiting.delete(element);
    this.observer?.unobserve(element);
  }
}

export const NearnessContext = createContext<Nearness | null>(null);

/**
 * Is a field to be drawn? Once it is, it stays: what is typed and where the focus is would go with it.
 * @param needed it has to be there wherever it is: something is wrong with it, and the focus goes there.
 * @param hidden it has no place to be watched.
 */
export function useNear(
  starts: boolean,
  needed: boolean,
  hidden: boolean,
): { near: boolean; place: RefObject<HTMLDivElement | null> } {
  const nearness = useContext(NearnessContext);
  const [near, setNear] = useState(starts || nearness === null);
  const place = useRef<HTMLDivElement>(null);
  if (needed && !near) setNear(true);
  useEffect(() => {
    if (near || nearness === null || place.current === null) return undefined;
    return nearness.watch(place.current, () => setNear(true));
  }, [near, nearness, hidden]);
  return { near: near || needed, place };
}

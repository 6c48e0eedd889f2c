import { useEffect } from 'react';
import type { RefObject } from 'react';

const controls = [
  'button:not(:disabled)',
  'input:not(:disabled)',
  'textarea:not(:disabled)',
  'a[href]',
  '[tabindex="0"]',
].join();

/**
 * Begins a dialog at the first control of its content, as soon as there is one: Fluent begins at the button that closes it. A
 * person who has moved meanwhile keeps their place.
 */
export function useFirstControl(
  content: RefObject<HTMLElement | null>,
  close: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const area = content.current;
    const surface = close.current?.closest('[role="dialog"]');
    if (!area || !surface) return undefined;
    const focusFirst = (): boolean => {
      const { activeElement } = document;
      if (!surface.contains(activeElement)) return false;
      // Where nothing could take the focus, Fluent gives it to the surface.
      if (activeElement !== close.current && activeElement !== surface) return true;
      const first = area.querySelector<HTMLElement>(controls);
      first?.focus();
      return first !== null;
    };
    if (focusFirst()) return undefined;
    const added = new MutationObserver(() => {
      if (focusFirst()) added.disconnect();
    });
    added.observe(area, { childList: true, subtree: true });
    return () => added.disconnect();
  }, [content, close]);
}

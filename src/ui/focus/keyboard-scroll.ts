import { useCallback } from 'react';
import type { RefObject } from 'react';

const tabStops = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]:not([tabindex^="-"])',
].join();

/**
 * The `ref` of an element that scrolls. It makes the element a tab stop while it overflows and contains nothing focusable, so
 * that the arrow keys can scroll it.
 */
export function keyboardScroll(area: HTMLElement | null): (() => void) | undefined {
  if (!area || globalThis.ResizeObserver === undefined) return undefined;
  const update = () => {
    // Sizes are read last: they cost a layout, and most areas have a button in them.
    const hasNoTabStop = area.querySelector(tabStops) === null;
    const overflows = () => area.scrollHeight > area.clientHeight || area.scrollWidth > area.clientWidth;
    if (hasNoTabStop && overflows()) area.tabIndex = 0;
    else if (area.tabIndex === 0 && document.activeElement !== area) area.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(update);
  const observe = () => {
    sizes.disconnect();
    for (const element of [area, ...area.children]) sizes.observe(element);
  };
  const content = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target === area)) observe();
    update();
  });
  content.observe(area, { childList: true, subtree: true });
  observe();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}

/** {@link keyboardScroll} for an element that has a `ref` of its own as well. */
export function useKeyboardScroll(ref: RefObject<HTMLElement | null>) {
  return useCallback(
    (element: HTMLElement | null) => {
      ref.current = element;
      return keyboardScroll(element);
    },
    [ref],
  );
}

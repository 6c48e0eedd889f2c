import { useCallback } from 'react';
import type { RefObject } from 'react';

const stops = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]:not([tabindex^="-"])',
].join();

/**
 * As `ref` of what scrolls: a stop of the Tab key while there is something to scroll to and nothing inside is one, so
 * that the arrow keys reach all of it.
 */
export function keyboardScroll(area: HTMLElement | null): (() => void) | undefined {
  if (!area || globalThis.ResizeObserver === undefined) return undefined;
  const look = () => {
    // Sizes are asked for last: they cost a layout, and most areas have a button in them.
    const alone = area.querySelector(stops) === null;
    const scrolls = () => area.scrollHeight > area.clientHeight || area.scrollWidth > area.clientWidth;
    if (alone && scrolls()) area.tabIndex = 0;
    else if (area.tabIndex === 0 && document.activeElement !== area) area.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const watch = () => {
    sizes.disconnect();
    for (const element of [area, ...area.children]) sizes.observe(element);
  };
  const content = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target === area)) watch();
    look();
  });
  content.observe(area, { childList: true, subtree: true });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}

/** {@link keyboardScroll} for an element that is needed as `ref`, too. */
export function useKeyboardScroll(ref: RefObject<HTMLElement | null>) {
  return useCallback(
    (element: HTMLElement | null) => {
      ref.current = element;
      return keyboardScroll(element);
    },
    [ref],
  );
}

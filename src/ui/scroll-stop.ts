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
export function scrollStop(area: HTMLElement | null): (() => void) | undefined {
  if (!area || globalThis.ResizeObserver === undefined) return undefined;
  const look = () => {
    const scrolls = area.scrollHeight > area.clientHeight || area.scrollWidth > area.clientWidth;
    if (scrolls && area.querySelector(stops) === null) area.tabIndex = 0;
    else if (document.activeElement !== area) area.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const watch = () => {
    sizes.disconnect();
    for (const element of [area, ...area.children]) sizes.observe(element);
    look();
  };
  const content = new MutationObserver(watch);
  content.observe(area, { childList: true, subtree: true });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}

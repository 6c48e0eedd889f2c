import { useSyncExternalStore } from 'react';

/** Below this width the layout is the narrow one (specification 1, section 9: about 768 px). */
const narrowQuery = '(max-width: 767.98px)';

/** A phone: little room, and a finger. At 200 % zoom a desk's window is as narrow. */
const phoneQuery = `${narrowQuery} and (pointer: coarse)`;

/** Between a phone and a desk: room for either the open menu or a table, not both. */
const mediumQuery = '(min-width: 768px) and (max-width: 1099.98px)';

/** Whether the window matches the media query. False without matchMedia (tests). */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => globalThis.matchMedia?.(query)?.matches ?? false,
  );
}

/** Whether the window is narrow. Tables are then cards, and filters a sheet. */
export function useNarrow(): boolean {
  return useMediaQuery(narrowQuery);
}

/** Whether the window is too narrow to arrange things in, as a phone's is. A desk's at 200 % zoom is wider. */
export function useSlim(): boolean {
  return useMediaQuery('(max-width: 599.98px)');
}

/** Whether the window is narrow and low, as a desk's at 400 % zoom: what stays in view then covers most of the page. */
export function useLow(): boolean {
  return useMediaQuery(`${narrowQuery} and (max-height: 419.98px)`);
}

/** Whether the device is a phone, whose own lists of options serve best. */
export function usePhone(): boolean {
  return useMediaQuery(phoneQuery);
}

/** Whether the window has little room beside an open menu. */
export function useMedium(): boolean {
  return useMediaQuery(mediumQuery);
}

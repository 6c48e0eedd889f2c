import type { ComponentType } from 'react';

let keeper: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Has this drawn for as long as the page lives, wherever `focusKeeper` is read. */
export function keepFocus(component: ComponentType): void {
  if (keeper !== null) return;
  keeper = component;
  for (const listener of listeners) listener();
}

/** What holds on to Fluent's focus handling once a dialog needed it, for `useSyncExternalStore`; null before. */
export const focusKeeper = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): ComponentType | null => keeper,
};

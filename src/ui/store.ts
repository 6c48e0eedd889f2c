import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** A store that only its own functions change; read it with `useStore`. */
export type ReadonlyStore<T> = Omit<StoreApi<T>, 'setState'>;

const resets: (() => void)[] = [];

/** Creates a store of the interface. It lives as long as the page. */
export function createUiStore<T>(initial: T): StoreApi<T> {
  const store = createStore<T>(() => initial);
  resets.push(() => store.setState(initial, true));
  return store;
}

/** Resets every store of the interface to its initial state, between tests. */
export function resetStores(): void {
  for (const reset of resets) reset();
}

import type { Json } from '../../../contracts/json.ts';
import type { Preferences } from '../contract.ts';

/** Preferences in memory. */
export function createMemoryPreferences(): Preferences {
  const values = new Map<string, Json>();
  const listeners = new Set<() => void>();
  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      values.set(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(_, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

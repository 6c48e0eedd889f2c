/** Storage of strings that never throws. */
export interface SafeStorage {
  get(key: string): string | null;
  /** Returns false when the browser does not keep the value: it then lives as long as the page. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys that begin with a text. */
  keys(prefix: string): string[];
  /** Drops values that only this page has, after another tab changed the stored ones. */
  dropOwn(): void;
}

/** The storage that the tabs of this browser share; null when the browser denies it. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Wraps a storage that may be missing, full or denied. Values that it does not take are kept in memory. */
export function createSafeStorage(storage: () => Storage | null): SafeStorage {
  const memory = new Map<string, string>();
  function remove(key: string): void {
    try {
      storage()?.removeItem(key);
    } catch {
      // Without access to the storage there is no value to remove.
    }
  }
  return {
    get(key) {
      // A newer value than the stored one, which could not be replaced.
      const own = memory.get(key);
      if (own !== undefined) return own;
      try {
        return storage()?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        const target = storage();
        if (target) {
          target.setItem(key, value);
          memory.delete(key);
          return true;
        }
      } catch {
        // The next page must not read the older value.
        remove(key);
      }
      memory.set(key, value);
      return false;
    },
    remove(key) {
      memory.delete(key);
      remove(key);
    },
    keys(prefix) {
      let stored: string[] = [];
      try {
        stored = Object.keys(storage() ?? {});
      } catch {
        // The values that this page has alone are all there is.
      }
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
    dropOwn: () => memory.clear(),
  };
}

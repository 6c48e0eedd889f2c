import type { Draft, Drafts } from '../engine/core/index.ts';
import { browserStorage, createSafeStorage } from './safe-storage.ts';

const prefix = 'molde.draft.';
/** Older drafts are ignored. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

/**
 * Stores unsaved values on this device, for one person of one tenant. Without storage there are no drafts, and forms work
 * without them.
 */
export function createDrafts(
  owner: () => string | null,
  storage: Storage | null = browserStorage(),
  now: () => number = Date.now,
): Drafts {
  const nameOf = (key: string) => `${prefix}${owner() ?? ''}.${key}`;
  return {
    read(key) {
      try {
        const draft = JSON.parse(storage?.getItem(nameOf(key)) ?? 'null') as Draft | null;
        if (draft === null || now() - Date.parse(draft.savedAt) > maxAge) return null;
        return typeof draft.values === 'object' && draft.values !== null ? draft : null;
      } catch {
        return null;
      }
    },
    write(key, values, savedAt = new Date(now()).toISOString()) {
      if (owner() === null) return true;
      try {
        storage?.setItem(nameOf(key), JSON.stringify({ values, savedAt } satisfies Draft));
        return storage !== null;
      } catch {
        // The storage is full or forbidden: the form works without a draft, and says so.
        return false;
      }
    },
    remove(key) {
      try {
        storage?.removeItem(nameOf(key));
      } catch {
        // Without access to the storage there is no draft to remove.
      }
    },
  };
}

/** Removes every draft of this device, when the person signs out. */
export function clearDrafts(storage: Storage | null = browserStorage()): void {
  const safe = createSafeStorage(() => storage);
  for (const key of safe.keys(prefix)) safe.remove(key);
}

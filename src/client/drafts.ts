import type { Draft, Drafts } from '../engine/core/index.ts';

const prefix = 'molde.draft.';
/** Older ones are of no use to anybody. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

/**
 * What is typed and not saved yet, kept on this device for one person of one tenant. Where nothing may be stored nothing is
 * kept, and the form says nothing of it.
 */
export function createDrafts(owner: () => string | null, storage: Storage | null = browserStorage()): Drafts {
  const nameOf = (key: string) => `${prefix}${owner() ?? ''}.${key}`;
  return {
    read(key) {
      try {
        const draft = JSON.parse(storage?.getItem(nameOf(key)) ?? 'null') as Draft | null;
        if (draft === null || Date.now() - Date.parse(draft.savedAt) > maxAge) return null;
        return typeof draft.values === 'object' && draft.values !== null ? draft : null;
      } catch {
        return null;
      }
    },
    write(key, draft) {
      if (owner() === null) return;
      try {
        storage?.setItem(nameOf(key), JSON.stringify(draft));
      } catch {
        // Full or forbidden: the form works as one without drafts.
      }
    },
    remove(key) {
      try {
        storage?.removeItem(nameOf(key));
      } catch {
        // Nothing was kept where nothing may be removed.
      }
    },
  };
}

/** Forgets every draft of this device: whoever signs out leaves nothing behind. */
export function clearDrafts(storage: Storage | null = browserStorage()): void {
  try {
    if (storage === null) return;
    for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name);
  } catch {
    // Nothing was kept where nothing may be removed.
  }
}

function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

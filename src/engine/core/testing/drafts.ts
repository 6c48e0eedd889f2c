import type { Draft, Drafts } from '../contract.ts';

/** Drafts in memory. */
export function createMemoryDrafts(): Drafts {
  const drafts = new Map<string, Draft>();
  return {
    read: (key) => drafts.get(key) ?? null,
    write(key, values, savedAt = new Date().toISOString()) {
      drafts.set(key, { values, savedAt });
      return true;
    },
    remove: (key) => void drafts.delete(key),
  };
}

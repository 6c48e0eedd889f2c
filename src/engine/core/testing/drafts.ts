import type { Draft, Drafts } from '../contract.ts';

/** Drafts that live as long as the test. */
export function memoryDrafts(): Drafts {
  const kept = new Map<string, Draft>();
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, draft) => void kept.set(key, draft),
    remove: (key) => void kept.delete(key),
  };
}

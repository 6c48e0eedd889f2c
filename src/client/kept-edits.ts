import { createDeviceDatabase } from './device-database.ts';

/** Edits that the editor of a document keeps in this browser, so that undo goes on after a reload. */
export interface KeptEdits {
  read(key: string): Promise<unknown>;
  /** Replaces everything that was kept: one document at a time. */
  write(key: string, value: unknown): Promise<void>;
  clear(): Promise<void>;
}

/** Without a database, or where the browser denies it, nothing is kept and nothing fails. */
export function createKeptEdits(database = createDeviceDatabase('molde-editor')): KeptEdits {
  const perform = <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> => database.perform(mode, work).catch(() => undefined);
  return {
    read: (key) => perform('readonly', (store) => store.get(key)),
    async write(key, value) {
      await perform('readwrite', (store) => {
        store.clear();
        return store.put(value, key);
      });
    },
    async clear() {
      await perform('readwrite', (store) => store.clear());
    },
  };
}

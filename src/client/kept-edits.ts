const databaseName = 'molde-editor';
const storeName = 'kept';

/** What the editor of a document keeps in this browser, so that undo goes on after a reload. */
export interface KeptEdits {
  read(key: string): Promise<unknown>;
  /** Replaces everything that was kept: one document at a time. */
  write(key: string, value: unknown): Promise<void>;
  clear(): Promise<void>;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return done(request);
}

/** Null where the browser denies the access, which throws already as the name is read. */
function ownFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Without a database, or where the browser denies it, nothing is kept and nothing fails. */
export function createKeptEdits(factory: IDBFactory | null = ownFactory()): KeptEdits {
  async function perform<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    if (!factory) return undefined;
    try {
      const database = await open(factory);
      try {
        return await done(work(database.transaction(storeName, mode).objectStore(storeName)));
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    }
  }
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

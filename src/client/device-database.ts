/** A store of this browser, which its pages share. Every call rejects where the browser denies it or has no room. */
export interface DeviceDatabase {
  /** Resolves to the result of the request once the browser has written what it writes. */
  perform<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T>;
}

const storeName = 'kept';

const failed = (cause: DOMException | null): Error => cause ?? new Error('IndexedDB');

/** Null where the browser denies the access, which throws already as the name is read. */
export function ownFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(failed(request.error)));
  });
}

export const createDeviceDatabase = (
  name: string,
  factory: IDBFactory | null = ownFactory(),
): DeviceDatabase => ({
  async perform(mode, work) {
    if (!factory) throw new Error('IndexedDB');
    const database = await open(factory, name);
    try {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      // A full disk may be noticed after the request itself.
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        for (const end of ['abort', 'error'])
          transaction.addEventListener(end, () => reject(failed(transaction.error ?? request.error)));
      });
      return request.result;
    } finally {
      database.close();
    }
  },
});

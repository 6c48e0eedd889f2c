import { createDeviceCipher, type DeviceCipher } from './device-cipher.ts';
import type { DeviceDatabase } from './device-database.ts';
import type { OutboxEntry, OutboxKind } from './outbox-entry.ts';

/** Where the entries of one person stand on this device. Every call rejects where that fails. */
export interface OutboxStorage {
  /** Makes ready for writing while the server can be reached. */
  prepare(): Promise<void>;
  /** In their order. */
  read(): Promise<OutboxEntry[]>;
  /** What is kept by its id, also where it cannot be read because the server does not answer. */
  kinds(): Promise<ReadonlyMap<string, OutboxKind>>;
  has(id: string): Promise<boolean>;
  write(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** An entry as the device keeps it: all but its kind is encrypted. */
interface KeptEntry {
  id: string;
  kind: OutboxKind;
  sealed: Uint8Array<ArrayBuffer>;
}

/**
 * Keeps entries in this browser, readable only with the key that the server gives their person.
 * @param owner names person and tenant
 */
export function createOutboxStorage(
  database: DeviceDatabase,
  owner: string,
  askKey: () => Promise<string>,
): OutboxStorage {
  let asked: Promise<DeviceCipher> | null = null;
  const cipher = (): Promise<DeviceCipher> => {
    asked ??= askKey()
      .then(createDeviceCipher)
      .catch((error: unknown) => {
        asked = null;
        throw error;
      });
    return asked;
  };
  const nameOf = (id: string) => `${owner}/${id}`;
  const own = () => IDBKeyRange.bound(nameOf(''), nameOf('\uffff'));
  const readAll = () =>
    database.perform('readonly', (store) => store.getAll(own()) as IDBRequest<KeptEntry[]>);

  return {
    async prepare() {
      await cipher();
    },
    async read() {
      const kept = await readAll();
      if (kept.length === 0) return [];
      const { open } = await cipher();
      const entries: OutboxEntry[] = [];
      for (const { id, sealed } of kept)
        // One that was altered stays where it is: it is no reason to leave the others waiting.
        await open(sealed, nameOf(id)).then(
          (text) => entries.push(JSON.parse(text) as OutboxEntry),
          () => undefined,
        );
      return entries.sort((one, other) => one.at - other.at);
    },
    kinds: async () => new Map((await readAll()).map(({ id, kind }) => [id, kind])),
    has: async (id) => (await database.perform('readonly', (store) => store.count(nameOf(id)))) > 0,
    async write(entry) {
      const { seal } = await cipher();
      const { id, kind } = entry;
      const kept: KeptEntry = { id, kind, sealed: await seal(JSON.stringify(entry), nameOf(id)) };
      await database.perform('readwrite', (store) => store.put(kept, nameOf(id)));
    },
    async remove(id) {
      await database.perform('readwrite', (store) => store.delete(nameOf(id)));
    },
    async clear() {
      await database.perform('readwrite', (store) => store.delete(own()));
    },
  };
}

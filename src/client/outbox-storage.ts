import type { PickedFile } from '../engine/core/index.ts';
import { createDeviceCipher, type Bytes, type DeviceCipher } from './device-cipher.ts';
import type { DeviceDatabase } from './device-database.ts';
import type { OutboxEntry, OutboxKind } from './outbox-entry.ts';

/** Where the entries of one person stand on this device. Every call rejects where that fails. */
export interface OutboxStorage {
  /** Makes ready for writing while the server can be reached. */
  prepare(): Promise<void>;
  /** In their order. Their files are read when they are sent. */
  read(): Promise<OutboxEntry[]>;
  /** The call with the content of its files. */
  requestOf(entry: OutboxEntry): Promise<OutboxEntry['request']>;
  /** Kinds of the kept entries by their ids, also where these cannot be read because the server does not answer. */
  kinds(): Promise<ReadonlyMap<string, OutboxKind>>;
  has(id: string): Promise<boolean>;
  write(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** Largest file that is kept, in megabytes: one is encrypted as a whole, and browsers keep little on small devices. */
export const mostKeptFile = 16;

/** An entry as the device keeps it: all but its kind is encrypted. */
interface KeptEntry {
  id: string;
  kind: OutboxKind;
  sealed: Bytes;
}

const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);

/** The files of a call, by the names of their parts. */
const filesOf = ({ request }: OutboxEntry): [string, PickedFile][] =>
  Object.entries(request.parts ?? {}).flatMap(([part, value]) =>
    typeof value === 'string' ? [] : [[part, value]],
  );

/** The entry without what JSON cannot hold. */
function withoutContent(entry: OutboxEntry): OutboxEntry {
  const files = filesOf(entry).map(([part, { name, size, type }]) => [part, { name, size, type }]);
  if (files.length === 0) return entry;
  const parts = { ...entry.request.parts, ...Object.fromEntries(files) };
  return { ...entry, request: { ...entry.request, parts } };
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
  // Apart from the entries, so that these are read without them.
  const fileOf = (id: string, part = '') => `files/${owner}/${id}/${part}`;
  const below = (name: string) => IDBKeyRange.bound(name, `${name}\uffff`);
  const readAll = () =>
    database.perform('readonly', (store) => store.getAll(below(nameOf(''))) as IDBRequest<KeptEntry[]>);

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
          (plain) => entries.push(JSON.parse(textOf(plain)) as OutboxEntry),
          () => undefined,
        );
      return entries.sort((one, other) => one.at - other.at);
    },
    async requestOf(entry) {
      const parts = { ...entry.request.parts };
      for (const [part, file] of filesOf(entry)) {
        if (file instanceof Blob) continue;
        const name = fileOf(entry.id, part);
        const sealed = await database.perform('readonly', (store) => store.get(name) as IDBRequest<Bytes>);
        parts[part] = new File([await (await cipher()).open(sealed, name)], file.name, { type: file.type });
      }
      return entry.request.parts ? { ...entry.request, parts } : entry.request;
    },
    kinds: async () => new Map((await readAll()).map(({ id, kind }) => [id, kind])),
    has: async (id) => (await database.perform('readonly', (store) => store.count(nameOf(id)))) > 0,
    async write(entry) {
      const { id, kind } = entry;
      const files = filesOf(entry).flatMap(([part, file]) => (file instanceof Blob ? [{ part, file }] : []));
      if (files.some(({ file }) => file.size > mostKeptFile * 1024 * 1024)) throw new Error('file too large');
      const { seal } = await cipher();
      const contents: [Bytes, string][] = [];
      for (const { part, file } of files) {
        const name = fileOf(id, part);
        contents.push([await seal(new Uint8Array(await file.arrayBuffer()), name), name]);
      }
      const plain = new TextEncoder().encode(JSON.stringify(withoutContent(entry)));
      const kept: KeptEntry = { id, kind, sealed: await seal(plain, nameOf(id)) };
      await database.perform('readwrite', (store) => {
        for (const [sealed, name] of contents) store.put(sealed, name);
        return store.put(kept, nameOf(id));
      });
    },
    async remove(id) {
      await database.perform('readwrite', (store) => {
        store.delete(below(fileOf(id)));
        return store.delete(nameOf(id));
      });
    },
    async clear() {
      await database.perform('readwrite', (store) => {
        store.delete(below(`files/${owner}/`));
        return store.delete(below(nameOf('')));
      });
    },
  };
}

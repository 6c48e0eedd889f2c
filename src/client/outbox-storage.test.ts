import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeviceDatabase } from './device-database.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { createOutboxStorage, mostKeptFile } from './outbox-storage.ts';

/** A database in memory with the calls that the storage makes. */
function createDatabase(): { database: DeviceDatabase; rows: Map<string, unknown> } {
  const rows = new Map<string, unknown>();
  type Range = { from: string; to: string };
  const within = (query: string | Range) =>
    [...rows.keys()]
      .filter((key) => (typeof query === 'string' ? key === query : key >= query.from && key <= query.to))
      .sort();
  const store = {
    get: (key: string) => rows.get(key),
    getAll: (query: Range) => within(query).map((key) => rows.get(key)),
    count: (query: string) => within(query).length,
    put: (value: unknown, key: string) => void rows.set(key, value),
    delete(query: string | Range) {
      for (const key of within(query)) rows.delete(key);
    },
  };
  return {
    rows,
    database: { perform: async (_, work) => work(store as unknown as IDBObjectStore) as never },
  };
}

beforeEach(() => vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string) => ({ from, to }) }));
afterEach(() => vi.unstubAllGlobals());

const entryOf = (id: string, at: number, file?: File): OutboxEntry => ({
  id,
  key: 'chat/1',
  kind: 'message',
  request: {
    method: 'post',
    address: '/send',
    ...(file ? { parts: { caption: 'Boleto', MEDIA_FILE: file } } : { body: { text: 'Olá' } }),
  },
  data: { text: 'segredo' },
  at,
  refusal: null,
});

function open(database: DeviceDatabase, owner = 'acme.7', key = 'ab'.repeat(32)) {
  const asked = vi.fn(async () => key);
  return { storage: createOutboxStorage(database, owner, asked), asked };
}

const textIn = (rows: Map<string, unknown>): string =>
  [...rows.values()]
    .flatMap((row) => (row instanceof Uint8Array ? [row] : [(row as { sealed: Uint8Array }).sealed]))
    .map((bytes) => new TextDecoder('latin1').decode(bytes))
    .join('');

it('keeps entries in their order, unreadable, and gives files back when they are sent', async () => {
  const { database, rows } = createDatabase();
  const file = new File(['conteúdo'], 'a.txt', { type: 'text/plain' });
  const first = open(database).storage;
  await first.write(entryOf('b', 2, file));
  await first.write(entryOf('a', 1));
  expect(textIn(rows)).not.toMatch(/segredo|Boleto|conte/);
  const { storage, asked } = open(database);
  expect([...(await storage.kinds())]).toEqual([
    ['a', 'message'],
    ['b', 'message'],
  ]);
  expect(asked).not.toHaveBeenCalled();
  const [one, other] = await storage.read();
  expect(one).toEqual(entryOf('a', 1));
  expect(other!.request.parts).toEqual({
    caption: 'Boleto',
    MEDIA_FILE: { name: 'a.txt', size: file.size, type: 'text/plain' },
  });
  const { parts } = await storage.requestOf(other!);
  const back = parts!['MEDIA_FILE'] as File;
  expect([parts!['caption'], back.name, back.type, await back.text()]).toEqual([
    'Boleto',
    'a.txt',
    'text/plain',
    'conteúdo',
  ]);
  // A refusal that is noted leaves the content where it is.
  await storage.write({ ...other!, refusal: { code: 'X', status: 409, message: '', errors: [] } });
  expect(await ((await storage.requestOf(other!)).parts!['MEDIA_FILE'] as File).text()).toBe('conteúdo');
  await storage.remove('b');
  expect([...rows.keys()]).toEqual(['acme.7/a']);
});

it('neither reads, sends nor removes what belongs to another person, or to another key', async () => {
  const { database, rows } = createDatabase();
  const file = new File(['x'], 'a.txt');
  await open(database).storage.write(entryOf('a', 1, file));
  const [kept] = await open(database).storage.read();
  const stranger = open(database, 'acme.70').storage;
  expect([await stranger.read(), (await stranger.kinds()).size, await stranger.has('a')]).toEqual([
    [],
    0,
    false,
  ]);
  await stranger.clear();
  expect(rows.size).toBe(2);
  const wrongKey = open(database, 'acme.7', 'cd'.repeat(32)).storage;
  expect(await wrongKey.read()).toEqual([]);
  await expect(wrongKey.requestOf(kept!)).rejects.toBeInstanceOf(Error);
  await open(database).storage.clear();
  expect(rows.size).toBe(0);
});

it('refuses to keep a file that is too large for it', async () => {
  const { database, rows } = createDatabase();
  const large = new File([new Uint8Array(mostKeptFile * 1024 * 1024 + 1)], 'a.pdf');
  await expect(open(database).storage.write(entryOf('a', 1, large))).rejects.toThrow('too large');
  expect(rows.size).toBe(0);
});

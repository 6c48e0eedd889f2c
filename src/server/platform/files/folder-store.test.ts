import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSmallDisk, type SmallDisk } from '../../testing/small-disk.ts';
import { FolderStore } from './folder-store.ts';

const MB = 1_048_576;
let disk: SmallDisk;

beforeAll(async () => {
  disk = await createSmallDisk(64);
});
afterAll(() => disk.remove());

async function* megabytes(count: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += 1) yield randomBytes(MB);
}
const key = (at: number) => `1/ab/abcdef00-0000-4000-8000-00000000000${at}`;
const leftovers = (): string[] => readdirSync(join(disk.path, 'tmp'));

it('refuses a file that the disk has no room for, leaves nothing of it, and stores the next one', async () => {
  const store = new FolderStore(disk.path, 0);
  await store.write(key(1), megabytes(1));
  await expect(store.write(key(2), megabytes(80))).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(leftovers()).toEqual([]);
  await expect(store.read(key(2), null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await store.write(key(3), megabytes(2));
  expect(await buffer(await store.read(key(3), null))).toHaveLength(2 * MB);
  expect(await buffer(await store.read(key(1), null))).toHaveLength(MB);
});

it('leaves the reserve of the database free', async () => {
  const store = new FolderStore(disk.path, 32 * MB);
  await expect(store.write(key(4), megabytes(60))).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(leftovers()).toEqual([]);
  await store.write(key(5), megabytes(3));
});

it('takes no key that leads elsewhere', async () => {
  const store = new FolderStore(disk.path, 0);
  for (const one of ['../x', '1/../../x', '/etc/passwd', '1/ab/x/y', ''])
    await expect(store.read(one, null)).rejects.toThrow('no key');
});

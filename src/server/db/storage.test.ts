import { createCipheriv, randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCluster } from '../testing.ts';
import { bundlePrograms } from '../testing/process.ts';
import { createSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { DatabaseUnavailable, StorageFull, toDatabaseError } from './database-errors.ts';
import { DataFolder } from './data-folder.ts';
import { openEmbedded } from './embedded.ts';
import type { Log } from './log.ts';
import { LOW_STORAGE } from './storage.ts';

const MB = 1_000_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Waits for a state that the server reaches by itself. */
async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await reached())) await pause();
}

/** Lets a minute pass, until the end of the test. */
function passMinute(): void {
  const now = performance.now.bind(performance);
  const passed = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  onTestFinished(() => passed.mockRestore());
}

describe('the free space of the data folder', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await createSmallDisk(64);
  });
  afterAll(() => disk.remove());

  it('is reported as low, full and enough again, once each, and a reserve is held', async () => {
    const folder = DataFolder.open(join(disk.path, 'watched'), { reserveBytes: 4 * MB });
    const lines: string[] = [];
    const write = (level: string) => (_facts: object, message: string) =>
      void lines.push(`${level} ${message.split(':')[0]}`);
    folder.log.connect({ info: write('info'), warn: write('warn'), error: write('error') } satisfies Log);
    const { storage } = folder;
    await storage.watch();
    expect(storage.state).toBe('ok');
    expect(statSync(join(folder.path, 'reserve')).size).toBe(4 * MB);

    disk.fill(LOW_STORAGE * 4 * MB - MB);
    await until(() => storage.state === 'low');
    expect(storage.refusesWrites).toBe(false);
    disk.fill(3 * MB);
    await until(() => storage.state === 'full');
    expect(storage.refusesWrites).toBe(true);
    expect(storage.freeBytes).toBeLessThanOrEqual(3 * MB);
    disk.free();
    await until(() => storage.state === 'ok');
    expect(lines).toEqual(['warn STORAGE_LOW', 'error STORAGE_FULL', 'info STORAGE_OK']);
    await folder.close();
  });

  it('is full without a reserve until one fits, and the reserve goes only to a database that lacks space', async () => {
    const path = join(disk.path, 'reserve-later');
    disk.fill(6 * MB);
    const folder = DataFolder.open(path, { reserveBytes: 4 * MB });
    const { storage } = folder;
    await storage.watch();
    expect(storage.state).toBe('full');
    expect(existsSync(join(path, 'reserve'))).toBe(false);
    disk.free();
    await until(() => storage.state === 'ok');
    expect(await storage.releaseReserve(new Error('another failure'))).toBe(false);
    expect(existsSync(join(path, 'reserve'))).toBe(true);
    expect(await storage.releaseReserve(new StorageFull('No space left on device'))).toBe(true);
    expect(existsSync(join(path, 'reserve'))).toBe(false);
    expect(storage.state).toBe('full');
    await folder.close();
  });
});

it('stops refusing writes after the database reported a full disk that is not visible, as of a quota', async () => {
  const disk = await createSmallDisk(16);
  onTestFinished(() => disk.remove());
  const folder = DataFolder.open(join(disk.path, 'data'));
  await folder.storage.watch();
  folder.storage.reportFull();
  expect(folder.storage.refusesWrites).toBe(true);
  passMinute();
  await until(() => !folder.storage.refusesWrites);
  await folder.close();
});

describe('the embedded database on a full disk', () => {
  it.each([
    { name: 'with a reserve', reserveBytes: 32 * MB },
    { name: 'without one', reserveBytes: 0 },
  ])(
    'that aborts loses no acknowledged write and writes again once space is freed: $name',
    async ({ reserveBytes }) => {
      const disk = await createSmallDisk(300);
      onTestFinished(() => disk.remove());
      const path = join(disk.path, 'data');
      await createCluster(path);
      const folder = DataFolder.open(path, { reserveBytes });
      // A busy machine writes slowly. The limit has tests of its own.
      const database = await openEmbedded(folder, { statementLimitMs: 120_000 });
      const keys = async () =>
        (await database.owner.selectFrom('tenant').select('key').orderBy('id').execute()).map(
          ({ key }) => key,
        );
      const insert = (key: string) =>
        database.owner.insertInto('tenant').values({ key, name: key }).execute();
      await insert('first');
      const acknowledged = ['first'];
      let tried = 0;
      const writeUntilFailure = async (): Promise<unknown> => {
        try {
          for (;;) {
            const key = `k${(tried += 1)}`;
            await insert(key);
            acknowledged.push(key);
            await sql`select pg_switch_wal()`.execute(database.owner);
          }
        } catch (error) {
          return toDatabaseError(error);
        }
      };
      const reserve = join(path, 'reserve');
      const lines: string[] = [];
      const note = (_facts: object, message: string) => void lines.push(message.split(':')[0] ?? '');
      folder.log.connect({ info: note, warn: note, error: note } satisfies Log);
      disk.fill();
      // The rows fit into pages that exist. A new file of the log does not fit, so the database aborts with a PANIC: of a
      // write, or of the checkpoint beside it, for which a write waits then.
      while (!lines.includes('DATABASE_FAILED')) {
        const failure = await writeUntilFailure();
        expect(
          failure instanceof StorageFull || failure instanceof DatabaseUnavailable,
          String(failure),
        ).toBe(true);
      }
      await until(() => folder.storage.refusesWrites && !(reserveBytes > 0 && existsSync(reserve)));
      if (reserveBytes > 0) {
        // The space of the reserve is enough to read.
        let found: string[] = [];
        await until(() =>
          keys().then(
            (read) => (found = read).length > 0,
            () => false,
          ),
        );
        expect(found).toEqual(expect.arrayContaining(acknowledged));
        expect(folder.storage.refusesWrites).toBe(true);
      }
      disk.free();
      let attempts = 0;
      await until(() =>
        insert(`freed${(attempts += 1)}`).then(
          () => true,
          () => false,
        ),
      );
      expect(await keys()).toEqual(expect.arrayContaining([...acknowledged, `freed${attempts}`]));
      if (reserveBytes > 0) {
        passMinute();
        await until(() => !folder.storage.refusesWrites);
        expect(existsSync(reserve)).toBe(true);
      }
      await database.close();
      await folder.close();
    },
    300_000,
  );
});

describe('the server on a full disk', () => {
  const programs = bundlePrograms();
  afterAll(() => programs.end());

  /**
   * Calls the API as the demo's administrator. The first small write that meets a full disk is refused and makes the server
   * give the database the reserve, if no write of the test did before; the next one has room.
   */
  async function signedIn(address: string) {
    const iv = randomBytes(16);
    const key = Uint8Array.from({ length: 32 }, (_, at) => at);
    const cipher = createCipheriv('aes-256-ctr', key, iv);
    const password = `${iv.toString('hex')}:${cipher.update('molde-demo', 'utf8', 'hex')}`;
    const post = () =>
      fetch(`${address}/adm/v2/sec/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      });
    const first = await post();
    const signIn = first.status === 507 ? await post() : first;
    expect(signIn.status).toBe(200);
    const { data } = (await signIn.json()) as { data: { accessToken: string } };
    const headers = { authorization: `Bearer ${data.accessToken}`, 'accept-language': 'pt' };
    const preference = `${address}/adm/v2/sec/me/preferences/test.storage`;
    return {
      read: () => fetch(preference, { headers }),
      write: (value: unknown) =>
        fetch(preference, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ value }),
        }),
    };
  }

  it('answers reads, refuses writes with 507, warns before, recovers, and stops in order', async () => {
    const disk = await createSmallDisk(600);
    onTestFinished(() => disk.remove());
    const dataDir = join(disk.path, 'data');
    await createCluster(dataDir, 'tenants');
    const run = () => {
      const server = programs.run('main', [], {
        PROFILE: 'demo',
        DATA_DIR: dataDir,
        DISK_RESERVE_MB: '32',
        RATE_LIMIT_PERSON: '0',
        RATE_LIMIT_ADDRESS: '0',
      });
      onTestFinished(() => void server.child.kill('SIGKILL'));
      return server;
    };
    const server = run();
    const address = await server.listening;
    const ready = async () => (await fetch(`${address}/readyz`)).json();
    const metric = async (name: string) =>
      new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${address}/metrics`)).text())?.[1];
    const { read, write } = await signedIn(address);
    expect((await write('before')).status).toBe(200);
    expect(await ready()).toEqual({ status: 'ready' });
    expect(await metric('storage_low')).toBe('0');

    disk.fill(LOW_STORAGE * 32 * MB - MB);
    await until(async () => (await metric('storage_low')) === '1');
    expect(await ready()).toEqual({ status: 'degraded', storage: 'low' });
    expect(await metric('storage_full')).toBe('0');
    expect((await write('low')).status).toBe(200);

    disk.fill();
    let stored: unknown = 'low';
    // Until the server notices the lack of space, writes may succeed; each answer is either.
    for (let at = 0, status = 200; status !== 507; at += 1) {
      ({ status } = await write(at));
      expect([200, 507]).toContain(status);
      if (status === 200) stored = at;
      expect((await read()).status).toBe(200);
    }
    await until(async () => (await metric('storage_full')) === '1');
    expect(await ready()).toEqual({ status: 'degraded', storage: 'full' });
    const refused = await write('refused');
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({
      code: 'INSUFFICIENT_STORAGE',
      message: expect.stringMatching(/^O disco do servidor está cheio/),
    });
    expect(await (await read()).json()).toMatchObject({ data: { value: stored } });
    const other = await signedIn(address);
    expect((await other.read()).status).toBe(200);

    disk.free();
    await until(async () => (await write('freed')).status === 200);
    await until(async () => (await metric('storage_low')) === '0');
    expect(await ready()).toEqual({ status: 'ready' });

    disk.fill();
    await until(async () => (await write('freed')).status === 507);
    server.child.kill('SIGTERM');
    const { code, output } = await server.ended;
    expect(code).toBe(0);
    expect([...new Set(output.match(/STORAGE_\w+/g))]).toEqual(['STORAGE_LOW', 'STORAGE_FULL']);

    // The disk is full still: the server starts and answers what was stored.
    const next = run();
    const again = await signedIn(await next.listening);
    expect(await (await again.read()).json()).toMatchObject({ data: { value: 'freed' } });
    expect((await again.write('refused')).status).toBe(507);
    disk.free();
    await until(async () => (await again.write('after')).status === 200);
    next.child.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  }, 600_000);
});

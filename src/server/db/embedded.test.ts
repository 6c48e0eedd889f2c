import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeLeftCopy } from './backup-request.ts';
import { DataFolder } from './data-folder.ts';
import type { PoolDatabase } from './database.ts';
import { openEmbedded, type Embedded } from './embedded.ts';
import { DatabaseUnavailable, StatementTimedOut } from './database-errors.ts';
import { PgliteThread } from './pglite-thread.ts';
import { openEmbeddedCopy } from '../testing.ts';
import { exposed } from '../testing/exposed.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-embedded-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts a process that opens the folder, inserts tenants and prints each acknowledged one. */
function writer(path: string) {
  const code = `
    import { DataFolder } from ${here('./data-folder.ts')};
    import { openEmbedded } from ${here('./embedded.ts')};
    const database = await openEmbedded(DataFolder.open(${JSON.stringify(path)}));
    process.stdout.write('open\\n');
    for (let at = 0; ; at += 1) {
      const key = 'k' + process.pid + '-' + at;
      await database.owner.insertInto('tenant').values({ key, name: 'x'.repeat(500) }).execute();
      process.stdout.write(key + '\\n');
    }`;
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const template = join(home, 'template');
/** Leaves the backup at the stop the time that it takes on a busy machine. */
const slowStop = { stopLimitMs: 120_000 };

/** Copies the template's cluster, because creating one takes seconds. */
async function cleanFolder(name: string, parts: readonly string[]): Promise<string> {
  if (!existsSync(template)) await makeTemplate();
  for (const part of parts) cpSync(join(template, part), join(home, name, part), { recursive: true });
  return join(home, name);
}

async function makeTemplate(): Promise<unknown> {
  const folder = DataFolder.open(template, { reserveBytes: 1_000_000 });
  const database = await openEmbedded(folder, { statementLimitMs: 1000, ...slowStop });
  // It computes all the time, and is ended once its thread got a second of a processor, however busy the machine is.
  const failure = await sql`select pg_sleep(1000)`.execute(database.owner).catch((error: unknown) => error);
  await database.close();
  await folder.close();
  return failure;
}

describe('the embedded database', () => {
  it('is created anew after a kill amid its first start, and limits statements only after the migrations', async () => {
    const killed = writer(template);
    const isBegun = () => existsSync(join(template, 'pg.new', 'PG_VERSION'));
    while (!isBegun() && killed.exitCode === null) await delay(5);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(readdirSync(template).sort()).toEqual(['lock', 'pg.new']);
    const mask = process.umask(0);
    // The limit is shorter than a first start.
    expect(await makeTemplate()).toBeInstanceOf(StatementTimedOut);
    process.umask(mask);
    expect(readdirSync(template).sort()).toEqual(['backup', 'lock', 'pg', 'reserve']);
    expect(readdirSync(join(template, 'backup'))).toEqual(['latest.tar.gz']);
    // Files of PGlite, the reserve and the backup are for this account alone, whatever the mask.
    expect(exposed(template)).toEqual([]);
  }, 300_000);

  it('keeps every acknowledged write over kill -9', async () => {
    const path = await cleanFolder('killed', ['pg', 'backup']);
    const acknowledged: string[] = [];
    for (let kills = 0; kills < 2; kills += 1) {
      const process = writer(path);
      let written = 0;
      for await (const line of createInterface({ input: process.stdout })) {
        if (line === 'open') continue;
        acknowledged.push(line);
        written += 1;
        if (written === 40) process.kill('SIGKILL');
      }
    }
    const folder = DataFolder.open(path);
    const database = await openEmbedded(folder);
    const rows = await database.owner.selectFrom('tenant').select('key').execute();
    const stored = new Set(rows.map((row) => row.key));
    expect(acknowledged.length).toBeGreaterThan(60);
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
    await database.close();
    await folder.close();
  }, 300_000);

  it('makes a backup at a stop when it is due, and opens again with all rows', async () => {
    const path = await cleanFolder('backup', ['pg', 'backup']);
    const backups = join(path, 'backup');
    const first = DataFolder.open(path);
    // As a backup leaves it that was killed while the server ran, and one that runs still.
    mkdirSync(join(backups, 'copy', 'pg'), { recursive: true });
    writeFileSync(join(backups, 'requested.tar.gz'), '');
    const running = DataFolder.open(join(backups, 'copy'));
    await removeLeftCopy(first);
    expect(existsSync(join(backups, 'copy', 'pg'))).toBe(true);
    await running.close();
    const old = Date.now() / 1000 - 2 * 86_400;
    utimesSync(join(backups, 'latest.tar.gz'), old, old);
    const database = await openEmbedded(first, slowStop);
    await database.owner.insertInto('tenant').values({ key: 'kept', name: 'Kept' }).execute();
    await database.close();
    await first.close();
    const made = ['latest.tar.gz', 'previous.tar.gz'];
    expect(readdirSync(backups).sort()).toEqual(made);

    const second = DataFolder.open(path);
    const again = await openEmbedded(second, slowStop);
    expect(await again.owner.selectFrom('tenant').select('key').execute()).toEqual([{ key: 'kept' }]);
    const { mtimeMs } = statSync(join(backups, 'latest.tar.gz'));
    await again.close();
    await second.close();
    expect(readdirSync(backups).sort()).toEqual(made);
    expect(statSync(join(backups, 'latest.tar.gz')).mtimeMs).toBe(mtimeMs);
  }, 300_000);

  it('makes the backup of a stop also when it opens again meanwhile, however long that takes', async () => {
    const path = await cleanFolder('reopened', ['pg']);
    const folder = DataFolder.open(path);
    const database = await openEmbedded(folder, { statementLimitMs: 1, ...slowStop });
    const ended = await sql`select pg_sleep(1000)`.execute(database.owner).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(StatementTimedOut);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const closed = database.close();
    // Longer than a connection takes to open.
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    await closed;
    await folder.close();
    expect(readdirSync(join(path, 'backup'))).toEqual(['latest.tar.gz']);
  }, 300_000);

  it('does not end a statement that gets no processor, however long it takes', async () => {
    const folder = DataFolder.open(await cleanFolder('starved', ['pg', 'backup']));
    const used = vi.spyOn(PgliteThread.prototype, 'used').mockReturnValue(5);
    const database = await openEmbedded(folder, { statementLimitMs: 1 });
    // The first look at a statement only reads what its thread had used before; a second one could end it.
    const looks = () => used.mock.calls.length;
    for (let rows = 1_000_000, before = 0; looks() - before < 2; rows *= 2) {
      before = looks();
      const counted = sql<{
        count: number;
      }>`select count(*)::int from generate_series(1, ${sql.lit(rows)}::bigint)`;
      expect((await counted.execute(database.owner)).rows).toEqual([{ count: rows }]);
    }
    await database.close();
    await folder.close();
  }, 300_000);

  it('ends a statement that exceeds the time limit and runs the next one', async () => {
    const folder = DataFolder.open(await cleanFolder('budget', ['pg', 'backup']));
    const database = await openEmbedded(folder, { statementLimitMs: 1000 });
    const error = vi.spyOn(folder.log, 'error');
    await database.owner.insertInto('tenant').values({ key: 'before', name: 'Before' }).execute();
    const session = await database.enter(1, null, 'write');
    await expect(
      sql`select count(*) from generate_series(1, 1e10::bigint)`.execute(session.db),
    ).rejects.toBeInstanceOf(StatementTimedOut);
    await session.rollback();
    expect(await database.owner.selectFrom('tenant').select('key').execute()).toEqual([{ key: 'before' }]);
    // Two threads that open the same cluster would take the lock file from each other.
    expect(error).toHaveBeenCalledOnce();
    await database.close();
    await folder.close();
  }, 300_000);
});

describe('the only session of the embedded database', () => {
  let embedded: Embedded;
  let database: PoolDatabase;
  beforeAll(async () => {
    embedded = await openEmbeddedCopy();
    ({ database } = embedded);
  });
  afterAll(() => database.close());

  it('is dumped amid reads whose COMMIT is not awaited', async () => {
    const stopped = new AbortController();
    const read = async () => {
      while (!stopped.signal.aborted) {
        // On a busy machine a dump takes longer than a request waits for the connection.
        const session = await database.enter(1, null, 'read').catch((error: unknown) => {
          if (error instanceof DatabaseUnavailable) return null;
          throw error;
        });
        await session?.db.selectFrom('tenant').select('id').execute();
        await session?.commit();
      }
    };
    const readers = Promise.all([read(), read(), read(), read()]);
    for (let at = 0; at < 3; at += 1) expect((await embedded.dump()).length).toBeGreaterThan(1_000_000);
    stopped.abort();
    await readers;
  });

  it('does not keep the answers it has given', async () => {
    const answers = async (number: number) => {
      for (let at = 0; at < number; at += 1)
        await sql`select repeat('x', 1000000) as text`.execute(database.owner);
      return process.memoryUsage().rss / 1_000_000;
    };
    const before = await answers(40);
    // Kept answers would add 400 MB at least. Garbage of two threads was seen to add up to 130 MB before it is collected.
    expect((await answers(400)) - before).toBeLessThan(250);
  });

  it('is reset for the connection after a broken one', async () => {
    const read = async () => {
      const session = await database.enter(1, null, 'read');
      const rows = await session.db.selectFrom('tenant').select('id').execute();
      await session.commit();
      return rows;
    };
    expect(await read()).toEqual([]);
    const broken = await database.pool.connect();
    await broken.query('begin');
    await broken.query('create temporary table left_behind (id int)');
    broken.release(true);
    expect(await read()).toEqual([]);
    const { rows } = await database.pool.query(`select to_regclass('left_behind') as found`);
    expect(rows).toEqual([{ found: null }]);
  });
});

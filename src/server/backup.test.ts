import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { StartError } from './db/start-error.ts';
import { readEnv } from './env.ts';
import { formOf } from './platform/files/testing.ts';
import { readArchive } from './platform/backup/archive-read.ts';
import { openStore } from './platform/files/open-files.ts';
import { Installations, withDatabase } from './testing/installation.ts';
import { isNightly } from './testing/nightly.ts';
import { bundlePrograms } from './testing/process.ts';
import { signInAt } from './testing/sign-in.ts';

/**
 * The commands as processes, beside a server that takes writes: on PostgreSQL with TEST_DATABASE_URL, else embedded.
 * The nightly tests kill more often, at random moments.
 */
const installations = new Installations();
const { home } = installations;
const programs = bundlePrograms();
const isEmbedded = !process.env['TEST_DATABASE_URL'];
const KILLS = isNightly ? 8 : 1;
const ROWS = 4000 * (1 + KILLS);
const RESTORED = Buffer.from('of the backup');
const KEY = '1/ab/ab000000-0000-4000-8000-000000000001';
afterAll(async () => {
  programs.end();
  await installations.remove();
});

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** A person who uploads, removes and writes without a pause. Kept files by id, with their hashes. */
class Writer {
  readonly kept = new Map<number, string>();
  readonly #address: string;
  readonly #token: string;
  #isStopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(address: string, token: string) {
    this.#address = address;
    this.#token = token;
  }

  start(): void {
    this.#loop = this.#write();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#loop;
  }

  async #call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(init.headers as Record<string, string>) };
    return fetch(`${this.#address}/adm/v2/${path}`, { ...init, method, headers });
  }

  async upload(): Promise<number> {
    const content = Buffer.from(randomBytes(10_000).toString('hex'));
    const { headers, payload } = formOf([{ name: 'nota.txt', type: 'text/plain', content }]);
    const reply = await this.#call('POST', 'files', { headers, body: payload as unknown as BodyInit });
    if (reply.status !== 201) throw new Error(`the upload was answered ${reply.status}`);
    const { data } = (await reply.json()) as { data: { id: number; sha256: string } };
    this.kept.set(data.id, sha256(content));
    return data.id;
  }

  async #write(): Promise<void> {
    for (let at = 0; !this.#isStopped; at += 1) {
      const id = await this.upload();
      // Half of the files go away again, so that content of the snapshot is removed while it is copied.
      if (at % 2 === 0) {
        this.kept.delete(id);
        await this.#call('DELETE', `files/${id}`);
      }
      const body = JSON.stringify({ value: { n: at } });
      const headers = { 'content-type': 'application/json' };
      await this.#call('PUT', `sec/me/preferences/backup.${at % 50}`, { headers, body });
    }
  }
}

it('a backup beside writes restores to what one moment had: rows, files, sequences and sign-in', async () => {
  // Rows of the demo in each table, which the embedded database needs ten seconds for, and the database only stores.
  const source = await installations.add('source', isEmbedded && !isNightly ? 'tenants' : 'none');
  const server = programs.run('main', [], source);
  const address = await server.listening;
  const token = await signInAt(address);
  const writer = new Writer(address, token);
  for (let at = 0; at < 20; at += 1) await writer.upload();
  const before = new Map(writer.kept);
  writer.start();
  const backup = await programs.run('backup', ['--to', join(home, 'made') + '/'], source).ended;
  await writer.stop();
  expect(backup).toEqual({ code: 0, output: expect.stringMatching(/read again; \d+ rows of \d+ tables/) });
  expect(backup.output).not.toContain('warning');
  server.child.kill('SIGTERM');
  await server.ended;
  const [name] = readdirSync(join(home, 'made'));
  expect(readdirSync(join(home, 'made'))).toEqual([expect.stringMatching(/^molde-\d{8}T\d{6}Z\.tar\.gz$/)]);
  const archive = join(home, 'made', name ?? '');
  const manifest = await readArchive(archive, null);

  const target = await installations.add('target');
  expect(await programs.run('restore', [archive], target).ended).toEqual({
    code: 0,
    output: expect.stringMatching(/^restored \d+ rows/),
  });
  await withDatabase(target, async ({ owner }) => {
    for (const { name: table, rows } of manifest.tables) {
      const { rows: counts } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)}`.execute(owner);
      expect([table, counts[0]?.n]).toEqual([table, rows]);
    }
    // The sum that the same transactions keep beside the rows of files.
    const { rows: sums } = await sql<{ equal: boolean }>`
      select coalesce(sum(f.stored_bytes), 0) = u.bytes as equal from file_usage u
      left join file f on f.tenant_id = u.tenant_id and f.state <> 'quarantine' group by u.tenant_id, u.bytes`.execute(
      owner,
    );
    expect(sums.map(({ equal }) => equal)).toEqual(sums.map(() => true));
    // Each file that the copy names is in it as it was, those among them that were removed while the backup ran.
    const { rows: files } = await sql<{ key: string; sha256: string }>`
      select key, sha256 from file where state = 'stored' order by id`.execute(owner);
    expect(files.length).toBeGreaterThanOrEqual(before.size);
    const store = openStore(readEnv(target));
    for (const file of files) {
      const content = await buffer(await store.read(file.key, null));
      expect({ key: file.key, sha256: sha256(content) }).toEqual(file);
    }
    const { rows: triggers } = await sql`select from pg_trigger where tgenabled <> 'O'`.execute(owner);
    expect(triggers).toEqual([]);
  });

  const restored = programs.run('main', [], target);
  const there = await restored.listening;
  const again = await signInAt(there);
  for (const [id, hash] of before) {
    const reply = await fetch(`${there}/adm/v2/files/${id}`, {
      headers: { authorization: `Bearer ${again}` },
    });
    expect(sha256(Buffer.from(await reply.arrayBuffer()))).toBe(hash);
  }
  // The next number is a new one.
  const after = new Writer(there, again);
  expect(await after.upload()).toBeGreaterThan(Math.max(...before.keys()));
  restored.child.kill('SIGTERM');
  await restored.ended;
  expect(await programs.run('restore', [join(home, 'none.tar.gz')], target).ended).toEqual({
    code: 1,
    output: expect.stringMatching(/^.*none\.tar\.gz.*\n$/),
  });
}, 600_000);

it('a kill -9 leaves the data from before or the restored data, and no archive that looks whole', async () => {
  const source = await installations.add('killed', 'schema');
  await withDatabase(source, async ({ owner }) => {
    await sql`insert into tenant (key, name) values ('acme', 'Acme')`.execute(owner);
    // In parts, each far below the time limit of a statement also on a busy machine.
    for (let at = 0; at < ROWS; at += 500)
      await sql`insert into audit (tenant_id, entity, entity_id, action, address, request_id, after)
        select 1, 'x', g::text, 'create', '', '', jsonb_build_object('text', md5(random()::text || g))
        from generate_series(${at + 1}::int, ${at + 500}::int) g`.execute(owner);
    await sql`insert into file (tenant_id, state, key, name, bytes, stored_bytes, sha256)
      values (1, 'stored', ${KEY}, 'x', ${RESTORED.length}, ${RESTORED.length}, ${sha256(RESTORED)})`.execute(
      owner,
    );
  });
  await openStore(readEnv(source)).write(KEY, Readable.from([RESTORED]));
  const folder = join(home, 'killed archives');
  mkdirSync(folder);
  // The first kill comes once the archive is being written, whatever the machine's speed.
  const first = programs.run('backup', ['--to', join(folder, 'first.tar.gz')], source);
  await killWhen(first, () => existsSync(join(folder, 'first.tar.gz.writing')));
  await expectWhole(join(folder, 'first.tar.gz'));
  const began = performance.now();
  const whole = await programs.run('backup', ['--to', join(folder, 'whole.tar.gz')], source).ended;
  expect(whole).toMatchObject({ code: 0 });
  const took = performance.now() - began;
  for (let at = 1; at < KILLS; at += 1) {
    const run = programs.run('backup', ['--to', join(folder, `${at}.tar.gz`)], source);
    await killAfter(run, (took * (at + Math.random())) / KILLS);
    await expectWhole(join(folder, `${at}.tar.gz`));
  }

  // The other installation has data of its own, which stays as it is until the restored data is there as a whole.
  const target = await installations.add('kept', 'schema');
  await withDatabase(target, ({ owner }) =>
    sql`insert into tenant (key, name) values ('before', 'Before')`.execute(owner),
  );
  await openStore(readEnv(target)).write(KEY, Readable.from([Buffer.from('from before')]));
  const restore = () => programs.run('restore', [join(folder, 'whole.tar.gz'), '--replace'], target);
  const staged = join(target['DATA_DIR']!, 'restore.new');
  await killWhen(restore(), () => existsSync(staged));
  let state = await stateOf(target);
  for (let at = 1; at < KILLS && state !== 'restored'; at += 1) {
    await killAfter(restore(), (2 * took * (at + Math.random())) / KILLS);
    state = await stateOf(target);
  }
  // However slow the machine is, a restore that nobody kills comes to its end, also after those.
  if (state !== 'restored') expect(await restore().ended).toMatchObject({ code: 0 });
  expect(await stateOf(target)).toBe('restored');
}, 600_000);

/** An archive that has its name is whole. */
async function expectWhole(path: string): Promise<void> {
  if (existsSync(path)) await readArchive(path, null);
}

/** State after a kill: all of the data from before, all of the restored data, or one on which no server starts. */
async function stateOf(target: Record<string, string>): Promise<'before' | 'restored' | 'refused'> {
  let rows: { key: string; audit: number }[];
  try {
    rows = await withDatabase(target, async ({ owner }) => {
      const found = await sql<{ key: string; audit: number }>`
        select key, (select count(*)::int from audit where entity = 'x') as audit from tenant`.execute(owner);
      return found.rows;
    });
  } catch (error) {
    // On PostgreSQL, rows and files cannot change at one moment.
    if (error instanceof StartError && error.message.includes('restore again')) return 'refused';
    throw error;
  }
  const content = (await buffer(await openStore(readEnv(target)).read(KEY, null))).toString();
  const isRestored = rows[0]?.key === 'acme';
  expect([rows, content]).toEqual(
    isRestored
      ? [[{ key: 'acme', audit: ROWS }], RESTORED.toString()]
      : [[{ key: 'before', audit: 0 }], 'from before'],
  );
  return isRestored ? 'restored' : 'before';
}

/** Kills the process at a moment that its files show, or does nothing when it was faster than that. */
async function killWhen(run: ReturnType<typeof programs.run>, isThere: () => boolean): Promise<void> {
  const isRunning = () => run.child.exitCode === null && run.child.signalCode === null;
  while (isRunning() && !isThere()) await delay(5);
  run.child.kill('SIGKILL');
  await run.ended;
}

async function killAfter(run: ReturnType<typeof programs.run>, ms: number): Promise<void> {
  await Promise.race([run.ended, delay(ms)]);
  run.child.kill('SIGKILL');
  await run.ended;
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, PoolDatabase } from '../../db/database.ts';
import { Embedded } from '../../db/embedded.ts';
import { commandPool } from '../../db/postgres.ts';
import { readEnv } from '../../env.ts';
import { awkward, BackupFixture, fileKeys } from '../../testing/backups.ts';
import { createCluster } from '../../testing.ts';
import { withDatabase } from '../../testing/installation.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';

/** On PostgreSQL with TEST_DATABASE_URL, else embedded. */
const isEmbedded = !process.env['TEST_DATABASE_URL'];
const fixture = new BackupFixture();
const { installations, options } = fixture;
const at = (name: string): string => fixture.at(name);

let source: Record<string, string>;
let manifest: Manifest;

/** Gives an installation the schema of an earlier release. */
async function withOlderSchema(
  settings: Record<string, string>,
  last: `${number}_${string}`,
  work: (database: PoolDatabase) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = readEnv(settings);
  if (databaseUrl === null) await createCluster(dataDir, last);
  else mkdirSync(dataDir);
  const pool = databaseUrl === null ? null : commandPool(databaseUrl, 'test');
  const database = pool
    ? new PoolDatabase('postgres', pool, () => pool.end())
    : (await Embedded.open({ folder: join(dataDir, 'pg'), template: null }, null)).database;
  try {
    await migrate(database.owner, last);
    await work(database);
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  source = await fixture.filled('source');
  manifest = (await backUp(readEnv(source), at('whole.tar.gz'), null, options)).manifest;
});
afterAll(() => installations.remove());

it('restores every row as it was, the files and the secrets, and sets aside what is there with --replace alone', async () => {
  const target = await fixture.filled('present');
  writeFileSync(join(target['DATA_DIR']!, 'token-secret'), 'aa');
  await withDatabase(target, async ({ owner }) => {
    await sql`update tenant set key = 'before'`.execute(owner);
    await sql`delete from audit`.execute(owner);
  });
  await expect(fixture.restore(target, at('whole.tar.gz'))).rejects.toThrow(/ has data; add --replace /);
  expect(await fixture.tenants(target)).toEqual([{ key: 'before', name: awkward }]);
  const { aside } = await fixture.restore(target, at('whole.tar.gz'), true);
  expect(await fixture.rows(target, manifest)).toEqual(await fixture.rows(source, manifest));
  expect(await fixture.hasFiles(target)).toBe(true);
  expect(readFileSync(join(target['DATA_DIR']!, 'token-secret'), 'utf8')).toBe('00ff');
  const [folder = '', schema] = aside;
  expect(existsSync(join(folder, 'files', fileKeys.a))).toBe(true);
  if (isEmbedded) {
    expect(await fixture.tenants({ ...target, DATA_DIR: folder })).toEqual([
      { key: 'before', name: awkward },
    ]);
  } else {
    const name = schema?.split(' ').at(-1) ?? '';
    await withDatabase(target, async ({ owner }) => {
      const { rows } = await sql`select key from ${sql.raw(name)}.tenant`.execute(owner);
      expect(rows).toEqual([{ key: 'before' }]);
    });
  }
});

it('migrates the data of an older version', async () => {
  const older = await installations.add('older');
  await withOlderSchema(older, '016_files', async ({ owner }) => {
    await sql`insert into tenant (key, name) values ('velha', 'Velha')`.execute(owner);
  });
  const made = await backUp(readEnv(older), at('older.tar.gz'), null, options);
  expect(made.manifest.migrations.at(-1)).toBe('016_files');
  const target = await installations.add('newer');
  await fixture.restore(target, at('older.tar.gz'));
  expect(await fixture.tenants(target)).toEqual([{ key: 'velha', name: 'Velha' }]);
  await withDatabase(target, async ({ owner }) => {
    const { rows } = await sql`select to_regclass('transfer') is not null as current`.execute(owner);
    expect(rows).toEqual([{ current: true }]);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createCluster } from '../testing.ts';
import { DataFolder } from './data-folder.ts';
import type { PoolDatabase } from './database.ts';
import { Embedded, openEmbedded } from './embedded.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-upgrade-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const OLD = '016_files';
const opened = async <T>(cluster: string, work: (database: PoolDatabase) => Promise<T>): Promise<T> => {
  const { database } = await Embedded.open({ folder: cluster, template: null }, null);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** A data folder of an older release, with a tenant. */
async function olderFolder(name: string): Promise<string> {
  const path = join(home, name);
  await createCluster(path, OLD);
  await opened(join(path, 'pg'), ({ owner }) =>
    sql`insert into tenant (key, name) values ('old', 'Old')`.execute(owner),
  );
  return path;
}

const stateOf = (cluster: string): Promise<unknown> =>
  opened(cluster, async ({ owner }) => {
    const migrated = await sql<{ last: string }>`select max(name) as last from kysely_migration`.execute(
      owner,
    );
    const tenants = await sql`select key from tenant`.execute(owner);
    return [migrated.rows[0]?.last, tenants.rows];
  });

it('copies an older database before its migrations, keeps the newest copies, and copies a current one never', async () => {
  const path = await olderFolder('older');
  for (const time of ['20200101T000000Z', '20210101T000000Z'])
    mkdirSync(join(path, 'backup', `before-upgrade-${time}`), { recursive: true });
  const lines: string[] = [];
  const folder = DataFolder.open(path);
  folder.log.connect({ info: (_, line) => lines.push(line), warn: () => undefined, error: () => undefined });
  const database = await openEmbedded(folder, { stopLimitMs: 120_000 });
  const tenants = await sql`select key from tenant`.execute(database.owner);
  expect(tenants.rows).toEqual([{ key: 'old' }]);
  await database.close();
  expect(lines.join()).toContain('UPGRADE');
  const copies = readdirSync(folder.backups).filter((name) => name.startsWith('before-upgrade-'));
  expect(copies).toEqual(['before-upgrade-20210101T000000Z', expect.stringMatching(/-20[2-9]\d{5}T\d{6}Z$/)]);
  expect(await stateOf(join(folder.backups, copies[1] ?? '', 'pg'))).toEqual([OLD, [{ key: 'old' }]]);

  await (await openEmbedded(folder, { stopLimitMs: 120_000 })).close();
  expect(readdirSync(folder.backups).filter((name) => name.startsWith('before-upgrade-'))).toEqual(copies);
  await folder.close();
}, 300_000);

it('leaves the database of a failed upgrade as it was, and names the copy', async () => {
  const path = await olderFolder('failing');
  await opened(join(path, 'pg'), ({ owner }) => sql`create table transfer (note text)`.execute(owner));
  const folder = DataFolder.open(path);
  await expect(openEmbedded(folder, { stopLimitMs: 120_000 })).rejects.toThrow(
    /cannot be migrated \(migration 019_transfers: .*\); its data is unchanged, and a copy of the database is in .*before-upgrade-/,
  );
  await folder.close();
  expect(await stateOf(join(path, 'pg'))).toEqual([OLD, [{ key: 'old' }]]);
  expect(readdirSync(join(path, 'backup')).sort()).toEqual([
    expect.stringMatching(/^before-upgrade-/),
    'latest.tar.gz',
  ]);
}, 300_000);

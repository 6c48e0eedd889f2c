import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolder } from '../db/data-folder.ts';
import type { Database } from '../db/database.ts';
import { folderOptions, openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { copyPostgres, createCluster, leaveBackup, openEmptyPostgres, type Content } from '../testing.ts';

export type InstallationKind = 'embedded' | 'postgres';

/** Test support: installations with a data folder and a database each, for the server's processes and commands. */
export class Installations {
  readonly home = mkdtempSync(join(tmpdir(), 'molde-installations-'));
  readonly #closing: (() => Promise<void>)[] = [];

  /**
   * Settings of an installation: on PostgreSQL with TEST_DATABASE_URL, else embedded, unless one is named.
   * @param content of its database, which is copied in a tenth of the time of a first start; 'none' for the first start itself
   */
  async add(
    name: string,
    content: Content | 'none' = 'none',
    kind?: InstallationKind,
  ): Promise<Record<string, string>> {
    const settings = {
      PROFILE: 'demo',
      LOG_LEVEL: 'fatal',
      DATA_DIR: join(this.home, name),
      DISK_RESERVE_MB: '0',
      RATE_LIMIT_PERSON: '0',
      RATE_LIMIT_ADDRESS: '0',
    };
    const base = process.env['TEST_DATABASE_URL'];
    if (!base || kind === 'embedded') {
      if (content !== 'none') await createCluster(settings.DATA_DIR, content);
      return settings;
    }
    const { url, drop } = await (content === 'none' ? openEmptyPostgres(base) : copyPostgres(base, content));
    this.#closing.push(drop);
    return { ...settings, DATABASE_URL: url };
  }

  async remove(): Promise<void> {
    for (const close of this.#closing) await close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Opens the data of an installation whose server is stopped. */
export async function withDatabase<T>(
  settings: Record<string, string>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const env = readEnv(settings);
  if (env.databaseUrl === null) leaveBackup(env.dataDir);
  const folder = DataFolder.open(env.dataDir, folderOptions(env));
  try {
    const database = await openDatabase(env, folder);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await folder.close();
  }
}

import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { Env } from '../env.ts';
import { NOT_FILES } from './backup.ts';
import { copyFolder, holdContent, removeLeftCopy, requestCopy } from './backup-request.ts';
import { DataFolder, DataFolderInUse } from './data-folder.ts';
import { Embedded } from './embedded.ts';
import { commandPool } from './postgres.ts';
import { BACKUP_LOCK } from './snapshot.ts';
import { databaseStartError, StartError } from './start-error.ts';
import { readTar } from './tar-read.ts';

/** The data that a backup reads. Content of files is not removed until it is closed. */
export interface BackupSource {
  kind: 'embedded' | 'postgres';
  client: PoolClient;
  /** Files of DATA_DIR itself that belong to the data. */
  folderFiles: string[];
  close(): Promise<void>;
}

/** @throws StartError with the line to print */
export async function openBackupSource(env: Env): Promise<BackupSource> {
  return env.databaseUrl === null
    ? openEmbeddedSource(env.dataDir)
    : openPostgresSource(env, env.databaseUrl);
}

async function openPostgresSource({ dataDir }: Env, url: string): Promise<BackupSource> {
  const pool = commandPool(url, 'molde backup');
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseStartError(error, url);
  });
  // Before the snapshot begins, so that content of its rows is there.
  await client.query('select pg_advisory_lock_shared($1, $2)', [BACKUP_LOCK.class, BACKUP_LOCK.number]);
  return {
    kind: 'postgres',
    client,
    folderFiles: filesOf(dataDir),
    async close() {
      client.release(true);
      await pool.end();
    },
  };
}

/** Files of the data folder, which may not exist with PostgreSQL. */
const filesOf = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !NOT_FILES.test(entry.name))
        .map(({ name }) => name)
    : [];

async function openEmbeddedSource(dataDir: string): Promise<BackupSource> {
  if (!existsSync(join(dataDir, 'pg')))
    throw new StartError(`DATA_DIR ${dataDir} has no database yet, so there is nothing to back up`);
  try {
    const folder = DataFolder.open(dataDir);
    await removeLeftCopy(folder);
    return await openCluster(dataDir, folder.cluster, () => folder.close());
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
  }
  return openCopy(dataDir);
}

/** Opens a copy that the running server makes. The copy replays its log as a restored one does. */
async function openCopy(dataDir: string): Promise<BackupSource> {
  const backups = join(dataDir, 'backup');
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const work = copyFolder({ backups });
  const lock = DataFolder.open(work);
  const endHold = holdContent({ backups });
  const close = async (): Promise<void> => {
    endHold();
    await lock.close();
    rmSync(work, { recursive: true, force: true });
  };
  try {
    rmSync(join(work, 'pg'), { recursive: true, force: true });
    const archive = await requestCopy({ backups });
    try {
      await unpack(archive, work);
    } finally {
      rmSync(archive, { force: true });
    }
    return await openCluster(dataDir, join(work, 'pg'), close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openCluster(
  dataDir: string,
  cluster: string,
  close: () => Promise<void>,
): Promise<BackupSource> {
  const { database } = await Embedded.open({ folder: cluster, template: null }, null);
  const client = await database.pool.connect();
  return {
    kind: 'embedded',
    client,
    folderFiles: filesOf(dataDir),
    async close() {
      client.release(true);
      await database.close();
      await close();
    },
  };
}

async function unpack(archive: string, to: string): Promise<void> {
  const bytes = createGunzip();
  const read = pipeline(createReadStream(archive), bytes);
  for await (const { name, content } of readTar(bytes)) {
    const path = join(to, name);
    if (name.endsWith('/')) mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }));
    }
  }
  await read;
}

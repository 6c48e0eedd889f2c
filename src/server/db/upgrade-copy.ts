import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { DataFolderError, syncFolder, syncPath, type DataFolder } from './data-folder.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/** Copies that are kept; older ones are removed after an upgrade. */
const KEPT = 2;
const NAME = /^before-upgrade-\d{8}T\d{6}Z$/;

/**
 * Copies the cluster of an older release to DATA_DIR/backup/before-upgrade-<time>, before its migrations run.
 * @param owner of the open database, in which nothing else runs
 * @returns the path of the copy, or null when there is nothing to migrate
 * @throws DataFolderError when there is no space for it
 */
export async function copyBeforeUpgrade(folder: DataFolder, owner: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(owner);
  const done = new Set(rows.map(({ name }) => name));
  const pending = Object.keys(migrations).filter((name) => !done.has(name));
  if (pending.length === 0) return null;
  assertSpace(folder);
  const path = join(folder.backups, `before-upgrade-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`);
  const writing = join(folder.backups, 'upgrade.new');
  rmSync(writing, { recursive: true, force: true });
  mkdirSync(writing, { recursive: true, mode: 0o700 });
  // The files change only by statements, and after a checkpoint they need no log from before it.
  await sql`checkpoint`.execute(owner);
  await cp(folder.cluster, join(writing, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  await syncFolder(writing);
  renameSync(writing, path);
  await syncPath(folder.backups);
  folder.log.info(
    { copy: path, migrations: pending },
    'UPGRADE: the data of an older release was copied and is migrated now',
  );
  return path;
}

/** Removes all but the newest copies. */
export function pruneUpgradeCopies({ backups }: Pick<DataFolder, 'backups'>): void {
  if (!existsSync(backups)) return;
  const copies = readdirSync(backups)
    .filter((name) => NAME.test(name))
    .toSorted();
  for (const name of copies.slice(0, -KEPT)) rmSync(join(backups, name), { recursive: true, force: true });
}

function assertSpace({ path, cluster }: DataFolder): void {
  const { bavail, bsize } = statfsSync(path);
  const needed = bytesOf(cluster);
  if (bavail * bsize > needed) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
  throw new DataFolderError(
    `DATA_DIR ${path} belongs to an older release and is copied before it is migrated, which takes ${megabytes(needed)} MB; its disk has ${megabytes(bavail * bsize)} MB left`,
  );
}

function bytesOf(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const child = join(path, entry.name);
    return (
      sum + (entry.isDirectory() ? bytesOf(child) : (statSync(child, { throwIfNoEntry: false })?.size ?? 0))
    );
  }, 0);
}

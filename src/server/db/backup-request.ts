import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { REQUESTED } from './backup.ts';
import { DataFolder, DataFolderInUse } from './data-folder.ts';
import type { Database } from './database.ts';
import { BACKUP_LOCK } from './snapshot.ts';
import { StartError } from './start-error.ts';

/**
 * How `npm run backup` gets a copy of the embedded database, which only the running server can make: it writes a request
 * into DATA_DIR/backup, and the server's upkeep answers with a copy of the cluster.
 */

const REQUEST = 'request';
const ANSWER = 'answer.json';
const HOLD = 'hold';
/** Time after which a hold that nobody renewed ends: its process was killed. */
const HOLD_MS = 60_000;
const RENEW_MS = 5_000;
/** Time within which a server takes a request, and within which it answers one that it took. */
const TAKEN_MS = 60_000;
const ANSWERED_MS = 2_100_000;

type Backups = Pick<DataFolder, 'backups'>;

/** @returns the id of a request that waits, which counts as taken now */
export function takeRequest({ backups }: Backups): string | null {
  const file = join(backups, REQUEST);
  if (!existsSync(file)) return null;
  const id = readFileSync(file, 'utf8');
  rmSync(file, { force: true });
  return id;
}

/** @param error why there is no copy */
export function answerRequest({ backups }: Backups, id: string, error: string | null): void {
  writeAtomically(join(backups, ANSWER), JSON.stringify({ id, error }));
}

/** Asks the running server for a copy of its cluster. @returns the path of the copy, which the caller removes */
export async function requestCopy({ backups }: Backups): Promise<string> {
  const id = randomUUID();
  const answer = join(backups, ANSWER);
  rmSync(answer, { force: true });
  writeAtomically(join(backups, REQUEST), id);
  const started = performance.now();
  while (!existsSync(answer)) {
    const isTaken = !existsSync(join(backups, REQUEST));
    if (performance.now() - started > (isTaken ? ANSWERED_MS : TAKEN_MS)) {
      rmSync(join(backups, REQUEST), { force: true });
      throw new StartError(
        'the process that has DATA_DIR open makes no backup; try again once its start or its command has ended',
      );
    }
    await delay(200);
  }
  const { error } = JSON.parse(readFileSync(answer, 'utf8')) as { id: string; error: string | null };
  rmSync(answer, { force: true });
  if (error !== null) throw new StartError(`the server cannot copy its database: ${error}`);
  return join(backups, REQUESTED);
}

/** Folder into which a backup unpacks the copy, with a lock that ends with its process. */
export const copyFolder = ({ backups }: Backups): string => join(backups, 'copy');

/** Removes what a backup that was killed left, which is as large as the database. That of a running one stays. */
export async function removeLeftCopy(folder: Backups): Promise<void> {
  const path = copyFolder(folder);
  if (!existsSync(path)) return;
  try {
    const lock = DataFolder.open(path);
    rmSync(path, { recursive: true, force: true });
    rmSync(join(folder.backups, REQUESTED), { force: true });
    await lock.close();
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
  }
}

/** Keeps the server from removing content of files. @returns ends it */
export function holdContent({ backups }: Backups): () => void {
  const file = join(backups, HOLD);
  writeFileSync(file, '', { mode: 0o600 });
  const renew = setInterval(() => utimesSync(file, new Date(), new Date()), RENEW_MS).unref();
  return () => {
    clearInterval(renew);
    rmSync(file, { force: true });
  };
}

/** Whether a backup is running, so that content of files must stay. */
export async function isContentHeld(
  { kind, owner }: Pick<Database, 'kind' | 'owner'>,
  dataDir: string,
): Promise<boolean> {
  if (kind === 'embedded') {
    const found = statSync(join(dataDir, 'backup', HOLD), { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs < HOLD_MS;
  }
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and classid = ${BACKUP_LOCK.class}::oid
      and objid = ${BACKUP_LOCK.number}::oid and granted
      and database = (select oid from pg_database where datname = current_database())) as held`.execute(
    owner,
  );
  return rows[0]?.held ?? false;
}

function writeAtomically(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

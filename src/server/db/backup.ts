import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { syncPath, type DataFolder } from './data-folder.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

/** Bytes read at a time; the copy holds no more in memory than some of these. */
const CHUNK = 1_048_576;
/** Shortest pause (ms). A pause for each of a thousand small files would be longer than their compression. */
const SHORTEST_PAUSE_MS = 10;
/** Entries of DATA_DIR that are not part of a backup; the cluster is copied by itself. */
export const NOT_FILES = /^(lock|backup|reserve(\.new)?|pg(\.new)?|restore\.new|before-restore-.*)$/;
/** The copy of the cluster that another process asked for (backup-request.ts). */
export const REQUESTED = 'requested.tar.gz';
/** Parts of the cluster that a start creates anew; pg_control and the log are copied at the end. */
const NOT_COPIED =
  /^(postmaster\.pid|backup_label\.old|global\/pg_control|base\/pgsql_tmp|pg_(wal|dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\/.*)$/;

/** Runs work on the only connection, so that no other statement is executed meanwhile. */
export type Exclusive = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>;

export interface BackupOptions {
  signal: AbortSignal;
  /** Copies the cluster alone to DATA_DIR/backup/requested.tar.gz, instead of everything to the daily backup. */
  isRequested?: boolean;
  /** Leaves the processor to requests for a time (ms). Without it the copy is made at full speed. */
  pause?: (ms: number) => Promise<void>;
}

/**
 * Writes a backup of the data folder while the database serves requests: an archive DATA_DIR/backup/latest.tar.gz that can
 * be unpacked into an empty DATA_DIR. As `pg_basebackup` does, it copies the files of the cluster although they change
 * meanwhile, and adds the write-ahead log from the beginning to the end of the copy; the restored database replays the log
 * when it starts. Requests wait only for the checkpoint at the beginning. The log must not be removed before the end, so
 * the caller makes no checkpoint until then.
 * @returns the archive's size in bytes. The backup before it is kept as previous.tar.gz.
 * @throws whatever fails, an abort by `signal` included; the backups made before stay.
 */
export async function writeBackup(
  folder: DataFolder,
  exclusive: Exclusive,
  { signal, pause, isRequested = false }: BackupOptions,
): Promise<number> {
  const latest = join(folder.backups, isRequested ? REQUESTED : 'latest.tar.gz');
  const writing = join(folder.backups, 'writing');
  mkdirSync(folder.backups, { recursive: true });
  try {
    const copy = new ClusterCopy(folder, exclusive);
    await copy.start();
    try {
      await pipeline(
        Readable.from(pause ? paced(copy.archive(!isRequested), pause) : copy.archive(!isRequested)),
        createGzip({ level: 1 }),
        createWriteStream(writing, { mode: 0o600, flush: true }),
        { signal },
      );
    } finally {
      await copy.end().catch(() => undefined);
    }
    const { size } = await stat(writing);
    if (existsSync(latest) && !isRequested) await rename(latest, join(folder.backups, 'previous.tar.gz'));
    await rename(writing, latest);
    await syncPath(folder.backups);
    return size;
  } finally {
    await rm(writing, { force: true });
  }
}

/** Age of the newest backup in ms, also of one that a clock made that was ahead; Infinity without one. */
export async function backupAge(folder: DataFolder): Promise<number> {
  const found = await stat(join(folder.backups, 'latest.tar.gz')).catch(() => null);
  return found ? Math.abs(Date.now() - found.mtimeMs) : Infinity;
}

/** Pauses as long as the compression took. */
async function* paced(
  pieces: AsyncIterable<Buffer>,
  pause: (ms: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let owedMs = 0;
  for await (const piece of pieces) {
    const started = performance.now();
    yield piece;
    owedMs += performance.now() - started;
    if (owedMs < SHORTEST_PAUSE_MS) continue;
    await pause(owedMs);
    owedMs = 0;
  }
}

interface BackupEnd {
  /** Content of the file backup_label, from which a restored database learns where to begin. */
  label: string;
  /** Name of the last log file that the backup needs. */
  lastFile: string;
  control: Buffer;
}

/** A backup in progress in the database's session, between pg_backup_start and pg_backup_stop. */
class ClusterCopy {
  readonly #folder: DataFolder;
  readonly #exclusive: Exclusive;
  #firstFile = '';
  #ended = false;

  constructor(folder: DataFolder, exclusive: Exclusive) {
    this.#folder = folder;
    this.#exclusive = exclusive;
  }

  async start(): Promise<void> {
    const { rows } = await this.#exclusive((client) =>
      client.query<{ file: string }>(`select pg_walfile_name(pg_backup_start('molde', true)) as file`),
    );
    this.#firstFile = rows[0]?.file ?? '';
  }

  /** @returns null if the backup has ended before. */
  async end(): Promise<BackupEnd | null> {
    if (this.#ended) return null;
    this.#ended = true;
    return this.#exclusive(async (client) => {
      const { rows } = await client.query<{ label: string; file: string }>(
        `select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)`,
      );
      const { label = '', file = '' } = rows[0] ?? {};
      // Read here, because the database rewrites this file, and a log does not repair it.
      const control = await readFile(join(this.#folder.cluster, 'global', 'pg_control'));
      return { label, lastFile: file, control };
    });
  }

  async *archive(withFiles: boolean): AsyncGenerator<Buffer> {
    const { cluster, path } = this.#folder;
    yield* folderEntries(cluster, 'pg/', NOT_COPIED);
    const end = await this.end();
    if (!end) return;
    const wal = join(cluster, 'pg_wal');
    const needed = (await readdir(wal))
      .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= this.#firstFile && name <= end.lastFile)
      .sort();
    // The database makes a checkpoint by itself when its log has reached max_wal_size, and removes the oldest files first.
    if (needed[0] !== this.#firstFile)
      throw new Error(
        'the database removed a part of its log during the backup, which is needed to restore it',
      );
    for (const name of needed) yield* fileEntry(join(wal, name), `pg/pg_wal/${name}`);
    yield* bytesEntry('pg/global/pg_control', end.control);
    yield* bytesEntry('pg/backup_label', Buffer.from(end.label));
    // After the database, so that a file that a row names is there.
    if (withFiles) yield* folderEntries(path, '', NOT_FILES);
    yield tarEnd;
  }
}

/** Archives what a folder contains. @param excluded relative paths that are left out. */
async function* folderEntries(
  folder: string,
  prefix: string,
  excluded: RegExp,
  below = '',
): AsyncGenerator<Buffer> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true }).catch(missing(() => []))) {
    const relative = `${below}${entry.name}`;
    const path = join(folder, relative);
    if (excluded.test(relative)) continue;
    if (entry.isDirectory()) {
      yield tarHeader({ name: `${prefix}${relative}/`, size: 0, mode: 0o700 });
      yield* folderEntries(folder, prefix, excluded, `${relative}/`);
    } else if (entry.isFile()) {
      yield* fileEntry(path, `${prefix}${relative}`);
    }
  }
}

/** Archives a file with the size that it has at the beginning; it may grow, shrink or be deleted meanwhile. */
async function* fileEntry(path: string, name: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch(missing(() => null));
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield tarHeader({ name, size, mode: 0o600 });
    for (let left = size; left > 0;) {
      const chunk = Buffer.alloc(Math.min(CHUNK, left));
      const { bytesRead } = await file.read(chunk, 0, chunk.length);
      // The end of a file that was truncated is filled with zeros.
      const piece = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
      yield piece;
      left -= piece.length;
    }
    yield tarPadding(size);
  } finally {
    await file.close();
  }
}

function* bytesEntry(name: string, bytes: Buffer): Generator<Buffer> {
  yield tarHeader({ name, size: bytes.length, mode: 0o600 });
  yield bytes;
  yield tarPadding(bytes.length);
}

/** Replaces the error of a file or folder that does not exist any more. */
function missing<T>(replacement: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return replacement();
    throw error;
  };
}

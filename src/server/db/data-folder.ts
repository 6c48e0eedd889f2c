import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { tryLock } from 'fs-native-extensions';
import { StartLog } from './log.ts';
import { StartError } from './start-error.ts';
import { finishRestore } from './staged-restore.ts';
import { Storage } from './storage.ts';

/** A data folder that cannot be used. */
export class DataFolderError extends StartError {}

/** Another process has the data folder open. */
export class DataFolderInUse extends DataFolderError {}

/** Mode bit of folders that all accounts write to, such as /tmp. */
const STICKY = 0o1000;

export interface DataFolderOptions {
  /** 'shared': no lock and no database in it, for several processes on one PostgreSQL. Default: 'exclusive'. */
  access?: 'exclusive' | 'shared';
  /** See StorageOptions. Default: 0. */
  reserveBytes?: number;
}

/**
 * The folder DATA_DIR with the embedded database, files and secrets. An exclusive lock of the kernel, which ends with the
 * process, keeps other processes out, because PGlite takes no lock. Only the account of the server can read the folder.
 */
export class DataFolder {
  readonly path: string;
  readonly storage: Storage;
  readonly log = new StartLog();
  readonly #lock: number;

  private constructor(path: string, lock: number, options: DataFolderOptions) {
    this.path = path;
    this.#lock = lock;
    const { access = 'exclusive', reserveBytes = 0 } = options;
    this.storage = new Storage(path, { reserveBytes, holdsDatabase: access === 'exclusive' }, this.log);
  }

  /** @throws DataFolderError when the folder cannot be written or another process has locked it. */
  static open(path: string, options: DataFolderOptions = {}): DataFolder {
    // The mask of the process also applies to worker threads, which cannot set it.
    if (isMainThread) process.umask(0o077);
    let lock: number;
    try {
      createFolder(path);
      assertUsable(path);
      lock = openSync(join(path, 'lock'), 'a', 0o600);
    } catch (error) {
      throw notWritable(path, error);
    }
    if (options.access !== 'shared' && !tryLock(lock)) {
      closeSync(lock);
      throw new DataFolderInUse(`DATA_DIR ${path} is open in another process; stop that one first`);
    }
    const folder = new DataFolder(path, lock, options);
    folder.#restrict();
    if (options.access !== 'shared') finishRestore(path, folder.log);
    return folder;
  }

  /** Folder of the cluster. It exists once the cluster is complete. */
  get cluster(): string {
    return join(this.path, 'pg');
  }

  get backups(): string {
    return join(this.path, 'backup');
  }

  /** Path for a new cluster. Removes what an interrupted start left there. */
  pendingCluster(): string {
    const pending = join(this.path, 'pg.new');
    rmSync(pending, { recursive: true, force: true });
    return pending;
  }

  hasCluster(): boolean {
    return existsSync(this.cluster);
  }

  /**
   * Moves a complete new cluster to its place. Renaming is the one step that either happened or did not; the cluster is
   * synced before it and the folder after it.
   */
  async installCluster(pending: string): Promise<void> {
    await syncFolder(pending);
    renameSync(pending, this.cluster);
    await syncPath(this.path);
  }

  async close(): Promise<void> {
    await this.storage.close();
    closeSync(this.#lock);
  }

  /** Earlier releases created files that every account could read, and archives are unpacked under any mask. */
  #restrict(): void {
    const others = restrictAccess(this.path);
    if (others.length === 0) return;
    const message = 'the access of other accounts to DATA_DIR cannot be removed; change its owner';
    this.log.warn({ paths: others.slice(0, 5), total: others.length }, message);
  }
}

/**
 * Checks a folder without changing it, also while a server uses it.
 * @throws DataFolderError if it cannot be the data folder.
 */
export function assertUsable(path: string): void {
  try {
    if (statSync(`${path}/`).mode & STICKY)
      throw new DataFolderError(
        `DATA_DIR ${path} is a folder of all accounts; name a folder of its own in it`,
      );
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(path, error);
  }
}

function notWritable(path: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new DataFolderError(`DATA_DIR ${path} cannot be written (${code})`, { cause: error });
}

/** Creates a folder and its missing parents one by one: with `recursive`, Node never returns below /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path));
  mkdirSync(path, 0o700);
}

/** Removes the access of other accounts to everything in a folder. @returns the paths whose mode could not be changed. */
function restrictAccess(path: string, failed: string[] = []): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || !(found.isDirectory() || found.isFile())) return failed;
  try {
    if (found.mode & 0o077) chmodSync(path, found.mode & 0o700);
  } catch {
    failed.push(path);
  }
  if (found.isDirectory()) for (const name of readdirSync(path)) restrictAccess(join(path, name), failed);
  return failed;
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return;
  // Some file systems cannot sync a folder; the files in it are synced one by one.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Writes all files below a folder that changed since a time (ms) to the disk. Ends early when `signal` is aborted.
 * @returns whether all were written.
 */
export async function syncFolder(path: string, since = 0, signal?: AbortSignal): Promise<boolean> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (signal?.aborted) return false;
    const child = join(path, entry.name);
    if (entry.isDirectory()) {
      if (!(await syncFolder(child, since, signal))) return false;
    } else if (entry.isFile()) {
      const found = await stat(child).catch(() => null);
      if (found && found.mtimeMs >= since) await syncPath(child);
    }
  }
  await syncPath(path);
  return true;
}

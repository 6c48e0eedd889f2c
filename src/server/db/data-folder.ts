import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { access, constants, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { StartError } from './start-error.ts';

/** A data folder that cannot be used. */
export class DataFolderError extends StartError {}

/**
 * The folder with the embedded database and the files. Holding it means holding an exclusive lock of the kernel's,
 * which is gone with the process however that ends; PGlite itself takes none.
 */
export class DataFolder {
  readonly path: string;
  readonly #lock: number;

  private constructor(path: string, lock: number) {
    this.path = path;
    this.#lock = lock;
  }

  /**
   * @param how 'shared' takes no lock: for several processes on one PostgreSQL, whose folder holds files only.
   * @throws DataFolderError when the folder cannot be written or another process has it.
   */
  static hold(path: string, how: 'alone' | 'shared' = 'alone'): DataFolder {
    let lock: number;
    try {
      makeFolder(path);
      lock = openSync(join(path, 'lock'), 'a', 0o600);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      throw new DataFolderError(`DATA_DIR ${path} cannot be written (${code})`, { cause: error });
    }
    if (how === 'alone' && !tryLock(lock)) {
      closeSync(lock);
      throw new DataFolderError(`DATA_DIR ${path} is open in another process; stop that one first`);
    }
    return new DataFolder(path, lock);
  }

  /** Where the cluster is, once it is whole. */
  get cluster(): string {
    return join(this.path, 'pg');
  }

  /** Where a new cluster is made; a folder found here is the rest of a start that was cut off, and is removed. */
  pendingCluster(): string {
    const making = join(this.path, 'pg.new');
    rmSync(making, { recursive: true, force: true });
    return making;
  }

  hasCluster(): boolean {
    return existsSync(this.cluster);
  }

  /**
   * Makes a finished new cluster the one: renaming is the single step that either happened or did not. What the name
   * leads to is on the disk before, and the name after.
   */
  async installCluster(made: string): Promise<void> {
    await syncFolder(made);
    renameSync(made, this.cluster);
    await syncOne(this.path);
  }

  async writable(): Promise<boolean> {
    return access(this.path, constants.W_OK).then(
      () => true,
      () => false,
    );
  }

  /** Age of the newest backup in ms; Infinity without one. */
  async backupAge(): Promise<number> {
    const found = await stat(join(this.path, 'backup', 'latest.tar.gz')).catch(() => null);
    return found ? Date.now() - found.mtimeMs : Infinity;
  }

  /** Stores a dump of the cluster and keeps the one before it. */
  async backup(dump: Uint8Array): Promise<void> {
    const folder = join(this.path, 'backup');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const latest = join(folder, 'latest.tar.gz');
    const writing = join(folder, 'writing');
    await writeFile(writing, dump, { mode: 0o600, flush: true });
    if (existsSync(latest)) await rename(latest, join(folder, 'previous.tar.gz'));
    await rename(writing, latest);
    await syncOne(folder);
  }

  release(): void {
    closeSync(this.#lock);
  }
}

/** Makes a folder and the parents it lacks, one by one: Node's recursive way never returns below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

async function syncOne(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return;
  // Some file systems refuse to sync a folder; the files in it were synced one by one.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Writes everything that changed below a folder since `since` (ms) through to the disk. */
export async function syncFolder(path: string, since = 0): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await syncFolder(child, since);
    else if (entry.isFile()) {
      const found = await stat(child).catch(() => null);
      if (found && found.mtimeMs >= since) await syncOne(child);
    }
  }
  await syncOne(path);
}

import type { Socket } from 'node:net';
import pg from 'pg';
import type { Exclusive } from './backup.ts';
import { removeLeftCopy } from './backup-request.ts';
import { DataFolderError, type DataFolder } from './data-folder.ts';
import { migrate, PoolDatabase } from './database.ts';
import { DatabaseUnavailable, StatementTimedOut } from './database-errors.ts';
import { listenEmbedded } from './notifications.ts';
import { PgliteSocket } from './pglite-socket.ts';
import { PgliteThread } from './pglite-thread.ts';
import type { WorkerSettings } from './pglite-worker.ts';
import { openingWithin, STATEMENT_LIMIT_MS } from './postgres.ts';
import { ProgressWatch } from '../threads/guarded-thread.ts';
import { copyBeforeUpgrade, pruneUpgradeCopies } from './upgrade-copy.ts';
import { Upkeep } from './upkeep.ts';

/** A statement may compute as long as its limit says. Its waits, on a busy machine or a slow disk, do not count. */
const LOOK_MS = 250;
const noProgress = new Int32Array(new SharedArrayBuffer(4));
/** Limit of a statement of the upkeep, such as a checkpoint. */
const UPKEEP_LIMIT_MS = 20_000;
/** Time limit of a stop. The recovery of the next start does what is not done by then. */
const STOP_LIMIT_MS = 3000;
/** Pause before another try to open a database that does not open again. */
const RETRY_MS = 1000;

export interface EmbeddedOptions {
  /** Limit of a request's statement, in milliseconds of a processor: its thread is ended then, and the database opened again. */
  statementLimitMs?: number;
  stopLimitMs?: number;
}

/**
 * Opens PGlite in the data folder, with its schema up to date. The first start creates the cluster beside its place and
 * renames it when it is complete, so an interrupted start leaves nothing to repair.
 * @throws DataFolderError when the cluster cannot be opened.
 */
export async function openEmbedded(folder: DataFolder, options: EmbeddedOptions = {}): Promise<PoolDatabase> {
  await folder.storage.watch();
  await removeLeftCopy(folder);
  if (!folder.hasCluster()) {
    const pending = folder.pendingCluster();
    const first = await Embedded.open({ folder: pending, template: null }, folder);
    await migrate(first.database.owner);
    await first.database.close();
    await folder.installCluster(pending);
  }
  const embedded = await Embedded.open(
    { folder: folder.cluster, template: null },
    folder,
    options.stopLimitMs,
  );
  await upgrade(folder, embedded.database);
  embedded.limitStatements(options.statementLimitMs ?? STATEMENT_LIMIT_MS);
  embedded.startUpkeep();
  return embedded.database;
}

/** Brings the schema up to date, all of it or nothing, after a copy of an older one. */
async function upgrade(folder: DataFolder, database: PoolDatabase): Promise<void> {
  let copy: string | null = null;
  try {
    copy = await copyBeforeUpgrade(folder, database.owner);
    await migrate(database.owner);
  } catch (error) {
    await database.close();
    if (copy === null || !(error instanceof Error)) throw error;
    throw new DataFolderError(
      `DATA_DIR ${folder.path} cannot be migrated (${error.message}); its data is unchanged, and a copy of the database is in ${copy}`,
      { cause: error },
    );
  }
  if (copy !== null) pruneUpgradeCopies(folder);
}

/**
 * Opens PGlite in memory, for tests.
 * @param template a dump to start from instead of an empty cluster.
 * @param lastMigration the last migration to run; all of them by default.
 */
export async function openInMemory(
  template: Uint8Array<ArrayBuffer> | null,
  lastMigration?: string,
): Promise<Embedded> {
  const embedded = await Embedded.open({ folder: null, template }, null);
  await migrate(embedded.database.owner, lastMigration);
  embedded.limitStatements(STATEMENT_LIMIT_MS);
  return embedded;
}

/** The running embedded database: a thread, which is replaced when it fails, and the one connection to it. */
export class Embedded {
  readonly database: PoolDatabase;
  readonly #settings: WorkerSettings;
  readonly #folder: DataFolder | null;
  readonly #stopLimitMs: number;
  /** The newest thread, which may still be opening the database. */
  #thread: PgliteThread;
  /** Resolves to a thread that answers, and is replaced when that thread fails. */
  #ready: Promise<PgliteThread>;
  #statementLimitMs: number | null = null;
  #upkeep: Upkeep | null = null;
  #inUpkeep = false;
  #stopping = false;

  private constructor(settings: WorkerSettings, folder: DataFolder | null, stopLimitMs: number) {
    this.#settings = settings;
    this.#folder = folder;
    this.#stopLimitMs = stopLimitMs;
    this.#thread = new PgliteThread(settings);
    this.#ready = this.#open(this.#thread);
    const pool = new pg.Pool({
      max: 1,
      user: 'postgres',
      Client: openingWithin(40),
      idleTimeoutMillis: 0,
      pipeline: true,
      // The driver expects a Socket and uses only the members that PgliteSocket has.
      stream: () => new PgliteSocket(this.#ready, (bytes) => this.#exchange(bytes)) as unknown as Socket,
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.database = new PoolDatabase(
      'embedded',
      pool,
      () => this.#stop(),
      (listener) => listenEmbedded(pool, listener),
      async () => (await this.#ready).memory(),
    );
  }

  /** @throws DataFolderError when the cluster cannot be opened. */
  static async open(
    settings: WorkerSettings,
    folder: DataFolder | null,
    stopLimitMs = STOP_LIMIT_MS,
  ): Promise<Embedded> {
    const embedded = new Embedded(settings, folder, stopLimitMs);
    try {
      await embedded.#ready;
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      throw new DataFolderError(
        `the embedded database in ${settings.folder} does not open (${reason}); a backup is in ${folder?.backups}`,
        { cause: error },
      );
    }
    return embedded;
  }

  /** Limits statements from now on (ms of a processor). Not earlier, because a migration has no limit. */
  limitStatements(limitMs: number): void {
    this.#statementLimitMs = limitMs;
  }

  startUpkeep(): void {
    if (!this.#folder) return;
    this.#upkeep = new Upkeep(this.#folder, this.#exclusive);
    this.#upkeep.start();
  }

  /** Returns a gzipped tar of the whole cluster. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#exclusive(async () => (await this.#ready).dump());
  }

  /** Holding the only connection keeps other statements away. */
  readonly #exclusive: Exclusive = async (work) => {
    const client = await this.database.pool.connect();
    this.#inUpkeep = true;
    try {
      return await work(client);
    } finally {
      this.#inUpkeep = false;
      client.release();
    }
  };

  async #open(thread: PgliteThread): Promise<PgliteThread> {
    this.#thread = thread;
    try {
      await thread.opened;
    } catch (error) {
      await thread.kill();
      // The recovery after a full disk needs space itself.
      if (this.#stopping || !(await this.#folder?.storage.releaseReserve(error))) throw error;
      return this.#open(new PgliteThread(this.#settings));
    }
    void thread.failed.then((reason) => this.#replace(thread, reason));
    return thread;
  }

  /** Opens the database again after a thread failed, or was ended because its statement took too long. */
  #replace(thread: PgliteThread, reason: Error): void {
    if (this.#stopping) return;
    this.#folder?.log.error({ err: reason }, 'DATABASE_FAILED: the embedded database is opened again');
    this.#ready = thread.kill().then(async () => {
      if (!this.#folder) throw new DatabaseUnavailable('the database in memory has ended', { cause: reason });
      await this.#folder.storage.releaseReserve(reason);
      return this.#reopen();
    });
    this.#ready.catch(() => undefined);
  }

  async #reopen(): Promise<PgliteThread> {
    try {
      return await this.#open(new PgliteThread(this.#settings));
    } catch (error) {
      setTimeout(() => {
        if (this.#stopping) return;
        this.#ready = this.#reopen();
        this.#ready.catch(() => undefined);
      }, RETRY_MS).unref();
      throw new DatabaseUnavailable('the embedded database does not open', { cause: error });
    }
  }

  async #exchange(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const thread = await this.#ready;
    const limitMs = this.#inUpkeep ? UPKEEP_LIMIT_MS : this.#statementLimitMs;
    if (limitMs === null) return thread.protocol(bytes);
    const watching = { processorMs: limitMs, everyMs: LOOK_MS };
    const watch = new ProgressWatch(
      noProgress,
      watching,
      () => thread.used(),
      () => {
        void thread.kill(new StatementTimedOut('the statement exceeded its limit of computing'));
      },
    );
    watch.begin();
    try {
      return await thread.protocol(bytes);
    } finally {
      watch.end();
    }
  }

  async #stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    const limit = AbortSignal.timeout(this.#stopLimitMs);
    const tooLong = new Promise((resolve) => limit.addEventListener('abort', resolve));
    await Promise.race([this.#stopInOrder(limit), tooLong]);
    await this.#thread.kill();
  }

  async #stopInOrder(limit: AbortSignal): Promise<void> {
    // A database that is opened again after a failure gets its checkpoint and its backup as well, once it is there.
    await this.#ready.catch(() => undefined);
    await this.#upkeep?.stop(limit).catch(() => undefined);
    await this.database.pool.end().catch(() => undefined);
    await this.#ready.then((thread) => thread.close()).catch(() => undefined);
    await this.#upkeep?.sync(limit);
  }
}

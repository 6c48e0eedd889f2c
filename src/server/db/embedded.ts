import pg, { type PoolClient } from 'pg';
import type { Socket } from 'node:net';
import { migrate, PoolDatabase } from './database.ts';
import { DataFolderError, syncFolder, type DataFolder } from './data-folder.ts';
import { StatementTimedOut } from './database-errors.ts';
import { PgliteSocket } from './pglite-socket.ts';
import { PgliteThread } from './pglite-thread.ts';
import { STATEMENT_BUDGET_MS } from './postgres.ts';

const MAINTENANCE_MS = 5000;
const DAY_MS = 86_400_000;

export interface EmbeddedOptions {
  /** How long one statement may run before its thread is ended and opened again. */
  budgetMs?: number;
}

/**
 * PGlite in a folder, with its schema up to date. The first start makes the cluster beside its place and renames it
 * there when it is whole, so a start that is cut off leaves nothing to repair.
 * @throws DataFolderError when the cluster cannot be opened.
 */
export async function openEmbedded(folder: DataFolder, options: EmbeddedOptions = {}): Promise<PoolDatabase> {
  if (!folder.hasCluster()) {
    const making = folder.pendingCluster();
    const first = new Embedded(await openThread(making), null);
    await migrate(first.database.owner);
    await first.stop();
    await folder.installCluster(making);
  }
  const embedded = new Embedded(await openThread(folder.cluster), folder);
  await migrate(embedded.database.owner);
  embedded.limit(options.budgetMs ?? STATEMENT_BUDGET_MS);
  embedded.maintain();
  return embedded.database;
}

/** PGlite in memory, for tests. @param template a dump to start from instead of an empty cluster. */
export async function openInMemory(template: Uint8Array<ArrayBuffer> | null): Promise<Embedded> {
  const embedded = new Embedded(await PgliteThread.open({ folder: null, template }), null);
  await migrate(embedded.database.owner);
  embedded.limit(STATEMENT_BUDGET_MS);
  return embedded;
}

async function openThread(path: string): Promise<PgliteThread> {
  try {
    return await PgliteThread.open({ folder: path, template: null });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new DataFolderError(
      `the embedded database in ${path} does not open (${reason}); a backup is in ${path}/../backup`,
      {
        cause: error,
      },
    );
  }
}

/** The running embedded database: one thread, one connection to it, and what keeps its folder safe. */
export class Embedded {
  readonly database: PoolDatabase;
  readonly #folder: DataFolder | null;
  #budget: number | null = null;
  /** True while its own upkeep holds the only connection: a checkpoint takes the time it takes. */
  #upkeep = false;
  #thread: Promise<PgliteThread>;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #syncedAt = '';
  #syncedUpTo = 0;
  #stopping = false;

  constructor(thread: PgliteThread, folder: DataFolder | null) {
    this.#thread = Promise.resolve(thread);
    this.#folder = folder;
    const pool = new pg.Pool({
      max: 1,
      user: 'postgres',
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 0,
      pipeline: true,
      // The driver asks for a Socket and uses of it what PgliteSocket has.
      stream: () => new PgliteSocket(this.#thread, (bytes) => this.#exchange(bytes)) as unknown as Socket,
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.database = new PoolDatabase(
      'embedded',
      pool,
      () => this.stop(),
      async () => (await this.#thread).memory(),
    );
  }

  /** From now on a statement may run this long (ms). Not before: a migration takes the time it takes. */
  limit(budgetMs: number): void {
    this.#budget = budgetMs;
  }

  /** Starts the rounds of checkpoint, sync and daily backup. */
  maintain(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#maintenance()
        .catch(() => undefined)
        .finally(() => {
          if (!this.#stopping) this.maintain();
        });
    }, MAINTENANCE_MS).unref();
  }

  /** A gzipped tar of the whole cluster. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#alone(async () => (await this.#thread).dump());
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
    if (this.#folder) await this.#maintenance().catch(() => undefined);
    await this.database.pool.end();
    await (await this.#thread).close().catch(() => undefined);
    if (this.#folder) await this.#sync(this.#folder);
  }

  /** Writes through what changed since the last time; the first time everything. */
  async #sync(folder: DataFolder): Promise<void> {
    const started = Date.now();
    await syncFolder(folder.cluster, this.#syncedUpTo);
    // Some file systems keep times in whole seconds.
    this.#syncedUpTo = started - 2000;
  }

  /** Holding the only connection keeps everybody else's statements away from the thread meanwhile. */
  async #alone<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.database.pool.connect();
    this.#upkeep = true;
    try {
      return await work(client);
    } finally {
      this.#upkeep = false;
      client.release();
    }
  }

  async #maintenance(): Promise<void> {
    const folder = this.#folder;
    if (!folder) return;
    await this.#alone(async (client) => {
      const position = await walPosition(client);
      if (position === this.#syncedAt) return;
      await client.query('checkpoint');
      await this.#sync(folder);
      this.#syncedAt = await walPosition(client);
    });
    if ((await folder.backupAge()) > DAY_MS) await folder.backup(await this.dump());
  }

  async #exchange(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const thread = await this.#thread;
    const budget = this.#budget;
    if (budget === null || this.#upkeep) return thread.protocol(bytes);
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#reopen(thread);
        reject(new StatementTimedOut('the statement ran longer than its budget'));
      }, budget);
    });
    try {
      return await Promise.race([thread.protocol(bytes), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The embedded database cannot cancel a statement: its thread is ended and the folder opened again. */
  #reopen(thread: PgliteThread): void {
    const folder = this.#folder;
    this.#thread = thread.kill().then(() => {
      if (!folder) throw new Error('the database in memory has ended');
      return openThread(folder.cluster);
    });
    // Whoever asks next gets the error; without an asker it must not end the process.
    this.#thread.catch(() => undefined);
  }
}

async function walPosition(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  return rows[0]?.at ?? '';
}

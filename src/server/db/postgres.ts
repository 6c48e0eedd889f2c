import pg, { type PoolClient } from 'pg';
import { PoolDatabase } from './database.ts';
import { listenPostgres } from './notifications.ts';

/** Longest time that a statement of a request may run, on either database. */
export const STATEMENT_LIMIT_MS = 5000;

export interface PostgresSettings {
  url: string;
  /** Maximum number of connections of this process. */
  connections: number;
  /** Longest time of a statement. */
  statementLimitMs?: number;
}

/**
 * Opens a pool of connections to a PostgreSQL server. A monitor closes the connections to a server that stopped answering, those
 * that open too, and refuses what waits for one, so callers get a 503 within 2 s. A connection that does not open although the
 * server answers is given up after 24 looks, and another one begun.
 */
export function openPostgres(settings: PostgresSettings): PoolDatabase {
  const { statementLimitMs = STATEMENT_LIMIT_MS } = settings;
  const opening = new Set<pg.Client>();
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    Client: openingWithin(24, opening),
    pipeline: true,
    options: '-c TimeZone=UTC',
    statement_timeout: statementLimitMs,
    // The server's own limit ends statements. This is for a connection that was lost unheard, and lets a process that was stopped
    // for a while read the answers that came meanwhile.
    query_timeout: 12 * statementLimitMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'molde',
  });
  const busy = new Set<PoolClient>();
  // An 'error' event without a listener would end the process when an idle connection breaks.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  const monitor = startMonitor(settings.url, () => {
    for (const client of [...busy, ...opening]) breakConnection(client);
    database.refuseWaiting();
  });
  const database = new PoolDatabase(
    'postgres',
    pool,
    async () => {
      monitor.stop();
      // The server rolls back what a connection leaves, so nothing is waited for that may never end.
      const broken = [...busy];
      for (const client of broken) breakConnection(client);
      const ended = pool.end();
      if (broken.length === 0) await ended;
    },
    (listener) => listenPostgres(settings.url, listener),
  );
  return database;
}

/** Opens a pool of one connection without a time limit of statements: for migrations and commands. */
export function commandPool(url: string, name: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    Client: openingWithin(24),
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: name,
  });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Clients of a pool that have a number of looks to open their connection: a busy server is slow to open one, and is not lost for
 * it. The pool's own limit would also end the wait for a connection that others use, which says nothing about the server.
 * @param opening has the clients while they open
 */
export function openingWithin(looks: number, opening = new Set<pg.Client>()): typeof pg.Client {
  return class extends pg.Client {
    async #open(): Promise<this> {
      opening.add(this);
      try {
        const connected = super.connect();
        if (!(await comesWithinLooks(connected, looks))) breakConnection(this);
        await connected;
        return this;
      } finally {
        opening.delete(this);
      }
    }

    override connect(): Promise<this>;
    override connect(callback: (error?: Error) => void): void;
    override connect(callback?: (error?: Error) => void): Promise<this> | void {
      const opened = this.#open();
      if (!callback) return opened;
      opened.then(() => callback(), callback);
    }
  };
}

/** Closes a connection in the middle of its query, which then fails at once. */
function breakConnection(client: PoolClient | pg.Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error?: Error): void } } };
  connection?.stream?.destroy(new Error('Connection terminated: the server does not answer'));
}

/** Looks for the answer of a server that answered before, and the pause between two of them. */
const LOOKS = 4;
const LOOK_MS = 250;

/**
 * Whether something comes before the last of some looks. They count turns of this process, so one that was busy or stopped for
 * a while reads what came meanwhile before it says that nothing did.
 */
export function comesWithinLooks(work: Promise<unknown>, most = LOOKS): Promise<boolean> {
  return new Promise((resolve) => {
    let looks = 0;
    const end = (came: boolean): void => {
      clearInterval(timer);
      resolve(came);
    };
    const timer = setInterval(() => {
      looks += 1;
      // An answer that has arrived is read between the timers and this.
      if (looks === most) setImmediate(() => end(false));
    }, LOOK_MS).unref();
    work.then(
      () => end(true),
      () => end(false),
    );
  });
}

/** Queries the server every 0.5 s over a separate connection; calls `onLost` if no answer comes. */
function startMonitor(url: string, onLost: () => void): { stop(): void } {
  let stopped = false;
  let client: pg.Client | null = null;
  const open = async (): Promise<void> => {
    client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
  };
  const ask = async (): Promise<void> => {
    if (!client) await open();
    await client?.query('select 1');
  };
  const round = async (): Promise<void> => {
    if (!(await comesWithinLooks(ask()))) {
      if (client) breakConnection(client);
      client = null;
      onLost();
    }
    if (!stopped) timer = setTimeout(() => void round(), 500).unref();
  };
  let timer = setTimeout(() => void round(), 500).unref();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      void client?.end().catch(() => undefined);
    },
  };
}

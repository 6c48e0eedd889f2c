import { performance } from 'node:perf_hooks';
import pg, { type PoolClient } from 'pg';
import { PoolDatabase } from './database.ts';
import { listenPostgres } from './notifications.ts';

/** Longest time that a statement of a request may run, on either database. */
export const STATEMENT_LIMIT_MS = 5000;

export interface PostgresSettings {
  url: string;
  /** Maximum number of connections of this process. */
  connections: number;
}

/**
 * Opens a pool of connections to a PostgreSQL server. A new connection takes at most 1.5 s. A monitor closes the connections to a
 * server that stopped answering and refuses what waits for one, so callers get a 503 within 2 s.
 */
export function openPostgres(settings: PostgresSettings): PoolDatabase {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    connectionTimeoutMillis: 1500,
    pipeline: true,
    options: '-c TimeZone=UTC',
    statement_timeout: STATEMENT_LIMIT_MS,
    // Longer than the server's own limit, so it only applies if the server is gone without closing the connection.
    query_timeout: STATEMENT_LIMIT_MS + 1000,
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
    for (const client of busy) breakConnection(client);
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
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: name,
  });
  pool.on('error', () => undefined);
  return pool;
}

/** Closes a connection in the middle of its query, which then fails at once. */
function breakConnection(client: PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error?: Error): void } } };
  connection?.stream?.destroy(new Error('Connection terminated: the server does not answer'));
}

/** Share of a second in which this process was busy itself, above which a missing answer says nothing about the server. */
const BUSY = 0.5;

/** Queries the server every 0.5 s over a separate connection; calls `onLost` if there is no answer within 1 s. */
function startMonitor(url: string, onLost: () => void): { stop(): void } {
  let stopped = false;
  let client: pg.Client | null = null;
  const round = async (): Promise<void> => {
    const before = performance.eventLoopUtilization();
    try {
      if (!client) {
        client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: 1000 });
        client.on('error', () => undefined);
        await client.connect();
      }
      await client.query('select 1');
    } catch {
      void client?.end().catch(() => undefined);
      client = null;
      // A start that loads and compiles for a second would else break its own connections.
      if (performance.eventLoopUtilization(before).utilization < BUSY) onLost();
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

import pg, { type PoolClient } from 'pg';
import { PoolDatabase } from './database.ts';

/** How long one statement may run, on either database. */
export const STATEMENT_BUDGET_MS = 5000;

export interface PostgresSettings {
  url: string;
  /** Most connections of this process. */
  connections: number;
}

/**
 * A PostgreSQL server. A request waits at most 1.5 s for a connection, and a watcher ends the connections of a server
 * that stopped answering: callers get 503 within 2 s instead of a hang.
 */
export function openPostgres(settings: PostgresSettings): PoolDatabase {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    connectionTimeoutMillis: 1500,
    pipeline: true,
    options: '-c TimeZone=UTC',
    statement_timeout: STATEMENT_BUDGET_MS,
    // The server's own limit comes first; this one is for a server that is gone without a word.
    query_timeout: STATEMENT_BUDGET_MS + 1000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'molde',
  });
  const busy = new Set<PoolClient>();
  // Without listeners, a connection that breaks while idle would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  const watcher = watch(settings.url, () => {
    for (const client of busy) end(client);
  });
  return new PoolDatabase('postgres', pool, async () => {
    watcher.stop();
    await pool.end();
  });
}

/** Breaks a connection under its query, which then fails at once. */
function end(client: PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error?: Error): void } } };
  connection?.stream?.destroy(new Error('Connection terminated: the server does not answer'));
}

/** Asks the server every half second over a connection of its own; calls `lost` when there is no answer for 1 s. */
function watch(url: string, lost: () => void): { stop(): void } {
  let stopped = false;
  let client: pg.Client | null = null;
  const round = async (): Promise<void> => {
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
      lost();
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

import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client, type Pool, type PoolClient } from 'pg';

/** Channel of all notifications. */
const CHANNEL = 'molde';
/** Pause before the next attempt to connect, and the longest one. */
const RETRY_MS = 200;
const MAX_RETRY_MS = 5000;
/** Pause between statements that prove that the connection lives, as it sends none of its own. */
const PROBE_MS = 5000;

/** Receives notifications of the database. */
export interface Listener {
  /** A connection listens from now on. Notifications before it, since the last one was lost, were missed. */
  opened(query: QueryOf): Promise<void> | void;
  /** The connection, and what its session held, is lost. */
  lost?(): void;
  notified(payload: string): void;
}

/** Runs a statement in the session that listens; with the embedded database, outside of the transactions of requests. */
export type QueryOf = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

/** Ends the listening. */
export type StopListening = () => Promise<void>;

const queryOn =
  (client: Client | Pool): QueryOf =>
  async <Row>(text: string, values: unknown[]) =>
    (await client.query(text, values)).rows as Row[];

/**
 * Listens on a connection of its own to PostgreSQL, opened again when it is lost: the driver does not do that.
 * @returns once it listens, or cannot connect yet.
 */
export async function listenPostgres(url: string, listener: Listener): Promise<StopListening> {
  const stopped = new AbortController();
  let current: Client | null = null;
  /** @returns resolves when the connection is lost. */
  const open = async (): Promise<{ lost: Promise<void> }> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: 'molde events',
    });
    const lost = new Promise<void>((resolve) => {
      const probe = setInterval(() => client.query('select 1').catch(() => resolve()), PROBE_MS).unref();
      client.on('error', () => resolve());
      client.on('end', () => {
        clearInterval(probe);
        resolve();
      });
    });
    client.on('notification', ({ payload = '' }) => listener.notified(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    void lost.then(() => listener.lost?.());
    if (stopped.signal.aborted) void client.end().catch(() => undefined);
    else await listener.opened(queryOn(client));
    return { lost };
  };
  const keep = async (first: Promise<{ lost: Promise<void> }>): Promise<void> => {
    let opening = first;
    for (let pause = RETRY_MS; !stopped.signal.aborted;) {
      try {
        const { lost } = await opening;
        pause = RETRY_MS;
        await lost;
        // A connection that failed may still be half open.
        void current?.end().catch(() => undefined);
      } catch {
        pause = Math.min(pause * 2, MAX_RETRY_MS);
      }
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (!stopped.signal.aborted) opening = open();
    }
  };
  const first = open();
  const kept = keep(first);
  await first.catch(() => undefined);
  return async () => {
    stopped.abort();
    await current?.end().catch(() => undefined);
    await kept;
  };
}

/**
 * Listens on the one connection of the embedded database, which has one session. Each new connection discards what the one
 * before it listened to, without a word, so each starts to listen when it opens.
 */
export async function listenEmbedded(pool: Pool, listener: Listener): Promise<StopListening> {
  const attached = new WeakSet<PoolClient>();
  const attach = (client: PoolClient): void => {
    if (attached.has(client)) return;
    attached.add(client);
    client.on('notification', ({ payload = '' }) => listener.notified(payload));
    // Sent before the statement for which the connection was opened.
    client
      .query(`listen ${CHANNEL}`)
      .then(() => listener.opened(queryOn(pool)))
      .catch(() => undefined);
    client.on('end', () => listener.lost?.());
  };
  pool.on('connect', attach);
  const client = await pool.connect();
  attach(client);
  client.release();
  return () => {
    pool.off('connect', attach);
    return Promise.resolve();
  };
}

import type { Writable } from 'node:stream';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import pg, { type Pool, type PoolClient, type QueryResult } from 'pg';
import { transactionOn } from './client-connection.ts';
import { classify, DatabaseUnavailable } from './failures.ts';
import { migrations } from './migrations/index.ts';
import { NewerDataError, StartError } from './start-error.ts';
import type { Tables } from './tables.ts';
import type { TenantTransaction } from './tenant-db.ts';
import type { DatabaseMemory } from './pglite-messages.ts';
import { FairQueue } from './fair-queue.ts';

// The same JavaScript values on both databases: dates stay text (a date has no time zone), bigint ids are numbers
// (they stay below 2^53).
pg.types.setTypeParser(1082, (text: string) => text);
pg.types.setTypeParser(20, Number);
// The array of bigint, which the driver's list of names leaves out.
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];
pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);

// Times, which every list is full of. Both databases write them in UTC; the engine reads the ISO form ten times as fast
// as the driver reads any.
const TIMESTAMPTZ = 1184;
const anyTime: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) =>
  /^\d{4}-.*\+00$/.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyTime(text),
);

/** Who a live session belongs to and what they may do, as `molde_enter` read it. */
export interface EnteredCaller {
  userId: number;
  login: string;
  name: string;
  mustChangePassword: boolean;
  allScreens: boolean;
  /** Screen key to some of the letters r, c, u, d. */
  screens: Record<string, string>;
  specials: string[];
}

/** An open transaction of one tenant. Exactly one of commit and rollback ends it. */
export interface TenantSession {
  /** Null when no session was named, or the named one is dead. */
  caller: EnteredCaller | null;
  db: TenantTransaction;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** The one door to the database, embedded or not. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Outside any tenant, as the owner of the tables: for tenants themselves, migrations and the first data. */
  readonly owner: Kysely<Tables>;
  /**
   * Opens a transaction in one round trip: tenant set, session and permissions read, role without BYPASSRLS.
   * @param sessionId a UUID, or null where nobody is signed in.
   * @throws DatabaseUnavailable
   */
  enter(tenantId: number, sessionId: string | null, mode: 'read' | 'write'): Promise<TenantSession>;
  /** Memory that the embedded database takes in this process; null with PostgreSQL, which has its own processes. */
  memory(): Promise<DatabaseMemory | null>;
  /** One short statement, to see whether the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What both databases share: everything but how a pool of connections comes to be. */
export class PoolDatabase implements Database {
  readonly kind: Database['kind'];
  readonly owner: Kysely<Tables>;
  readonly pool: Pool;
  readonly #close: () => Promise<void>;
  readonly #memory: () => Promise<DatabaseMemory | null>;
  readonly #turns: FairQueue;

  /** @param pool of clients with `pipeline`: a statement may be sent before the one ahead of it is answered. */
  constructor(
    kind: Database['kind'],
    pool: Pool,
    close: () => Promise<void>,
    memory: () => Promise<DatabaseMemory | null> = () => Promise.resolve(null),
  ) {
    this.kind = kind;
    this.pool = pool;
    this.#close = close;
    this.#memory = memory;
    const { max, connectionTimeoutMillis } = pool.options;
    this.#turns = new FairQueue(max, connectionTimeoutMillis ?? 0);
    this.owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  async enter(tenantId: number, sessionId: string | null, mode: 'read' | 'write'): Promise<TenantSession> {
    if (!Number.isSafeInteger(tenantId)) throw new Error('a tenant id is an integer');
    if (sessionId !== null && !UUID.test(sessionId)) throw new Error('a session id is a UUID');
    const client = await this.#client(tenantId);
    const session = sessionId === null ? 'null' : `'${sessionId}'`;
    try {
      // Two statements need the simple protocol, which has no parameters: both values were checked above.
      const results = (await client.query(
        `begin ${mode === 'read' ? 'read only' : 'read write'}; select * from public.molde_enter(${tenantId}, ${session})`,
      )) as unknown as QueryResult<EnteredRow>[];
      return new OpenSession(client, mode, callerOf(results[1]?.rows[0]), () => this.#turns.leave());
    } catch (error) {
      client.release(true);
      this.#turns.leave();
      throw classify(error);
    }
  }

  async ping(): Promise<boolean> {
    try {
      await this.pool.query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  memory(): Promise<DatabaseMemory | null> {
    return this.#memory();
  }

  async close(): Promise<void> {
    await this.#close();
  }

  async #client(tenantId: number): Promise<PoolClient> {
    return this.#turns.enter(tenantId, () => this.#connect());
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      this.#turns.leave();
      const failure = classify(error);
      throw failure instanceof DatabaseUnavailable
        ? failure
        : new DatabaseUnavailable('no connection to the database', { cause: error });
    }
  }
}

interface EnteredRow {
  user_id: number;
  login: string;
  name: string;
  must_change: boolean;
  all_screens: boolean;
  screens: Record<string, string>;
  specials: string[];
}

function callerOf(row: EnteredRow | undefined): EnteredCaller | null {
  if (!row) return null;
  return {
    userId: row.user_id,
    login: row.login,
    name: row.name,
    mustChangePassword: row.must_change,
    allScreens: row.all_screens,
    screens: row.screens,
    specials: row.specials,
  };
}

class OpenSession implements TenantSession {
  readonly caller: EnteredCaller | null;
  readonly db: TenantTransaction;
  readonly #client: PoolClient;
  readonly #mode: 'read' | 'write';
  readonly #left: () => void;
  #over = false;

  /** @param left told once, when the client is about to go back to the pool. */
  constructor(client: PoolClient, mode: 'read' | 'write', caller: EnteredCaller | null, left: () => void) {
    this.caller = caller;
    this.#left = left;
    this.db = transactionOn(client);
    this.#client = client;
    this.#mode = mode;
  }

  async commit(): Promise<void> {
    if (this.#mode === 'read') this.#leave();
    else await this.#finish('commit');
  }

  async rollback(): Promise<void> {
    await this.#finish('rollback').catch(() => undefined);
  }

  /**
   * Nothing was written, so nobody waits for this COMMIT: the client goes back to the pool at once, and whoever takes it
   * in the same turn sends BEGIN along with it. A connection that breaks here fails for its next user.
   */
  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    this.#client.query('commit').catch(() => undefined);
    // First, so that whoever is next already waits for this client when it is released.
    this.#left();
    this.#client.release();
    process.nextTick(() => stream.uncork());
  }

  async #finish(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    try {
      const result = await this.#client.query(how).finally(() => this.#left());
      this.#client.release();
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (how === 'commit' && result.command === 'ROLLBACK')
        throw new Error('the transaction had failed before its commit');
    } catch (error) {
      if (!isReleased(error)) this.#client.release(true);
      throw classify(error);
    }
  }
}

function isReleased(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('the transaction had failed');
}

/**
 * Brings the schema up to date; two processes that start together take turns.
 * @throws NewerDataError for data beyond this version
 * @throws Error naming the migration that failed; it leaves nothing behind.
 */
export async function migrate(owner: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: owner,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
  if (unknown !== undefined) throw new NewerDataError(unknown);
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the schema';
  throw new Error(`migration ${failed}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/**
 * Row-level security is worth nothing under a role that skips it. This looks from inside a transaction as requests get
 * it: no superuser, no BYPASSRLS, not the owner, and a row of another tenant is not there.
 * @throws StartError saying which of these does not hold; the server must not start then.
 */
export async function assertPoliciesEnforced(database: Database): Promise<void> {
  const { rows: own } = await sql<{ id: number }>`select coalesce(min(id), 0)::int as id from tenant`.execute(
    database.owner,
  );
  const other = own[0]?.id ?? 0;
  const session = await database.enter(-1, null, 'read');
  try {
    const { rows } = await sql<{
      role: string;
      skips: boolean;
      owns: boolean;
      unprotected: string | null;
      sees: boolean;
    }>`
      select current_user::text as role,
        (select r.rolsuper or r.rolbypassrls from pg_roles r where r.rolname = current_user) as skips,
        exists (select from pg_class c join pg_roles r on r.oid = c.relowner
          where r.rolname = current_user and c.relkind = 'r') as owns,
        (select min(c.relname::text) from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id'
            and not a.attisdropped and not c.relrowsecurity) as unprotected,
        exists (select from tenant where id = ${other}) as sees`.execute(session.db);
    const seen = rows[0];
    if (!seen || seen.role !== 'molde_app')
      throw apart('requests would not run as the role molde_app', 'make it');
    if (seen.skips)
      throw apart(
        'the role molde_app is a superuser or has BYPASSRLS',
        'run: alter role molde_app nosuperuser nobypassrls',
      );
    if (seen.owns)
      throw apart(
        'the role molde_app owns tables, and owners skip policies',
        'run: reassign owned by molde_app to the user of DATABASE_URL',
      );
    if (seen.unprotected !== null)
      throw apart(
        `the table ${seen.unprotected} has no row-level security`,
        `run: alter table ${seen.unprotected} enable row level security`,
      );
    if (seen.sees) throw apart('a tenant sees the row of another', 'restore the policies of the tables');
  } finally {
    await session.rollback();
  }
}

/** The tenants would not be kept apart: why, and what brings it back. */
function apart(why: string, remedy: string): StartError {
  return new StartError(`DATABASE_URL: ${why}, so tenants would see each other; ${remedy}`);
}

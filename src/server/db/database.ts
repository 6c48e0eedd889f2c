import type { Writable } from 'node:stream';
import { Kysely, Migrator, type Migration, PostgresDialect, sql } from 'kysely';
import pg, { type Pool, type PoolClient, type QueryResult } from 'pg';
import { transactionOn } from './client-connection.ts';
import { toDatabaseError, DatabaseUnavailable, migrationFailure } from './database-errors.ts';
import { migrations } from './migrations/index.ts';
import { NewerDataError, StartError } from './start-error.ts';
import type { Tables, TenantTransaction } from './tables.ts';
import type { DatabaseMemory } from './pglite-worker.ts';
import { FairQueue } from './fair-queue.ts';
import type { Listener, StopListening } from './notifications.ts';
import { writeEvents } from './pending-events.ts';

// Both databases return the same JavaScript values: a date stays text because it has no time zone, and a bigint becomes
// a number because ids stay below 2^53.
pg.types.setTypeParser(1082, (text: string) => text);
pg.types.setTypeParser(20, Number);
// bigint[], which the driver's type list does not name.
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];
pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);

// Both databases return timestamps in UTC. Date parses the ISO form ten times faster than the driver's parser, and every
// list contains timestamps.
const TIMESTAMPTZ = 1184;
const parseTimestamp: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) =>
  /^\d{4}-.*\+00$/.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseTimestamp(text),
);

/** The person a valid session belongs to, with their permissions, as returned by `molde_enter`. */
export interface EnteredCaller {
  userId: number;
  login: string;
  name: string;
  photourl: string | null;
  mustChangePassword: boolean;
  allScreens: boolean;
  /** Screen key to some of the letters r, c, u, d. */
  screens: Record<string, string>;
  specials: string[];
}

/** An open transaction of one tenant. The caller ends it with either commit or rollback; a commit publishes its events. */
export interface TenantSession {
  /** Null if no session id was given, or the session is expired or revoked. */
  caller: EnteredCaller | null;
  db: TenantTransaction;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /**
   * Cancels the statement that is under way and rolls back. Work that goes on ends with its next statement, which is refused.
   * Only PostgreSQL can cancel; the embedded database ends a statement by its time limit alone.
   */
  cancel(reason: Error): void;
}

/** The server's access to its database, embedded or PostgreSQL. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Runs as the owner of the tables, outside of row-level security: for tenants, migrations and initial data. */
  readonly owner: Kysely<Tables>;
  /**
   * Opens a transaction of a tenant in one round trip. It calls the database function `molde_enter`
   * (migrations/002_enter_function.ts), which sets the tenant for row-level security, reads the session with its
   * permissions, and switches to the role `molde_app`.
   * @param sessionId a UUID, or null if nobody is signed in.
   * @throws DatabaseUnavailable
   */
  enter(tenantId: number, sessionId: string | null, mode: 'read' | 'write'): Promise<TenantSession>;
  /** Memory that the embedded database takes in this process; null with PostgreSQL, which has its own processes. */
  memory(): Promise<DatabaseMemory | null>;
  /** Reports whether the database answers a statement. */
  ping(): Promise<boolean>;
  /** Receives the notifications of commits of all processes, in their order. */
  listen(listener: Listener): Promise<StopListening>;
  /** Rolls back what is still under way, whoever waits for it, and closes the connections. */
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Implements Database on a connection pool of the `pg` driver; the two databases differ in how they make the pool. */
export class PoolDatabase implements Database {
  readonly kind: Database['kind'];
  readonly owner: Kysely<Tables>;
  readonly pool: Pool;
  readonly #close: () => Promise<void>;
  readonly #memory: () => Promise<DatabaseMemory | null>;
  readonly #listen: Database['listen'];
  readonly #queue: FairQueue;
  /** Transactions that have not ended. */
  readonly #open = new Set<OpenSession>();

  /** @param pool its clients need `pipeline`, which sends a statement before the previous one is answered. */
  constructor(
    kind: Database['kind'],
    pool: Pool,
    close: () => Promise<void>,
    listen: Database['listen'] = () => Promise.reject(new Error('this pool does not listen')),
    memory: () => Promise<DatabaseMemory | null> = () => Promise.resolve(null),
  ) {
    this.kind = kind;
    this.pool = pool;
    this.#close = close;
    this.#memory = memory;
    this.#listen = listen;
    this.#queue = new FairQueue(pool.options.max);
    this.owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  async enter(tenantId: number, sessionId: string | null, mode: 'read' | 'write'): Promise<TenantSession> {
    if (!Number.isSafeInteger(tenantId)) throw new Error('a tenant id is an integer');
    if (sessionId !== null && !UUID.test(sessionId)) throw new Error('a session id is a UUID');
    const client = await this.#client(tenantId);
    const session = sessionId === null ? 'null' : `'${sessionId}'`;
    try {
      // Two statements in one round trip need the simple query protocol, which has no parameters; both values were checked above.
      const results = (await client.query(
        `begin ${mode === 'read' ? 'read only' : 'read write'}; select * from public.molde_enter(${tenantId}, ${session})`,
      )) as unknown as QueryResult<EnteredRow>[];
      const opened = new OpenSession(client, mode, callerOf(results[1]?.rows[0]), {
        onRelease: () => {
          this.#open.delete(opened);
          this.#queue.release();
        },
        cancel: (pid) => this.#cancel(pid),
      });
      this.#open.add(opened);
      return opened;
    } catch (error) {
      client.release(true);
      this.#queue.release();
      throw toDatabaseError(error);
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

  listen(listener: Listener): Promise<StopListening> {
    return this.#listen(listener);
  }

  async close(): Promise<void> {
    this.refuseWaiting();
    for (const session of this.#open) session.end(new DatabaseUnavailable('the process stops'));
    await this.#close();
  }

  /** Refuses the calls that wait for a connection, because the server stopped answering. */
  refuseWaiting(): void {
    this.#queue.refuseAll();
  }

  /** Cancels what another connection of this process runs. */
  #cancel(pid: number): void {
    if (this.kind === 'postgres')
      this.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
  }

  async #client(tenantId: number): Promise<PoolClient> {
    return this.#queue.acquire(tenantId, () => this.#connect());
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      this.#queue.release();
      const failure = toDatabaseError(error);
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
  photo_url: string | null;
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
    photourl: row.photo_url,
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
  readonly #onRelease: () => void;
  readonly #cancel: (pid: number) => void;
  #ended = false;
  #cancelled = false;
  /** The error of further statements, and of a commit. */
  #refusal: Error | null = null;

  /** @param onRelease called once, just before the client returns to the pool @param cancel of the server process */
  constructor(
    client: PoolClient,
    mode: 'read' | 'write',
    caller: EnteredCaller | null,
    { onRelease, cancel }: { onRelease: () => void; cancel: (pid: number) => void },
  ) {
    this.caller = caller;
    this.#onRelease = onRelease;
    this.#cancel = cancel;
    this.db = transactionOn(client, () => this.#refusal);
    this.#client = client;
    this.#mode = mode;
  }

  async commit(): Promise<void> {
    if (this.#refusal) throw this.#refusal;
    if (this.#mode === 'read') return this.#endRead();
    if (!this.#ended) await writeEvents(this.db);
    await this.#finish('commit');
  }

  /** Rolls back after the statement that is under way, however long who holds it goes on. */
  end(refusal: Error): void {
    this.#refusal ??= refusal;
    void this.rollback();
  }

  cancel(reason: Error): void {
    if (this.#ended) return;
    this.#cancelled = true;
    this.#cancel((this.#client as unknown as { processID: number }).processID);
    this.end(reason);
  }

  async rollback(): Promise<void> {
    await this.#finish('rollback').catch(() => undefined);
  }

  /**
   * Nothing was written, so the COMMIT is not awaited: the client returns to the pool at once, and the next transaction
   * sends its BEGIN in the same packet. A connection that breaks here fails for the next transaction.
   */
  #endRead(): void {
    if (this.#ended) return;
    this.#ended = true;
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    this.#client.query('commit').catch(() => undefined);
    // Before the release, so that the next transaction already waits for this client.
    this.#onRelease();
    this.#client.release();
    process.nextTick(() => stream.uncork());
  }

  async #finish(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    try {
      const result = await this.#client.query(how).finally(() => this.#onRelease());
      // A cancellation may still arrive, and must not meet the statement of another request.
      this.#client.release(this.#cancelled);
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (how === 'commit' && result.command === 'ROLLBACK')
        throw new Error('the transaction had failed before its commit');
    } catch (error) {
      if (!isReleased(error)) this.#client.release(true);
      throw toDatabaseError(error);
    }
  }
}

function isReleased(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('the transaction had failed');
}

/**
 * Brings the schema up to date. A lock serialises processes that start at the same time.
 * @param last the last migration to run, in tests of older schemas; `all` are those of other tests.
 * @throws NewerDataError if the data was migrated by a newer version
 * @throws Error naming the failed migration, which was rolled back.
 */
export async function migrate(
  owner: Kysely<Tables>,
  last?: string,
  all: Record<string, Migration> = migrations,
): Promise<void> {
  const migrator = new Migrator({
    db: owner,
    provider: { getMigrations: () => Promise.resolve(all) },
    // Else the tables of data that a restore has set aside, in another schema, would be taken for it.
    migrationTableSchema: 'public',
  });
  const { error, results } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error === undefined) return;
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
  if (unknown !== undefined) throw new NewerDataError(unknown);
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the schema';
  throw new Error(`migration ${failed}: ${migrationFailure(error)}`, {
    cause: error,
  });
}

/**
 * Checks that row-level security applies to requests, from inside a transaction that was opened as theirs are: the role is
 * no superuser, has no BYPASSRLS, owns no table, and cannot read the row of another tenant.
 * @throws StartError naming the first condition that does not hold; the server must not start then.
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
    const check = rows[0];
    if (!check || check.role !== 'molde_app')
      throw isolationError('requests would not run as the role molde_app', 'create it');
    if (check.skips)
      throw isolationError(
        'the role molde_app is a superuser or has BYPASSRLS',
        'run: alter role molde_app nosuperuser nobypassrls',
      );
    if (check.owns)
      throw isolationError(
        'the role molde_app owns tables, and owners skip policies',
        'run: reassign owned by molde_app to the user of DATABASE_URL',
      );
    if (check.unprotected !== null)
      throw isolationError(
        `the table ${check.unprotected} has no row-level security`,
        `run: alter table ${check.unprotected} enable row level security`,
      );
    if (check.sees)
      throw isolationError('a tenant sees the row of another', 'restore the policies of the tables');
  } finally {
    await session.rollback();
  }
}

/** @param reason why tenants are not isolated from each other. @param remedy how to restore the isolation. */
function isolationError(reason: string, remedy: string): StartError {
  return new StartError(`DATABASE_URL: ${reason}, so tenants would see each other; ${remedy}`);
}

import type { PoolClient } from 'pg';
import { StartError } from './start-error.ts';

/** Bytes of a batch of rows; a batch that exceeds them makes the next ones smaller. */
const BATCH_BYTES = 1_048_576;
const MOST_ROWS = 500;
/** Class and number of the advisory lock that a backup holds while content of files must not be removed. */
export const BACKUP_LOCK = { class: 78, number: 1 };

/** Table that exists while a restore into PostgreSQL is not complete. */
export const RESTORE_MARK = 'molde_restore';

/** Values of a row as the database writes them as text. */
export type TextRow = (string | null)[];

export interface TableShape {
  name: string;
  /** Without generated ones. */
  columns: string[];
}

export interface SequenceState {
  name: string;
  value: string;
  isCalled: boolean;
}

/** Error for a database that has no schema of ours yet. */
export class EmptyDatabaseError extends Error {}

/**
 * A consistent view of all tables on one connection: a read-only transaction, which sees what was committed when it began,
 * however long it takes.
 */
export class Snapshot {
  readonly #client: PoolClient;
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  readonly serverVersion: string;

  private constructor(
    client: PoolClient,
    migrations: readonly string[],
    tables: readonly TableShape[],
    serverVersion: string,
  ) {
    this.#client = client;
    this.migrations = migrations;
    this.tables = tables;
    this.serverVersion = serverVersion;
  }

  /** @throws EmptyDatabaseError */
  static async begin(client: PoolClient): Promise<Snapshot> {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local row_security = off; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
      set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`);
    const found = await client.query<{ exists: boolean }>(
      `select to_regclass('public.kysely_migration') is not null as exists`,
    );
    if (!found.rows[0]?.exists) throw new EmptyDatabaseError('the database is empty');
    await assertRestored(client);
    const migrations = await client.query<{ name: string }>(
      'select name from public.kysely_migration order by name',
    );
    const version = await client.query<{ version: string }>('show server_version');
    return new Snapshot(
      client,
      migrations.rows.map(({ name }) => name),
      await readTables(client),
      Object.values(version.rows[0] ?? {}).join(''),
    );
  }

  /** The rows of a table, in batches. */
  async *rows({ name, columns }: TableShape): AsyncGenerator<TextRow[]> {
    const list = columns.map(quoted).join(', ');
    await this.#client.query(
      `declare backup no scroll cursor for select ${list} from public.${quoted(name)}`,
    );
    for (let most = 50; ;) {
      const { rows } = await this.#client.query<TextRow>({
        text: `fetch ${most} from backup`,
        rowMode: 'array',
        types: { getTypeParser: () => (value: string) => value },
      });
      if (rows.length === 0) break;
      yield rows;
      const bytes = rows.reduce(
        (sum, row) => sum + row.reduce((length, value) => length + (value?.length ?? 0), 0),
        0,
      );
      most = Math.max(1, Math.min(MOST_ROWS, 4 * most, Math.floor((most * BATCH_BYTES) / (bytes + 1))));
    }
    await this.#client.query('close backup');
  }

  /** Read at the end: sequences know no transactions, and must not be behind the rows. */
  async sequences(): Promise<SequenceState[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const states: SequenceState[] = [];
    for (const { name } of rows) {
      const state = await this.#client.query<{ value: string; isCalled: boolean }>(
        `select last_value::text as value, is_called as "isCalled" from public.${quoted(name)}`,
      );
      if (state.rows[0]) states.push({ name, ...state.rows[0] });
    }
    return states;
  }

  async end(): Promise<void> {
    await this.#client.query('rollback');
  }
}

/** Tables of ours with their columns; those in which migrations are noted are left out. */
export async function readTables(client: PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attgenerated = '' and c.relname not like 'kysely\\_migration%' and c.relname <> '${RESTORE_MARK}'
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** @throws StartError when a restore has not ended, so that its data looks like no data of anybody */
export async function assertRestored(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.${RESTORE_MARK}') is not null as exists`,
  );
  if (rows[0]?.exists)
    throw new StartError(
      'DATABASE_URL: a restore into this database was interrupted; run npm run restore again, to its end',
    );
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

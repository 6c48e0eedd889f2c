import type { PoolClient } from 'pg';
import { quoted, readTables, type SequenceState, type TextRow } from './snapshot.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

interface Target {
  columns: string[];
  rows: number;
  insert: string;
}

/**
 * Fills the tables of a new schema with the rows of a backup, in a transaction of the caller. Triggers are off,
 * since rows are what they were made to be; foreign keys are made anew at the end, which checks all rows.
 */
export class TableLoad {
  readonly #client: PoolClient;
  readonly #targets = new Map<string, Target>();
  #foreignKeys: ForeignKey[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** @throws Error when the schema has other tables or columns than the backup */
  async begin(tables: readonly { name: string; columns: readonly string[] }[]): Promise<void> {
    await this.#client
      .query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'`);
    const shapes = await readTables(this.#client);
    const described = (one: readonly { name: string; columns: readonly string[] }[]): string =>
      one
        .map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`)
        .toSorted()
        .join('; ');
    if (described(shapes) !== described(tables))
      throw new Error('the tables of the backup are not those of its migrations');
    this.#foreignKeys = await this.#readForeignKeys();
    for (const { table, name } of this.#foreignKeys)
      await this.#client.query(`alter table ${table} drop constraint ${quoted(name)}`);
    for (const { name, columns } of tables) {
      const table = `public.${quoted(name)}`;
      await this.#client.query(`alter table ${table} disable trigger user`);
      this.#targets.set(name, {
        columns: [...columns],
        rows: 0,
        insert: await this.#insertOf(name, columns),
      });
    }
    const all = tables.map(({ name }) => `public.${quoted(name)}`);
    if (all.length > 0) await this.#client.query(`truncate ${all.join(', ')}`);
  }

  async insert(table: string, rows: readonly TextRow[]): Promise<void> {
    const target = this.#targets.get(table);
    if (!target) throw new Error(`the backup has rows of an unknown table ${table}`);
    const columns = target.columns.map((_, at) => rows.map((row) => row[at] ?? null));
    await this.#client.query(target.insert, columns);
    target.rows += rows.length;
  }

  /** Rows inserted into a table. */
  count(table: string): number {
    return this.#targets.get(table)?.rows ?? 0;
  }

  /** Completes the schema again, and checks what was inserted. */
  async finish(sequences: readonly SequenceState[]): Promise<void> {
    for (const { name, value, isCalled } of sequences)
      await this.#client.query('select setval($1::regclass, $2::bigint, $3)', [
        `public.${quoted(name)}`,
        value,
        isCalled,
      ]);
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    for (const name of this.#targets.keys())
      await this.#client.query(`alter table public.${quoted(name)} enable trigger user`);
    for (const [name, { rows }] of this.#targets) {
      const stored = await this.#client.query<{ count: string }>(
        `select count(*)::text as count from public.${quoted(name)}`,
      );
      if (Number(stored.rows[0]?.count) !== rows)
        throw new Error(`the table ${name} has ${stored.rows[0]?.count} rows instead of ${rows}`);
    }
  }

  async #readForeignKeys(): Promise<ForeignKey[]> {
    const { rows } = await this.#client.query<ForeignKey>(
      `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
    );
    return rows;
  }

  /** The rows come as one array of texts per column, which the database reads as it reads its own output. */
  async #insertOf(table: string, columns: readonly string[]): Promise<string> {
    const { rows } = await this.#client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`public.${quoted(table)}`],
    );
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    const parameters = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
    const names = columns.map((_, at) => `c${at}`).join(', ');
    const values = columns.map((name, at) => `u.c${at}::${types.get(name)}`).join(', ');
    return `insert into public.${quoted(table)} (${columns.map(quoted).join(', ')}) overriding system value
      select ${values} from unnest(${parameters}) as u(${names})`;
  }
}

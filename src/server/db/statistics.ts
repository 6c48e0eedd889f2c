import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Runs a statement as the owner of the tables. */
type Run = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * Has the database count the values of tables that have grown since it last did, which its plans and the limits of datasets
 * depend on. PostgreSQL does so by itself within a minute; the embedded database never does, and its one session keeps the plans
 * of foreign keys that it made while their tables were small.
 */
export async function analyseGrown(run: Run): Promise<void> {
  const { rows } = await run(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public'
      and pg_relation_size(c.oid) > (c.relpages * 1.2 + 4) * current_setting('block_size')::int`);
  let failure: unknown;
  for (const { name } of rows as { name: string }[])
    await run(`analyze ${name}`).catch((error: unknown) => (failure ??= error));
  if (failure) throw failure;
}

/** Runs statements on the connections of a database's owner. */
export const asOwner =
  (owner: Database['owner']): Run =>
  (statement) =>
    sql.raw(statement).execute(owner);

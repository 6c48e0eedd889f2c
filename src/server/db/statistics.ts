import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Has the database count the values of tables that have grown since it last did, which its plans and the limits of datasets
 * depend on. PostgreSQL does so by itself within a minute; the embedded database never does.
 */
export async function analyseGrown({ owner }: Pick<Database, 'owner'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public'
      and pg_relation_size(c.oid) > (c.relpages * 1.2 + 4) * current_setting('block_size')::int`.execute(
    owner,
  );
  let failure: unknown;
  for (const { name } of rows)
    await sql
      .raw(`analyze ${name}`)
      .execute(owner)
      .catch((error: unknown) => (failure ??= error));
  if (failure) throw failure;
}

import { sql, type Kysely } from 'kysely';

/**
 * pg_restore works under an empty search path, where the collation had no name: the columns made of molde_fold, and with
 * them the table of people, did not come back. The answer is the same as before, so what is stored stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function molde_fold(value text) returns text
    language sql immutable strict parallel safe
    as $$
      select lower(public.unaccent('public.unaccent'::regdictionary, value) collate public.molde_pt_br)
    $$`.execute(db);
}

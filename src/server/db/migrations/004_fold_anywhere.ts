import { sql, type Kysely } from 'kysely';

/**
 * Names the collation with its schema. pg_restore works under an empty search path, where molde_fold did not find the
 * collation, so app_user with its generated columns was not restored. Results are unchanged, so stored columns stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function molde_fold(value text) returns text
    language sql immutable strict parallel safe
    as $$
      select lower(public.unaccent('public.unaccent'::regdictionary, value) collate public.molde_pt_br)
    $$`.execute(db);
}

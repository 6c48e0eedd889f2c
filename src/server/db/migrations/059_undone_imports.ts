import { sql, type Kysely } from 'kysely';

/**
 * Every import keeps what it wrote, so that its person can take it back later: `undo_at` is when they asked for it. Rows are
 * taken back in the reverse order of writing, which `place` has, since a row of a file may refer to a later one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column undo_at timestamptz`.execute(db);
  await sql`
    alter table transfer_row add column place bigint generated always as identity,
      drop constraint transfer_row_pkey, add primary key (tenant_id, transfer_id, place)`.execute(db);
}

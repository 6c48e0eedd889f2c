import { sql, type Kysely } from 'kysely';

/** Lets administrators change the appearance of their own tenant, and nothing else of its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenant
      add column appearance_version int not null default 1,
      add column appearance_updated_at timestamptz,
      add column appearance_updated_by bigint`.execute(db);
  await sql`
    grant update (appearance, appearance_version, appearance_updated_at, appearance_updated_by)
    on tenant to molde_app`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** Allows saved widgets among the definitions of tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table definition drop constraint definition_kind_check, add constraint definition_kind_check
    check (kind in ('screen', 'form', 'dashboard', 'entity', 'fragment', 'dataset', 'widget'))`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** Adds to the audit what people called with, their names, which stay when the people are deleted, and the indexes of its lists: by time, and by time of one person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column user_agent text not null default ''`.execute(db);
  await sql`alter table audit add column user_name text`.execute(db);
  await sql`create index audit_at on audit (tenant_id, at, id)`.execute(db);
  await sql`create index audit_user on audit (tenant_id, user_id, at, id)`.execute(db);
  await sql`create index audit_request on audit (tenant_id, request_id)`.execute(db);
}

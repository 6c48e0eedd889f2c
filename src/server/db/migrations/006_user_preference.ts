import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/** Creates the table of users' preferences, such as the visible columns of a table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_preference (
      tenant_id int not null references tenant (id),
      user_id bigint not null,
      key text not null check (length(key) <= 200),
      value jsonb not null check (length(value::text) <= 65536),
      updated_at timestamptz not null default now(),
      primary key (tenant_id, user_id, key),
      foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
    )`.execute(db);
  await tenantPolicy(db, 'user_preference', 'select, insert, update, delete');
}

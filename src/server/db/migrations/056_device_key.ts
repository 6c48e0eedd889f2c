import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/** Creates the table of the keys with which the devices of a person encrypt what waits to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_key (
      tenant_id int not null references tenant (id),
      user_id bigint not null,
      key bytea not null check (length(key) = 32),
      created_at timestamptz not null default now(),
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
    )`.execute(db);
  await tenantPolicy(db, 'device_key', 'select, insert');
}

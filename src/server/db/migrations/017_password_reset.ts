import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/** Tokens of password resets, captured mails of the demo, encrypted settings of tenants, and when a session was last used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_reset (
      tenant_id int not null,
      token_hash text not null,
      user_id bigint not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
    )`.execute(db);
  await sql`create index password_reset_user on password_reset (tenant_id, user_id)`.execute(db);
  await tenantPolicy(db, 'password_reset', 'select, insert, update, delete');

  await sql`
    create table outbox_mail (
      tenant_id int not null references tenant (id),
      id bigint generated always as identity,
      user_id bigint,
      address text not null,
      subject text not null,
      body_text text not null,
      body_html text not null,
      token text,
      sent_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`.execute(db);
  await tenantPolicy(db, 'outbox_mail', 'select, insert');

  await sql`
    create table tenant_secret (
      tenant_id int not null references tenant (id),
      name text not null,
      key_id text not null,
      sealed bytea not null,
      updated_at timestamptz not null default now(),
      primary key (tenant_id, name)
    )`.execute(db);
  await tenantPolicy(db, 'tenant_secret', 'select, insert, update, delete');

  await sql`alter table sign_in_failure drop constraint sign_in_failure_kind_check`.execute(db);
  await sql`
    alter table sign_in_failure add constraint sign_in_failure_kind_check
    check (kind in ('pair', 'address', 'login', 'reset-address', 'reset-login'))`.execute(db);
  await sql`alter table session add column last_seen_at timestamptz not null default now()`.execute(db);
}

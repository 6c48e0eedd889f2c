import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/** Accounts of another provider with which people sign in, the sign-ins under way, and who may link one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tenant_secret add column version int not null default 1`.execute(db);

  await sql`
    create table linked_account (
      tenant_id int not null,
      id bigint generated always as identity,
      issuer text not null,
      subject text not null,
      user_id bigint not null,
      provider text not null,
      label text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, issuer, subject),
      foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
    )`.execute(db);
  await sql`create index linked_account_user on linked_account (tenant_id, user_id)`.execute(db);
  await tenantPolicy(db, 'linked_account', 'select, insert, update, delete');

  await sql`
    create table sign_in_attempt (
      tenant_id int not null references tenant (id),
      state_hash text not null,
      browser_hash text not null,
      issuer text not null,
      nonce text not null,
      code_verifier text not null,
      redirect_uri text not null,
      session_id uuid,
      invitation_hash text,
      expires_at timestamptz not null,
      primary key (tenant_id, state_hash)
    )`.execute(db);
  await sql`create index sign_in_attempt_expiry on sign_in_attempt (expires_at)`.execute(db);
  await tenantPolicy(db, 'sign_in_attempt', 'select, insert, delete');

  await sql`
    create table link_invitation (
      tenant_id int not null,
      token_hash text not null,
      user_id bigint not null,
      created_by bigint,
      expires_at timestamptz not null,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
    )`.execute(db);
  await sql`create index link_invitation_user on link_invitation (tenant_id, user_id)`.execute(db);
  await tenantPolicy(db, 'link_invitation', 'select, insert, delete');

  await sql`alter table session add column provider_sign_out text`.execute(db);
}

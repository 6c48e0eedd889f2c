import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/**
 * Creates the tables of tenants' definitions. Drafts and published versions share one version counter, and a save names the
 * version it is based on. Documents are stored as text, so a published document keeps every byte and its order of keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table definition (
      tenant_id int not null references tenant (id),
      kind text not null check (kind in ('screen', 'form', 'dashboard', 'entity')),
      id text not null check (id ~ '^[a-z][a-z0-9-]{0,63}$'),
      draft_version int,
      published_version int not null default 0,
      last_version int not null default 0,
      primary key (tenant_id, kind, id)
    )`.execute(db);
  // Rows are never deleted: the version counter would restart, and an old version could be mistaken for a new one.
  await tenantPolicy(db, 'definition', 'select, insert, update');

  await sql`
    create table definition_version (
      tenant_id int not null,
      kind text not null,
      id text not null,
      version int not null check (version > 0),
      document text,
      path text,
      titles jsonb not null,
      checked_by text not null,
      saved_by bigint,
      saved_at timestamptz not null default now(),
      published_by bigint,
      published_at timestamptz,
      comment text,
      rollback_of int,
      primary key (tenant_id, kind, id, version),
      foreign key (tenant_id, kind, id) references definition (tenant_id, kind, id)
    )`.execute(db);
  await sql`
    create index definition_version_published on definition_version (tenant_id, kind, id, version desc)
    where published_at is not null`.execute(db);
  // A version's document is written once; publishing sets only the columns named here.
  await tenantPolicy(
    db,
    'definition_version',
    'select, insert, delete, update (published_by, published_at, comment)',
  );
  await sql`
    create policy published_stay on definition_version as restrictive for delete to molde_app
    using (published_at is null)`.execute(db);

  // Revision counter: cached definitions of a tenant are valid while it is unchanged. Its row also serialises writers.
  await sql`
    create table definition_generation (
      tenant_id int not null references tenant (id),
      generation bigint not null default 1,
      primary key (tenant_id)
    )`.execute(db);
  await tenantPolicy(db, 'definition_generation', 'select, insert, update');
}

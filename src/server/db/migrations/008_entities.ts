import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/**
 * Creates what tables of entities share. Their own migrations are the SQL files of the folder migrations/, which call
 * `molde_entity_table` for each table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entity_counter (
      tenant_id int not null references tenant (id),
      entity text not null,
      field text not null,
      last bigint not null,
      primary key (tenant_id, entity, field)
    )`.execute(db);
  await tenantPolicy(db, 'entity_counter', 'select, insert, update');

  // The policy and grants of policy.ts, and the trigram index of the column `search` where there is one.
  await sql`
    create function molde_entity_table(p_table text) returns void
    language plpgsql as $$
    begin
      execute format('alter table %I enable row level security', p_table);
      execute format('create policy tenant_rows on %I to molde_app
        using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::int))
        with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::int)', p_table);
      execute format('grant select, insert, update, delete on %I to molde_app', p_table);
      if exists (select from pg_attribute where attrelid = p_table::regclass and attname = 'search' and not attisdropped) then
        execute format('create index %I on %I using gin (search gin_trgm_ops)', p_table || '_search', p_table);
        execute format('alter table %I alter column search set statistics 1000', p_table);
      end if;
    end $$`.execute(db);
  await sql`revoke execute on function molde_entity_table(text) from public`.execute(db);

  // LIKE is not leakproof, so no index serves it under row-level security (003_user_search.ts). The function filters by the
  // transaction's tenant and returns ids alone, whose rows the caller reads under its own policy. It returns null for a
  // text that too many rows contain, or that is too short for trigrams: a walk along the list's order meets those soon.
  await sql`
    create function molde_entity_search(p_table text, p_like text) returns bigint[]
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
      v_ids bigint[];
    begin
      if v_tenant is null then raise exception 'no tenant is set'; end if;
      if length(p_like) < 5 then return null; end if;
      execute format('select coalesce(array_agg(id), ''{}'') from (
          select id from public.%I where tenant_id = $1 and search like $2 limit 10001) m', p_table)
        into v_ids using v_tenant, p_like;
      return case when cardinality(v_ids) > 10000 then null else v_ids end;
    end $$`.execute(db);
  await sql`revoke execute on function molde_entity_search(text, text) from public`.execute(db);
  await sql`grant execute on function molde_entity_search(text, text) to molde_app`.execute(db);
}

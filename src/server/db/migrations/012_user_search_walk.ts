import { sql, type Kysely } from 'kysely';
import { orders } from './003_user_search.ts';

/** The orders whose words stand together, by their index: its columns, then what filters read. */
const walked = {
  app_user_name: ['name, id', 'is_active, is_user'],
  app_user_active_name: ['is_active, name, id', 'is_user'],
  app_user_email: ['email, id', 'is_active, is_user'],
  app_user_login: ['login, id', 'is_active, is_user'],
};

/**
 * Lets a search walk far along the orders by name, e-mail and login. A frequent word can stand far away in them (all "João
 * Gonçalves" after 400,000 others by name); these indexes contain the searched texts, so 100,000 entries are read in the
 * time of 10,000 rows. The texts of one person take at most 2,462 bytes, and an index entry has room for 2,704.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, [columns, filters]] of Object.entries(walked)) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`
      create index ${sql.ref(name)} on app_user (tenant_id, ${sql.raw(columns!)})
      include (${sql.raw(filters!)}, name_search, email_search, login_search)`.execute(db);
  }
  // 003_user_search explains the function; what is new is the length of the walk, and the columns that it reads.
  await sql`
    create or replace function molde_user_page(
      p_text text, p_name text, p_email text, p_login text, p_active boolean, p_user boolean,
      p_order text, p_limit int, p_offset int, p_known_total int
    ) returns table (ids bigint[], total int)
    language plpgsql stable rows 1 security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
      v_scope text := public.molde_user_scope(p_active, p_user);
      v_match text := public.molde_user_match(p_text, p_name, p_email, p_login);
      v_order text;
      v_walked text;
    begin
      if v_tenant is null then raise exception 'no tenant is set'; end if;
      v_order := case p_order
        ${sql.raw(orders.map(({ key, by }) => `when '${key}' then '${by}'`).join('\n        '))}
      end;
      if v_order is null then raise exception 'unknown order'; end if;
      v_walked := case
        when p_order ~ '^(name|isActive)_' then 'u.id, u.is_active, u.name'
        when p_order ~ '^(email|login)_' then 'u.id, u.' || split_part(p_order, '_', 1)
      end;

      total := p_known_total;
      if total is null then
        execute format('select count(*)::int from (select 1 from public.app_user u where %s and %s limit 10001) m', v_scope, v_match)
          into total
          using v_tenant, p_text, p_name, p_email, p_login, p_active, p_user;
      end if;

      if v_match = 'true' then
        ids := public.molde_user_ids(v_tenant, p_active, p_user, p_order, p_limit, p_offset);
        return next;
        return;
      end if;

      if total > 10000 then
        execute format(
            'select coalesce(array_agg(p.id), ''{}'')
             from (
               select u.id
               from (select %4$s from public.app_user u where %1$s order by %3$s limit %5$s) u
               where %2$s order by %3$s limit $8 offset $9
             ) p', v_scope, v_match, v_order,
            coalesce(v_walked || ', u.name_search, u.email_search, u.login_search', 'u.*'),
            case when v_walked is null then 10000 else 100000 end)
          into ids
          using v_tenant, p_text, p_name, p_email, p_login, p_active, p_user, p_limit, p_offset;
        if cardinality(ids) = p_limit then
          return next;
          return;
        end if;
      end if;

      execute format(
          'with u as materialized (
             select u.id, u.name, u.email, u.login, u.created_at, u.updated_at, u.is_active from public.app_user u where %1$s and %2$s
           )
           select coalesce(array_agg(p.id), ''{}'') from (select u.id from u order by %3$s limit $8 offset $9) p',
          v_scope, v_match, v_order)
        into ids
        using v_tenant, p_text, p_name, p_email, p_login, p_active, p_user, p_limit, p_offset;
      return next;
    end $$`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** Every sort order of the user list; each has an index. */
export const orders = Object.entries({
  id: ['u.id'],
  name: ['u.name', 'u.id'],
  email: ['u.email', 'u.id'],
  login: ['u.login', 'u.id'],
  createdAt: ['u.created_at', 'u.id'],
  updatedAt: ['u.updated_at', 'u.id'],
  isActive: ['u.is_active', 'u.name', 'u.id'],
}).flatMap(([field, columns]) => [
  { key: `${field}_asc`, by: columns.join(', ') },
  { key: `${field}_desc`, by: columns.map((column) => `${column} desc`).join(', ') },
]);

/**
 * Creates the functions of the user search. LIKE is not leakproof, so PostgreSQL does not use the trigram index under
 * row-level security. These SECURITY DEFINER functions run as the owner, filter by the transaction's tenant themselves, and
 * return only ids, whose rows the caller reads under its own policy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await orderedIds(db);
  await sql`
    create function molde_like(value text) returns text
    language sql immutable strict parallel safe
    as $$ select '%' || replace(replace(replace(public.molde_fold(value), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' $$`.execute(
    db,
  );

  // Only the conditions in use enter the statement, so each combination is planned for itself.
  await sql`
    create function molde_user_scope(p_active boolean, p_user boolean)
    returns text language sql immutable parallel safe
    as $$
      select 'u.tenant_id = $1'
        || case when p_active is null then '' else ' and u.is_active = $6' end
        || case when p_user is null then '' else ' and u.is_user = $7' end
    $$`.execute(db);
  await sql`
    create function molde_user_match(p_text text, p_name text, p_email text, p_login text)
    returns text language sql immutable parallel safe
    as $$
      select 'true'
        || case when p_text is null then '' else ' and (u.name_search like $2 or u.email_search like $2 or u.login_search like $2)' end
        || case when p_name is null then '' else ' and u.name_search like $3' end
        || case when p_email is null then '' else ' and u.email_search like $4' end
        || case when p_login is null then '' else ' and u.login_search like $5' end
    $$`.execute(db);

  await sql`
    create function molde_user_page(
      p_text text, p_name text, p_email text, p_login text, p_active boolean, p_user boolean,
      p_order text, p_limit int, p_offset int, p_known_total int
    ) returns table (ids bigint[], total int)
    language plpgsql stable rows 1 security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
      v_scope text := public.molde_user_scope(p_active, p_user);
      v_match text := public.molde_user_match(p_text, p_name, p_email, p_login);
      v_order text;
      v_like text[] := array[
        public.molde_like(p_text), public.molde_like(p_name), public.molde_like(p_email), public.molde_like(p_login)
      ];
    begin
      if v_tenant is null then raise exception 'no tenant is set'; end if;
      v_order := case p_order
        ${sql.raw(orders.map(({ key, by }) => `when '${key}' then '${by}'`).join('\n        '))}
      end;
      if v_order is null then raise exception 'unknown order'; end if;

      total := p_known_total;
      if total is null then
        execute format('select count(*)::int from (select 1 from public.app_user u where %s and %s limit 10001) m', v_scope, v_match)
          into total
          using v_tenant, v_like[1], v_like[2], v_like[3], v_like[4], p_active, p_user;
      end if;

      if v_match = 'true' then
        ids := public.molde_user_ids(v_tenant, p_active, p_user, p_order, p_limit, p_offset);
        return next;
        return;
      end if;

      -- Many matches are usually met soon on a walk along the order's own index; the walk is short, because matches
      -- may also stand all together far away ("joao" by name).
      if total > 10000 then
        execute format(
            'select coalesce(array_agg(p.id), ''{}'')
             from (
               select u.id
               from (select * from public.app_user u where %1$s order by %3$s limit 10000) u
               where %2$s order by %3$s limit $8 offset $9
             ) p', v_scope, v_match, v_order)
          into ids
          using v_tenant, v_like[1], v_like[2], v_like[3], v_like[4], p_active, p_user, p_limit, p_offset;
        if cardinality(ids) = p_limit then
          return next;
          return;
        end if;
      end if;

      -- All matches are collected by the trigram index and the best kept. The fence keeps the planner from walking a
      -- million rows after the one that matches.
      execute format(
          'with u as materialized (
             select u.id, u.name, u.email, u.login, u.created_at, u.updated_at, u.is_active from public.app_user u where %1$s and %2$s
           )
           select coalesce(array_agg(p.id), ''{}'') from (select u.id from u order by %3$s limit $8 offset $9) p',
          v_scope, v_match, v_order)
        into ids
        using v_tenant, v_like[1], v_like[2], v_like[3], v_like[4], p_active, p_user, p_limit, p_offset;
      return next;
    end $$`.execute(db);

  await sql`
    create function molde_user_count(p_text text, p_name text, p_email text, p_login text, p_active boolean, p_user boolean)
    returns int
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
      v_total int;
    begin
      if v_tenant is null then raise exception 'no tenant is set'; end if;
      execute format('select count(*)::int from public.app_user u where %s and %s',
          public.molde_user_scope(p_active, p_user), public.molde_user_match(p_text, p_name, p_email, p_login))
        into v_total
        using v_tenant, public.molde_like(p_text), public.molde_like(p_name), public.molde_like(p_email),
          public.molde_like(p_login), p_active, p_user;
      return v_total;
    end $$`.execute(db);

  for (const signature of [
    'molde_user_page(text, text, text, text, boolean, boolean, text, int, int, int)',
    'molde_user_count(text, text, text, text, boolean, boolean)',
  ]) {
    await sql`revoke execute on function ${sql.raw(signature)} from public`.execute(db);
    await sql`grant execute on function ${sql.raw(signature)} to molde_app`.execute(db);
  }
}

/**
 * Creates the function for a page without search text, the most frequent call: one fixed statement per order, planned once
 * per connection. By default PostgreSQL plans each call again, since it estimates an unknown OFFSET as a tenth of the table,
 * and a generic plan may sort the whole table. The function's settings force a generic plan and rule out sorts, which
 * leaves the scan of the order's index.
 */
async function orderedIds(db: Kysely<unknown>): Promise<void> {
  const page = (by: string, active: string) => `array(
            select u.id from public.app_user u
            where u.tenant_id = p_tenant and ${active} and (p_user is null or u.is_user = p_user)
            order by ${by} limit p_limit offset p_offset)`;
  const any = '(p_active is null or u.is_active = p_active)';
  const branches = orders.map(({ key, by }) => {
    // `name` is the only order with an index that begins with is_active.
    if (!key.startsWith('name_')) return `when '${key}' then return ${page(by, any)};`;
    return `when '${key}' then
          if p_active is null then return ${page(by, 'true')}; end if;
          return ${page(by, 'u.is_active = p_active')};`;
  });
  await sql`
    create function molde_user_ids(p_tenant int, p_active boolean, p_user boolean, p_order text, p_limit int, p_offset int)
    returns bigint[]
    language plpgsql stable
    set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
    as $$
    begin
      case p_order
        ${sql.raw(branches.join('\n        '))}
      end case;
    end $$`.execute(db);
  await sql`revoke execute on function molde_user_ids(int, boolean, boolean, text, int, int) from public`.execute(
    db,
  );
}

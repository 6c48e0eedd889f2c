import { sql, type Kysely } from 'kysely';

/** Lets `molde_enter` (002_enter_function.ts) return the person's photo too, which others see beside the name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A function whose result changes cannot be replaced.
  await sql`drop function molde_enter(int, uuid)`.execute(db);
  await sql`
    create function molde_enter(p_tenant int, p_session uuid)
    returns table (
      user_id bigint, login text, name text, photo_url text, must_change boolean,
      all_screens boolean, screens jsonb, specials jsonb
    )
    language plpgsql volatile rows 1 as $$
    begin
      perform set_config('app.tenant_id', p_tenant::text, true);
      if p_session is not null then
        select u.id, coalesce(u.login, '')::text, u.name::text, u.photo_url, u.is_change_pwd, g.all_screens,
          coalesce((
            select jsonb_object_agg(f.screen_key, f.flags)
            from (
              select x.screen_key,
                case when bool_or(x.can_read) then 'r' else '' end || case when bool_or(x.can_create) then 'c' else '' end ||
                case when bool_or(x.can_update) then 'u' else '' end || case when bool_or(x.can_delete) then 'd' else '' end as flags
              from public.access_group_screen x
              where x.tenant_id = p_tenant and x.group_id = any (g.ids)
              group by x.screen_key
            ) f
          ), '{}'::jsonb),
          coalesce((
            select jsonb_agg(distinct x.permission)
            from public.access_group_special x
            where x.tenant_id = p_tenant and x.group_id = any (g.ids) and x.allow
          ), '[]'::jsonb)
        into user_id, login, name, photo_url, must_change, all_screens, screens, specials
        from public.session s
        join public.tenant t on t.id = s.tenant_id and t.is_active
        join public.app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active and u.is_user
        cross join lateral (
          select coalesce(bool_or(g.all_screens), false) as all_screens, array_agg(g.id) as ids
          from public.access_group_member m
          join public.access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.is_active
          where m.tenant_id = p_tenant and m.user_id = u.id
        ) g
        where s.tenant_id = p_tenant and s.id = p_session and s.revoked_at is null and s.expires_at > now();
        if found then return next; end if;
      end if;
      perform set_config('role', 'molde_app', true);
    end $$`.execute(db);
  await sql`revoke execute on function molde_enter(int, uuid) from public`.execute(db);
}

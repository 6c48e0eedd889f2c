import { sql } from 'kysely';
import { specialPermissions } from '../../contracts/permissions.ts';
import type { EnteredCaller } from '../db/database.ts';
import type { TenantTransaction } from '../db/tables.ts';
import { toCaller } from './access.ts';
import type { Caller } from './contract.ts';

/** Session of work that goes on after its request; it is no id of a session. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/** A person as the author of what the server does for them, whatever they may do themselves. @param found null for one who left */
export const withAllRights = (userId: number, found: Caller | null): Caller => ({
  ...(found ?? {
    userId,
    sessionId: NO_SESSION,
    login: '',
    name: '',
    photourl: null,
    mustChangePassword: false,
  }),
  grants: {
    allScreens: true,
    screens: new Map(),
    specials: new Set(specialPermissions.map(({ permission }) => permission)),
  },
});

/**
 * Reads a person with their permissions as they are now, for work that goes on after its request. The same as `molde_enter`
 * reads for a session.
 * @returns null for a person who is not active or no user any more.
 */
export async function callerOf(db: TenantTransaction, userId: number): Promise<Caller | null> {
  const { rows } = await sql<EnteredCaller>`
    select u.id as "userId", coalesce(u.login, '') as login, u.name, u.is_change_pwd as "mustChangePassword",
      g.all_screens as "allScreens",
      coalesce((
        select jsonb_object_agg(f.screen_key, f.flags) from (
          select x.screen_key,
            case when bool_or(x.can_read) then 'r' else '' end || case when bool_or(x.can_create) then 'c' else '' end ||
            case when bool_or(x.can_update) then 'u' else '' end || case when bool_or(x.can_delete) then 'd' else '' end as flags
          from access_group_screen x where x.group_id = any (g.ids) group by x.screen_key
        ) f
      ), '{}'::jsonb) as screens,
      coalesce((
        select jsonb_agg(distinct x.permission) from access_group_special x where x.group_id = any (g.ids) and x.allow
      ), '[]'::jsonb) as specials
    from app_user u
    cross join lateral (
      select coalesce(bool_or(g.all_screens), false) as all_screens, array_agg(g.id) as ids
      from access_group_member m join access_group g on g.id = m.group_id and g.is_active where m.user_id = u.id
    ) g
    where u.id = ${userId} and u.is_active and u.is_user`.execute(db);
  const [found] = rows;
  if (!found) return null;
  // Policies that depend on who reads hold for this work as for requests.
  await sql`select set_config('app.user_id', ${String(found.userId)}, true)`.execute(db);
  return toCaller(found, NO_SESSION);
}

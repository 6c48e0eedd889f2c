import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';

/** The people among some who are active users and may read chats with customers. @param chatId a chat that they must see, too */
export async function readersOf(
  db: TenantTransaction,
  ids: readonly number[],
  chatId: number | null = null,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
    where u.id = any (${[...ids]}::bigint[]) and u.is_active and u.is_user and exists (
      select from access_group_member m
      join access_group g on g.id = m.group_id and g.is_active
      left join access_group_screen s on s.group_id = g.id and s.screen_key = 'support'
      where m.user_id = u.id and (g.all_screens or s.can_read))
      and (${chatId}::bigint is null or exists (select from support_chat x
        where x.id = ${chatId} and (x.attendant_id = u.id or molde_sees_queue(x.queue_id, u.id))))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

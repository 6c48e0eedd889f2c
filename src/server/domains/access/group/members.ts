import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, ruleBroken } from '../../../kernel/errors.ts';
import type { GroupBody } from './access-group-schema.ts';

/** People whom a call adds to a group and removes from it, each once. */
export interface MemberChange {
  added: number[];
  removed: number[];
}

/** @throws AppError VALIDATION_FAILED for a person who is added and removed */
export function readMembers(body: GroupBody): MemberChange {
  const added = [...new Set(body.newUsers ?? [])];
  const removed = new Set(body.removedUsers ?? []);
  const both = added.findIndex((id) => removed.has(id));
  if (both !== -1)
    throw invalid([
      {
        path: `/newUsers/${body.newUsers!.indexOf(added[both]!)}`,
        key: 'errors.accessGroup.addedAndRemoved',
      },
    ]);
  return { added, removed: [...removed] };
}

/**
 * Checks that people who are added exist, are users and are active. Those who are members already stay whatever they are.
 * @throws AppError RULE_BROKEN at the first who is not
 */
export async function assertCanJoin(ctx: Context, groupId: number, added: readonly number[]): Promise<void> {
  if (added.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select a.id from unnest(${added}::bigint[]) with ordinality as a (id, n)
    where not exists (select from app_user u where u.id = a.id and u.is_user and u.is_active)
      and not exists (select from access_group_member m where m.group_id = ${groupId} and m.user_id = a.id)
    order by a.n limit 1`.execute(ctx.db);
  const [unknown] = rows;
  if (unknown === undefined) return;
  const key = 'errors.accessGroup.cannotJoin';
  throw ruleBroken(key, {
    params: { id: unknown.id },
    errors: [{ path: `/newUsers/${added.indexOf(unknown.id)}`, key, params: { id: unknown.id } }],
  });
}

/**
 * Adds and removes members. Adding a member and removing somebody else changes nothing.
 * @returns those who joined and those who left.
 */
export async function changeMembers(
  ctx: Context,
  groupId: number,
  { added, removed }: MemberChange,
): Promise<MemberChange> {
  const joined =
    added.length === 0
      ? { rows: [] }
      : await sql<{ id: number }>`
          insert into access_group_member (tenant_id, group_id, user_id)
          select ${ctx.tenant.id}, ${groupId}, id from unnest(${added}::bigint[]) as a (id)
          on conflict do nothing returning user_id as id`.execute(ctx.db);
  const left =
    removed.length === 0
      ? { rows: [] }
      : await sql<{ id: number }>`
          delete from access_group_member
          where group_id = ${groupId} and user_id = any (${removed}::bigint[])
          returning user_id as id`.execute(ctx.db);
  return { added: joined.rows.map(({ id }) => id), removed: left.rows.map(({ id }) => id) };
}

import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { invalid } from '../../../kernel/errors.ts';

/** Whether a person of `app_user u` is an active user who may read projects or boards. */
export const mayReadWork = sql`(u.is_active and u.is_user and exists (
  select from access_group_member m
  join access_group g on g.id = m.group_id and g.is_active
  left join access_group_screen s on s.group_id = g.id and s.screen_key in ('ppm-projects', 'ppm-boards')
  where m.user_id = u.id and (g.all_screens or s.can_read)
))`;

/**
 * The people among some who can be chosen: users who may read projects or boards, and of a restricted project those who see it.
 * @param projectId the project that they are chosen in; null for a board
 */
export async function peopleWithAccess(
  db: TenantTransaction,
  ids: readonly number[],
  projectId: number | null,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
    where u.id = any (${[...ids]}::bigint[]) and ${mayReadWork} and not exists (
      select from project p
      where p.id = ${projectId} and p.restricted and p.head_id is distinct from u.id
        and p.created_by is distinct from u.id
        and not exists (select from project_member m where m.project_id = p.id and m.user_id = u.id)
        and not exists (
          select from project_board b join board_stakeholder s on s.board_id = b.board_id
          where b.project_id = p.id and s.user_id = u.id
        )
    )`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** @throws AppError VALIDATION_FAILED at `path` when one of the people cannot be chosen */
export async function assertPeople(
  db: TenantTransaction,
  ids: readonly number[],
  projectId: number | null,
  path: string,
): Promise<void> {
  const found = await peopleWithAccess(db, ids, projectId);
  if (ids.some((id) => !found.has(id))) throw invalid([{ path, key: 'errors.agile.noAccess' }]);
}

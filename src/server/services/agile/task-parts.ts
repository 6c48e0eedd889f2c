import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import type { Context } from '../../kernel/contract.ts';
import { invalid } from '../../kernel/errors.ts';

export const sortedIds = (ids: readonly number[]): number[] =>
  [...new Set(ids)].sort((one, other) => one - other);

/** @throws AppError VALIDATION_FAILED at /startDate */
export function assertDates({
  startDate,
  endDate,
}: {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}): void {
  if (startDate && endDate && startDate > endDate)
    throw invalid([{ path: '/startDate', key: 'errors.agile.dates' }]);
}

/** @throws AppError VALIDATION_FAILED for a story that is not of the project */
export async function assertStory(db: TenantTransaction, projectId: number, storyId: number): Promise<void> {
  const found = await db
    .selectFrom('story')
    .where('id', '=', storyId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!found) throw invalid([{ path: '/storyId', key: 'errors.agile.unknownStory' }]);
}

/** @throws AppError VALIDATION_FAILED for tags of other boards than those of the project */
export async function assertTags(
  db: TenantTransaction,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql`
    select g.id from tag g join project_board b on b.board_id = g.board_id
    where b.project_id = ${projectId} and g.id = any (${[...ids]}::bigint[])`.execute(db);
  if (rows.length < ids.length) throw invalid([{ path: '/tags', key: 'errors.agile.unknownTag' }]);
}

type Writer = Pick<Context, 'db' | 'tenant'>;

/** Writes the people on a task. */
export async function changeUsers(
  { db, tenant }: Writer,
  task_id: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const removed = before.filter((id) => !after.includes(id));
  if (removed.length > 0)
    await db.deleteFrom('task_user').where('task_id', '=', task_id).where('user_id', 'in', removed).execute();
  const added = after.filter((id) => !before.includes(id));
  if (added.length > 0)
    await db
      .insertInto('task_user')
      .values(added.map((user_id) => ({ tenant_id: tenant.id, task_id, user_id })))
      .execute();
}

/** Writes the tags of a task. */
export async function changeTags(
  { db, tenant }: Writer,
  task_id: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const removed = before.filter((id) => !after.includes(id));
  if (removed.length > 0)
    await db.deleteFrom('task_tag').where('task_id', '=', task_id).where('tag_id', 'in', removed).execute();
  const added = after.filter((id) => !before.includes(id));
  if (added.length > 0)
    await db
      .insertInto('task_tag')
      .values(added.map((tag_id) => ({ tenant_id: tenant.id, task_id, tag_id })))
      .execute();
}

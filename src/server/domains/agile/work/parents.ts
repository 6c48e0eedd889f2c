import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { mayProjects } from './access.ts';
import { boardsOf, lockBoards, shareProjects } from '../operation/locks.ts';
import { id } from '../../../kernel/schema-parts.ts';

/** Parent of comments and checklists. */
export const parentFields = {
  parentType: Type.Unsafe<'task' | 'story' | 'project'>({
    type: 'string',
    enum: ['task', 'story', 'project'],
  }),
  parentId: id,
};
const parentSchema = Type.Object(parentFields);
export type Parent = Static<typeof parentSchema>;

export const parentOf = ({ parentType, parentId }: { parentType: string; parentId: number }): Parent =>
  ({ parentType, parentId }) as Parent;

/** The project of a parent. @throws AppError NOT_FOUND, also for what is hidden from the person */
export async function projectOfParent(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { parentType, parentId }: Parent,
): Promise<number> {
  const { rows } = await (
    parentType === 'project'
      ? sql<{ id: number }>`select id from project where id = ${parentId}`
      : parentType === 'task'
        ? sql<{ id: number }>`select project_id as id from task where id = ${parentId} and deleted_at is null`
        : sql<{
            id: number;
          }>`select project_id as id from story where id = ${parentId} and deleted_at is null`
  ).execute(db);
  const [found] = rows;
  if (!found || !allows(caller.grants, mayProjects('read'))) throw notFound();
  return found.id;
}

/**
 * Locks what a part of a parent is written under. @returns its project, and the boards that show it
 * @throws AppError NOT_FOUND, PROJECT_CLOSED
 */
export async function lockParent(
  ctx: Pick<Context, 'db' | 'caller'>,
  parent: Parent,
): Promise<{ projectId: number; boards: number[] }> {
  const projectId = await projectOfParent(ctx, parent);
  await shareProjects(ctx.db, [projectId]);
  const boards = parent.parentType === 'task' ? await boardsOf(ctx.db, [parent.parentId]) : [];
  await lockBoards(ctx.db, boards);
  return { projectId, boards };
}

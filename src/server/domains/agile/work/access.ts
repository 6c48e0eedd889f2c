import { sql } from 'kysely';
import { allows, type Access } from '../../../../contracts/access.ts';
import { hiddenProjects } from '../../../kernel/hidden-projects.ts';
import { boardTopic, visibleChanges } from '../operation/ops.ts';
import type { BoardOp } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Caller, Context, TopicSpec } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';

type Verb = 'read' | 'create' | 'update' | 'delete';

/** The right on projects, which their list and settings need. */
export const mayProjects = (verb: Verb) => ({ screen: 'ppm-projects', verb }) as const;
/** The right on boards, sprints, lanes and tags. */
export const mayBoards = (verb: Verb) => ({ screen: 'ppm-boards', verb }) as const;
/** The right on stories and tasks, which are worked on in projects and on boards. */
export const mayWork = (verb: Verb) => ({ any: [mayProjects(verb), mayBoards(verb)] });

export const readsBoards: Access = mayWork('read');

/**
 * Whether the person sees a board: who sees one of its projects does, and a board without projects is seen by who may read
 * boards (spec/decisions.md, Who sees projects). Projects that are hidden from the person do not exist in the transaction.
 */
async function seesBoard(db: TenantTransaction, caller: Caller, boardId: number): Promise<boolean> {
  const { rows } = await sql<{ projects: number; visible: number }>`
    select count(b.project_id)::int as projects, count(p.id)::int as visible
    from board x
    left join project_board b on b.board_id = x.id
    left join project p on p.id = b.project_id
    where x.id = ${boardId} and x.deleted_at is null group by x.id`.execute(db);
  const [found] = rows;
  if (!found) return false;
  return found.projects === 0
    ? allows(caller.grants, mayBoards('read'))
    : found.visible > 0 && allows(caller.grants, mayProjects('read'));
}

/** @throws AppError NOT_FOUND, also for a board that is hidden from the person */
export async function assertSeesBoard(ctx: Pick<Context, 'db' | 'caller'>, boardId: number): Promise<void> {
  if (!(await seesBoard(ctx.db, ctx.caller, boardId))) throw notFound();
}

/** Tasks and stories are seen by who sees their project. @throws AppError NOT_FOUND */
export function assertSeesWork({ caller }: Pick<Context, 'caller'>): void {
  if (!allows(caller.grants, mayProjects('read'))) throw notFound();
}

/** Condition on `board` with the alias `x`: the boards that the person sees. */
export function visibleBoards(caller: Caller) {
  const withProjects = allows(caller.grants, mayProjects('read'))
    ? sql`exists (select from project_board pb join project p on p.id = pb.project_id where pb.board_id = x.id)`
    : sql`false`;
  const without = allows(caller.grants, mayBoards('read'))
    ? sql`not exists (select from project_board pb where pb.board_id = x.id)`
    : sql`false`;
  return sql<boolean>`(x.deleted_at is null and (${withProjects} or ${without}))`;
}

/** The right that administrators of boards need besides. */
export const mayAdminister = ({ grants }: Pick<Caller, 'grants'>): boolean =>
  allows(grants, mayBoards('update'));

/**
 * Whether the person administers a board, so that they may change its lanes and limits: its creator and its stakeholders.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function assertAdministersBoard(
  ctx: Pick<Context, 'db' | 'caller'>,
  boardId: number,
): Promise<void> {
  await assertSeesBoard(ctx, boardId);
  const { rows } = await sql<{ administers: boolean }>`
    select b.created_by = ${ctx.caller.userId} or exists (
      select from board_stakeholder s where s.board_id = b.id and s.user_id = ${ctx.caller.userId}
    ) as administers from board b where b.id = ${boardId}`.execute(ctx.db);
  if (!rows[0]?.administers) throw new AppError('FORBIDDEN', { message: 'errors.agile.notAdministrator' });
}

/**
 * `board:{id}`: the operations of a board, without what happens in projects that the person may not see. Its presence names
 * the tasks that people have open, to those who see their projects.
 */
export const boardTopics: TopicSpec = {
  kind: 'board',
  names: ['board:*'],
  opens: {
    topic: 'record:task:',
    async groupOf({ db }, id) {
      const query = db.selectFrom('task').where('id', '=', id).where('deleted_at', 'is', null);
      return (await query.select('project_id').executeTakeFirst())?.project_id ?? null;
    },
  },
  async open(ctx, rest) {
    const id = /^[1-9]\d{0,15}$/.test(rest) ? Number(rest) : NaN;
    if (!allows(ctx.caller.grants, readsBoards)) throw new AppError('FORBIDDEN');
    if (!Number.isSafeInteger(id) || !(await seesBoard(ctx.db, ctx.caller, id))) throw notFound();
    const hidden = await hiddenProjects(ctx.db);
    return {
      log: boardTopic(id),
      hidden,
      key: hidden.size === 0 ? 'all' : `without ${[...hidden].sort((one, other) => one - other).join(' ')}`,
      // Also one that hides nothing from the person: its number closes the gap.
      read({ data }) {
        const op = data as unknown as BoardOp;
        return { ...op, changes: visibleChanges(op.changes, hidden) } as unknown as Json;
      },
    };
  },
};

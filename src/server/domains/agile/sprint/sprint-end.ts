import { sql } from 'kysely';
import { mostTasks, statusIds, type OpChange } from '../../../../contracts/agile.ts';
import type { SprintReport, SprintResolution } from '../../../../contracts/agile-sprint.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid, ruleBroken } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { readLanes } from '../lane/lanes.ts';
import { lockBoards, lockTasks, shareSprints } from '../operation/locks.ts';
import { hiddenProjects } from '../../../kernel/hidden-projects.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { relocate, type BoardState, type Destination } from '../card/relocate.ts';
import { reportOf } from './sprint-report.ts';
import { changeRecord } from '../operation/write-record.ts';
import {
  checkSprint,
  insertSprint,
  loggedFields,
  readSprint,
  type SprintFields,
  type SprintRow,
} from './sprints.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';

/** Request of an end. */
export interface SprintEnd {
  opId?: string | undefined;
  resolution: readonly SprintResolution[];
  newSprint?: SprintFields | undefined;
  /** Note of the review. */
  note?: string | undefined;
}

/** A task that an end has to find a place for. */
interface Unfinished {
  id: number;
  number: number;
  title: string;
  statusId: number;
  projectId: number;
}

/** The sprint's unfinished tasks that the person may see, and how many there are in all. */
async function unfinishedOf(
  db: TenantTransaction,
  sprintId: number,
): Promise<{ tasks: Unfinished[]; total: number }> {
  const { rows: tasks } = await sql<Unfinished>`
    select t.id, t.number, t.title::text as title, t.status_id as "statusId", t.project_id as "projectId"
    from task t join work_status s on s.id = t.status_id
    where t.sprint_id = ${sprintId} and t.deleted_at is null and s.category not in ('concluded', 'canceled')
    order by t.id`.execute(db);
  const hidden = await hiddenProjects(db);
  if (hidden.size === 0) return { tasks, total: tasks.length };
  const all = await withoutHiding(db, () =>
    sql<{ count: number }>`
      select count(*)::int as count from task t join work_status s on s.id = t.status_id
      where t.sprint_id = ${sprintId} and t.deleted_at is null and s.category not in ('concluded', 'canceled')`.execute(
      db,
    ),
  );
  return { tasks, total: all.rows[0]!.count };
}

/**
 * Ends a sprint in one transaction: every unfinished task goes where the resolution says, and what the report says is kept.
 * Nothing has happened when it is refused.
 * @throws AppError SPRINT_ENDED, SPRINT_UNFINISHED with the tasks that have no destination, VALIDATION_FAILED, NOT_FOUND
 */
export async function endSprint(
  ctx: Context,
  sprintId: number,
  { opId, resolution, newSprint, note = '' }: SprintEnd,
): Promise<{ opId: string; newSprintId: number | null }> {
  const { db } = ctx;
  const { boardId } = await readSprint(db, sprintId);
  await shareBoardProjects(db, boardId, sprintId);
  await lockBoards(db, await boardsOfSprint(db, boardId, sprintId));
  const earlier = await findOp(db, opId, boardId);
  if (earlier) return { opId: earlier.opId, newSprintId: createdSprint(earlier.changes ?? []) };
  const sprint = await readSprint(db, sprintId, 'update');
  if (sprint.state === 'ended')
    throw new AppError('SPRINT_ENDED', { message: 'errors.agile.sprintEndedAlready' });
  const { tasks, total } = await unfinishedOf(db, sprintId);
  if (total > tasks.length)
    throw new AppError('SPRINT_UNFINISHED', {
      message: 'errors.agile.hiddenUnfinished',
      params: { count: total - tasks.length },
      data: { tasks: [] },
    });
  if (total > mostTasks)
    throw ruleBroken('errors.agile.sprintLimit', { params: { count: total, limit: mostTasks } });
  const chosen = new Map(resolution.map(({ taskId, to }) => [taskId, to]));
  const open = tasks.filter(({ id }) => !chosen.has(id));
  if (open.length > 0) throw new AppError('SPRINT_UNFINISHED', { data: { tasks: open } });
  const needsNew = tasks.some(({ id }) => chosen.get(id) === 'new');
  if (needsNew && !newSprint) throw invalid([{ path: '/newSprint', key: 'errors.agile.required' }]);
  if (newSprint) checkSprint(newSprint, '/newSprint');
  const next = needsNew && newSprint ? await insertSprint(ctx, boardId, newSprint) : null;
  const targets = [...new Set(tasks.flatMap(({ id }) => numbersOf(chosen.get(id))))];
  const boards = await shareSprints(db, targets);
  if (targets.some((id) => id === sprintId || boards.get(id) !== boardId))
    throw invalid([{ path: '/resolution', key: 'errors.agile.foreignSprint' }]);

  const board: BoardState = {
    id: boardId,
    lanes: await readLanes(db, [boardId]),
    statuses: await readStatuses(db),
  };
  const titles = await titlesOf(db, targets);
  const movedTo = new Map<number, { sprint: string | null } | 'done'>();
  const locked =
    tasks.length === 0
      ? []
      : await lockTasks(
          db,
          tasks.map(({ id }) => id),
        );
  for (const task of locked) {
    const to = chosen.get(task.id)!;
    movedTo.set(
      task.id,
      to === 'conclude'
        ? 'done'
        : { sprint: to === 'backlog' ? null : to === 'new' ? newSprint!.title.trim() : titles.get(to)! },
    );
  }
  const moved = await relocate(
    ctx,
    board,
    locked.map((task) => ({ task, ...destinationOf(chosen.get(task.id)!, sprintId, next?.id ?? 0) })),
  );
  const report = await withoutHiding(db, () =>
    reportOf(db, sprint, { until: new Date(), timeZone: ctx.tenant.timeZone, movedTo, note }),
  );
  const ended = await finish(ctx, sprint, report);
  const active = await leaveActive(ctx, boardId, sprintId);
  const recorded = await recordOp(ctx, categoriesOf(board.statuses), {
    opId,
    kind: 'sprint.end',
    changes: [ended, ...(next ? [next] : []), ...(active ? [active] : []), ...moved.changes],
    boards: [...new Set([boardId, ...moved.boards])],
  });
  return { opId: recorded.opId, newSprintId: next?.id ?? null };
}

const numbersOf = (to: SprintResolution['to'] | undefined): number[] => (typeof to === 'number' ? [to] : []);

const createdSprint = (changes: readonly OpChange[]): number | null =>
  changes.find(({ entity, before }) => entity === 'sprint' && before === null)?.id ?? null;

function destinationOf(to: SprintResolution['to'], sprintId: number, nextId: number): Destination {
  if (to === 'conclude') return { sprintId, statusId: statusIds.concluded };
  if (to === 'backlog') return { sprintId: null, statusId: statusIds.backlog };
  return { sprintId: to === 'new' ? nextId : to, statusId: statusIds.start };
}

/** Shares the projects that have tasks in a sprint, and those of its board, so that none closes meanwhile. */
async function shareBoardProjects(db: TenantTransaction, boardId: number, sprintId: number): Promise<void> {
  await withoutHiding(db, async () => {
    await sql`
      select from project where closed_at is null and (
        id in (select project_id from project_board where board_id = ${boardId})
        or id in (select project_id from task where sprint_id = ${sprintId})
      ) order by id for share`.execute(db);
  });
}

/** The sprint's board and the other boards of the projects, whose backlogs its tasks may go to. */
async function boardsOfSprint(db: TenantTransaction, boardId: number, sprintId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct b.board_id as id from project_board b
    where b.project_id in (select project_id from task where sprint_id = ${sprintId})`.execute(db);
  return [boardId, ...rows.map(({ id }) => id)];
}

async function titlesOf(db: TenantTransaction, sprints: readonly number[]): Promise<Map<number, string>> {
  if (sprints.length === 0) return new Map();
  const rows = await db
    .selectFrom('sprint')
    .where('id', 'in', [...sprints])
    .select(['id', 'title'])
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** @returns the change for the log */
async function finish(ctx: Context, sprint: SprintRow, report: SprintReport): Promise<OpChange> {
  const before = loggedFields(sprint);
  const ended = await changeRecord(
    ctx,
    { entity: 'sprint', id: sprint.id },
    before,
    { ...before, state: 'ended' },
    {
      columns: {
        ended_at: sql`now()`,
        ended_by: sql`${ctx.caller.userId}`,
        report: sql`${JSON.stringify(report)}::jsonb`,
      },
      notes: { boardId: sprint.boardId },
      isWhole: true,
    },
  );
  if (ended === null) throw new Error('a sprint was ended twice');
  return ended;
}

/** A board has no active sprint once that has ended. @returns the change; null where another one was active */
async function leaveActive(ctx: Context, boardId: number, sprintId: number): Promise<OpChange | null> {
  const left = await ctx.db
    .updateTable('board')
    .set({ active_sprint_id: null, version: sql`version + 1` })
    .where('id', '=', boardId)
    .where('active_sprint_id', '=', sprintId)
    .returning('version')
    .executeTakeFirst();
  return left === undefined
    ? null
    : {
        entity: 'board',
        id: boardId,
        version: left.version,
        projectId: null,
        before: { activeSprintId: sprintId },
        after: { activeSprintId: null },
      };
}

import { sql } from 'kysely';
import { statusIds, type OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { appendCards, assertFitsOperation, lockBacklog } from '../board/project-boards.ts';
import { placesOf } from '../card/places.ts';

interface OpenTask {
  id: number;
  statusId: number;
  sprintId: number;
  boardId: number;
}

/** The boards of the open sprints in which a project has tasks, beside its own boards. */
export async function boardsOfSprints(db: TenantTransaction, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ board: number }>`
    select distinct s.board_id as board from task t join sprint s on s.id = t.sprint_id and s.state = 'open'
    where t.project_id = ${projectId} and t.deleted_at is null`.execute(db);
  return rows.map(({ board }) => board);
}

/**
 * Effect of closing on a project's cards: unfinished tasks in open sprints are canceled, and its cards leave the backlogs. The
 * project and the boards are locked, and the project is still open.
 * @returns the changes of the tasks @throws AppError RULE_BROKEN for too many tasks
 */
export async function closeCards(ctx: Context, projectId: number): Promise<OpChange[]> {
  const { db } = ctx;
  await sql`select from sprint where state = 'open'
    and id in (select sprint_id from task where project_id = ${projectId}) order by id for share`.execute(db);
  const { rows: open } = await sql<OpenTask>`
    select t.id, t.status_id as "statusId", s.id as "sprintId", s.board_id as "boardId" from task t
    join sprint s on s.id = t.sprint_id and s.state = 'open'
    join work_status w on w.id = t.status_id and w.category not in ('concluded', 'canceled')
    where t.project_id = ${projectId} and t.deleted_at is null order by t.id for update of t`.execute(db);
  const backlog = await lockBacklog(db, projectId);
  const all = [...open, ...backlog].map(({ id }) => id);
  const before = await placesOf(db, all);
  assertFitsOperation(Math.max(all.length, [...before.values()].flat().length));
  const ids = open.map(({ id }) => id);
  const { rows: canceled } = await sql<{ id: number; version: number }>`
    update task set status_id = ${statusIds.canceled}, version = version + 1, updated_at = now(),
      updated_by = ${ctx.caller.userId}
    where id = any (${ids}::bigint[]) returning id, version`.execute(db);
  const versions = new Map(canceled.map(({ id, version }) => [id, version]));
  // A canceled card has no lane.
  for (const sprintId of new Set(open.map((task) => task.sprintId))) {
    const tasks = open.filter((task) => task.sprintId === sprintId);
    await appendCards(
      ctx,
      { boardId: tasks[0]!.boardId, sprintId, laneId: 0 },
      tasks.map(({ id }) => id),
    );
  }
  await sql`delete from card_position
    where sprint_id = 0 and task_id = any (${backlog.map(({ id }) => id)}::bigint[])`.execute(db);
  const after = await placesOf(db, all);
  const places = (of: typeof before, id: number) => (of.get(id) ?? []) as unknown as Json;
  return [
    ...open.map(({ id, statusId, sprintId }): OpChange => ({
      entity: 'task',
      id,
      version: versions.get(id)!,
      projectId,
      before: { statusId, taskSprintId: sprintId, places: places(before, id) },
      after: { statusId: statusIds.canceled, taskSprintId: sprintId, places: places(after, id) },
    })),
    ...backlog.map(({ id, version }): OpChange => ({
      entity: 'task',
      id,
      version,
      projectId,
      before: { places: places(before, id) },
      after: { places: places(after, id) },
    })),
  ];
}

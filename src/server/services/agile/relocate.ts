import { sql } from 'kysely';
import type { OpChange } from '../../../contracts/agile.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Context } from '../../kernel/contract.ts';
import { laneOfStatus, type Lane } from './lanes.ts';
import type { LockedTask } from './locks.ts';
import { findPlace, placesOf, putCard, type Neighbours, type NotedPlace, type Slot } from './places.ts';
import type { WorkStatus } from './statuses.ts';

/** A board with what tells where its cards stand. */
export interface BoardState {
  id: number;
  lanes: readonly Lane[];
  statuses: ReadonlyMap<number, WorkStatus>;
}

/** Where a task goes. */
export interface Destination extends Neighbours {
  sprintId: number | null;
  statusId: number;
}

export interface Relocated {
  /** The change of the task, and that of the board whose keys were written anew. */
  changes: [OpChange, ...OpChange[]];
  /** Boards that show the difference. */
  boards: number[];
  placed: 'exact' | 'adjusted';
}

/** The list of a board that a destination is in. */
export function slotOf(board: BoardState, { sprintId, statusId }: Destination): Slot & { lane: Lane | null } {
  const lane = sprintId === null ? null : laneOfStatus(board.lanes, board.statuses, statusId);
  return { boardId: board.id, sprintId: sprintId ?? 0, laneId: lane?.id ?? 0, lane };
}

/**
 * Gives a task another list, status or place: all three in one, on every board that shows it. Boards, sprint and task are locked;
 * the caller checked that the destination takes it, and records the changes.
 * @param board the one whose neighbours the destination names: that of the sprint, if there is one
 */
export async function relocate(
  ctx: Context,
  board: BoardState,
  task: LockedTask,
  destination: Destination,
): Promise<Relocated> {
  const { db } = ctx;
  const before = (await placesOf(db, [task.id])).get(task.id) ?? [];
  const { lane: _lane, ...slot } = slotOf(board, destination);
  const { pos, placed, rewritten } = await findPlace(db, slot, task.id, destination);
  await putCard(db, ctx.tenant.id, task.id, { ...slot, pos });
  if (destination.sprintId !== task.sprintId) await followOnOtherBoards(ctx, task, destination, board.id);
  const version = await writeTask(ctx, task, destination);
  const after = (await placesOf(db, [task.id])).get(task.id) ?? [];
  const fields = (statusId: number, sprintId: number | null, places: NotedPlace[]): Record<string, Json> => ({
    statusId,
    taskSprintId: sprintId,
    places: places as unknown as Json,
  });
  const change: OpChange = {
    entity: 'task',
    id: task.id,
    version,
    projectId: task.projectId,
    before: fields(task.statusId, task.sprintId, before),
    after: { ...fields(destination.statusId, destination.sprintId, after), placed },
  };
  const keys: OpChange[] = rewritten
    ? [
        {
          entity: 'board',
          id: board.id,
          version: 0,
          projectId: null,
          before: {},
          after: { positions: rewritten },
        },
      ]
    : [];
  // A reordering concerns the board alone, a move into or out of the backlog all boards of the project.
  const isReordering = task.sprintId === destination.sprintId && task.statusId === destination.statusId;
  const shownBy = [board.id, ...[...before, ...after].map(({ boardId }) => boardId)];
  return { changes: [change, ...keys], boards: isReordering ? [board.id] : [...new Set(shownBy)], placed };
}

/** A card in a sprint is shown by the sprint's board alone, one in the backlog by all boards of its project. */
async function followOnOtherBoards(
  ctx: Context,
  task: LockedTask,
  { sprintId }: Destination,
  boardId: number,
): Promise<void> {
  if (sprintId !== null) {
    await ctx.db
      .deleteFrom('card_position')
      .where('task_id', '=', task.id)
      .where('board_id', '<>', boardId)
      .execute();
    return;
  }
  const { rows } = await sql<{ id: number }>`
    select board_id as id from project_board
    where project_id = ${task.projectId} and board_id <> ${boardId} order by board_id`.execute(ctx.db);
  for (const { id } of rows) {
    const slot: Slot = { boardId: id, sprintId: 0, laneId: 0 };
    const { pos } = await findPlace(ctx.db, slot, task.id, {});
    await putCard(ctx.db, ctx.tenant.id, task.id, { ...slot, pos });
  }
}

/** @returns the version of the task after the move: a new place alone is none */
async function writeTask(
  ctx: Context,
  task: LockedTask,
  { sprintId, statusId }: Destination,
): Promise<number> {
  if (task.sprintId === sprintId && task.statusId === statusId) return task.version;
  const { version } = await ctx.db
    .updateTable('task')
    .set({
      sprint_id: sprintId,
      status_id: statusId,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: ctx.caller.userId,
    })
    .where('id', '=', task.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

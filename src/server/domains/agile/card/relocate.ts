import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { laneOfStatus, type Lane } from '../lane/lanes.ts';
import type { LockedTask } from '../operation/locks.ts';
import {
  findPlaces,
  placesOf,
  putCards,
  type Neighbours,
  type NotedPlace,
  type Place,
  type Slot,
} from './places.ts';
import { appendCards } from '../board/project-boards.ts';
import type { WorkStatus } from '../status/statuses.ts';

/** A board with what tells where its cards stand. */
export interface BoardState {
  id: number;
  lanes: readonly Lane[];
  statuses: ReadonlyMap<number, WorkStatus>;
}

/** Where a task goes. */
export interface Destination {
  sprintId: number | null;
  statusId: number;
}

/** A task that goes somewhere. */
export interface Move extends Destination {
  task: LockedTask;
}

export interface Relocated {
  /** The changes of the tasks in their order, and those of the board whose keys were written anew. */
  changes: OpChange[];
  /** Boards that show the difference. */
  boards: number[];
}

/** The list of a board that a destination is in. */
export function slotOf(board: BoardState, { sprintId, statusId }: Destination): Slot & { lane: Lane | null } {
  const lane = sprintId === null ? null : laneOfStatus(board.lanes, board.statuses, statusId);
  return { boardId: board.id, sprintId: sprintId ?? 0, laneId: lane?.id ?? 0, lane };
}

/**
 * Gives tasks other lists, statuses or places: all three in one, on every board that shows them, in a number of statements that
 * does not depend on how many they are. Boards, sprints and tasks are locked; the caller checked that the destinations take them,
 * and records the changes.
 * @param board the one that the tasks go to: that of the sprint, if there is one
 * @param neighbours of the first task; those with the same list stand behind it, and all others at the end of theirs
 */
export async function relocate(
  ctx: Context,
  board: BoardState,
  moves: readonly Move[],
  neighbours: Neighbours = {},
): Promise<Relocated> {
  const { db } = ctx;
  const ids = moves.map(({ task }) => task.id);
  const before = await placesOf(db, ids);
  const { placed, rewritten } = await place(ctx, board, moves, neighbours);
  await followOnOtherBoards(
    ctx,
    moves.filter(({ task, sprintId }) => sprintId !== task.sprintId),
    board.id,
  );
  const versions = await writeTasks(ctx, moves);
  const after = await placesOf(db, ids);
  const fields = (
    { statusId, sprintId }: Destination,
    places: readonly NotedPlace[] = [],
  ): Record<string, Json> => ({ statusId, taskSprintId: sprintId, places: places as unknown as Json });
  const boards = new Set<number>();
  const changes = moves.map((move): OpChange => {
    const { task } = move;
    const [was, is] = [before.get(task.id), after.get(task.id)];
    boards.add(board.id);
    // A reordering concerns the board alone, a move into or out of the backlog all boards of the project.
    if (!isReordering(move)) for (const { boardId } of [...(was ?? []), ...(is ?? [])]) boards.add(boardId);
    return {
      entity: 'task',
      id: task.id,
      version: versions.get(task.id) ?? task.version,
      projectId: task.projectId,
      before: fields(task, was),
      after: { ...fields(move, is), placed: placed.get(task.id)! },
    };
  });
  if (Object.keys(rewritten).length > 0)
    changes.push({
      entity: 'board',
      id: board.id,
      version: 0,
      projectId: null,
      before: {},
      after: { positions: rewritten },
    });
  return { changes, boards: [...boards] };
}

const isReordering = ({ task, sprintId, statusId }: Move): boolean =>
  task.sprintId === sprintId && task.statusId === statusId;

/** Puts cards into their lists of the board. @returns how exactly each stands, and the keys that were written anew */
async function place(
  ctx: Context,
  board: BoardState,
  moves: readonly Move[],
  neighbours: Neighbours,
): Promise<{ placed: Map<number, 'exact' | 'adjusted'>; rewritten: Record<number, string> }> {
  const lists = new Map<string, { slot: Slot; ids: number[] }>();
  for (const move of moves) {
    const { lane: _lane, ...slot } = slotOf(board, move);
    const key = `${slot.sprintId} ${slot.laneId}`;
    const list = lists.get(key);
    if (list) list.ids.push(move.task.id);
    else lists.set(key, { slot, ids: [move.task.id] });
  }
  const placed = new Map<number, 'exact' | 'adjusted'>();
  const rewritten: Record<number, string> = {};
  const places: (Place & { taskId: number })[] = [];
  for (const [at, { slot, ids }] of [...lists.values()].entries()) {
    const found = await findPlaces(ctx.db, slot, ids, at === 0 ? neighbours : {});
    Object.assign(rewritten, found.rewritten);
    ids.forEach((taskId, index) => {
      placed.set(taskId, found.placed);
      places.push({ ...slot, taskId, pos: found.keys[index]! });
    });
  }
  await putCards(ctx.db, ctx.tenant.id, places);
  return { placed, rewritten };
}

/** A card in a sprint is shown by the sprint's board alone, one in the backlog by all boards of its project. */
async function followOnOtherBoards(ctx: Context, moves: readonly Move[], boardId: number): Promise<void> {
  const inSprints = moves.filter(({ sprintId }) => sprintId !== null).map(({ task }) => task.id);
  if (inSprints.length > 0)
    await sql`delete from card_position
      where task_id = any (${inSprints}::bigint[]) and board_id <> ${boardId}`.execute(ctx.db);
  const inBacklog = moves.filter(({ sprintId }) => sprintId === null).map(({ task }) => task);
  if (inBacklog.length === 0) return;
  const projects = [...new Set(inBacklog.map(({ projectId }) => projectId))];
  const { rows } = await sql<{ id: number; projects: number[] }>`
    select board_id as id, array_agg(project_id) as projects from project_board
    where project_id = any (${projects}::bigint[]) and board_id <> ${boardId} group by board_id order by board_id`.execute(
    ctx.db,
  );
  for (const { id, projects: shown } of rows) {
    const ids = inBacklog.filter(({ projectId }) => shown.includes(projectId)).map((task) => task.id);
    await appendCards(ctx, { boardId: id, sprintId: 0, laneId: 0 }, ids);
  }
}

/** @returns the versions of the tasks that changed: a new place alone is no change of a task */
async function writeTasks(ctx: Context, moves: readonly Move[]): Promise<ReadonlyMap<number, number>> {
  const changed = moves.filter((move) => !isReordering(move));
  if (changed.length === 0) return new Map();
  const records = changed.map(({ task, sprintId, statusId }) => ({ id: task.id, sprintId, statusId }));
  const { rows } = await sql<{ id: number; version: number }>`
    update task t set sprint_id = x."sprintId", status_id = x."statusId", version = t.version + 1, updated_at = now(),
      updated_by = ${ctx.caller.userId}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) x (id bigint, "sprintId" bigint, "statusId" int)
    where t.id = x.id returning t.id, t.version`.execute(ctx.db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

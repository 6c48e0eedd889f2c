import { statusIds, type MoveCommand, type MoveReply, type OpChange } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { type AppError, invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { assertNoneRefused } from '../task/bulk.ts';
import { changedByOthers } from '../operation/edit.ts';
import { laneOfStatus, readLanes } from '../lane/lanes.ts';
import {
  boardsOf,
  lockBoards,
  lockTasks,
  projectsOf,
  shareProjects,
  shareSprints,
  type LockedTask,
} from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import type { NotedPlace } from './places.ts';
import { relocate, slotOf, type BoardState, type Destination, type Relocated } from './relocate.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';
import { refusedByLane } from './full-lanes.ts';

/**
 * Moves a card: the one command of pointer, menu, keyboard and the older calls of lanes. Status, sprint and place change
 * together; where neighbours are gone, the card stands as near as can be (`placed: 'adjusted'`).
 * @param edit changes fields of the card in the same operation: a swimlane stands for one
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, SPRINT_ENDED, LANE_FULL, VALIDATION_FAILED, VERSION_CONFLICT
 */
export async function moveCard(
  ctx: Context,
  boardId: number,
  taskId: number,
  command: MoveCommand,
  edit?: (task: LockedTask, statuses: BoardState['statuses']) => Promise<OpChange | null>,
): Promise<MoveReply> {
  const { db } = ctx;
  const locked = await lockMove(ctx, boardId, [taskId], command);
  if ('earlier' in locked) {
    const { changes, opId, seq } = locked.earlier;
    return replyOf(changes ?? [], { boardId, taskId, opId, seq });
  }
  const [task] = locked.tasks as [LockedTask];
  const board = { id: boardId, lanes: await readLanes(db, [boardId]), statuses: await readStatuses(db) };
  const moved = await placeCards(ctx, board, [task], command);
  const fields = await edit?.(task, board.statuses);
  if (fields) moved.changes[0] = joined(moved.changes[0]!, fields);
  const { opId, seqs } = await recordOp(ctx, categoriesOf(board.statuses), {
    opId: command.opId,
    kind: 'task.move',
    changes: moved.changes,
    // Fields are shown by all boards that show the card.
    boards: fields ? [...new Set([...moved.boards, ...boardsIn(moved.changes[0]!)])] : moved.boards,
  });
  return replyOf(moved.changes, { boardId, taskId, opId, seq: seqs.get(boardId) ?? 0 });
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findOp>>>;

/**
 * Locks cards of a board with all that their move touches.
 * @returns the cards, or the operation of the gesture that was sent before
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, SPRINT_ENDED, VALIDATION_FAILED
 */
export async function lockMove(
  { db }: Context,
  boardId: number,
  ids: readonly number[],
  { bucket, opId }: MoveCommand,
): Promise<{ tasks: LockedTask[] } | { earlier: Earlier }> {
  const target = bucket === 'backlog' ? null : bucket;
  await shareProjects(db, await projectsOf(db, ids));
  const boards = await boardsOf(db, ids);
  // A board shows the cards of its projects.
  if (!boards.includes(boardId)) throw notFound();
  await lockBoards(db, boards);
  const earlier = await findOp(db, opId, boardId);
  if (earlier) return { earlier };
  const sprints = await shareSprints(db, target === null ? [] : [target]);
  const tasks = await lockTasks(db, ids);
  // A sprint takes cards of its own board.
  if (target !== null && sprints.get(target) !== boardId)
    throw invalid([{ path: '/bucket', key: 'errors.agile.foreignSprint' }]);
  return { tasks };
}

/**
 * Puts cards where a move names, one behind the other. Board, sprint and cards are locked.
 * @throws AppError LANE_FULL, NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT; of several, naming each that is refused
 */
export async function placeCards(
  ctx: Context,
  board: BoardState,
  tasks: readonly LockedTask[],
  { bucket, laneId, afterId, beforeId, seen }: MoveCommand,
  refusals: ReadonlyMap<number, AppError> = new Map(),
): Promise<Relocated> {
  const target = bucket === 'backlog' ? null : bucket;
  const moves = tasks.map((task) => ({ task, ...destinationOf(board, task, target, laneId) }));
  const full = await withoutRoom(ctx, board, moves);
  const ids = tasks.map(({ id }) => id);
  const newer = await changedByOthers(
    ctx,
    seen === undefined ? undefined : { boardId: board.id, seq: seen },
    ids,
    ['places', 'statusId', 'taskSprintId'],
  );
  assertNoneRefused(ids, new Map([...full, ...newer, ...refusals]));
  return relocate(ctx, board, moves, { afterId, beforeId });
}

const boardsIn = ({ after }: OpChange): number[] =>
  ((after?.['places'] ?? []) as unknown as NotedPlace[]).map(({ boardId }) => boardId);

/** Both changes of one record as one. */
const joined = (one: OpChange, other: OpChange): OpChange => ({
  ...one,
  version: Math.max(one.version, other.version),
  before: { ...one.before, ...other.before },
  after: { ...one.after, ...other.after },
});

function destinationOf(
  { lanes, statuses }: BoardState,
  task: LockedTask,
  target: number | null,
  laneId: number | null | undefined,
): Destination {
  if (target === null) {
    if (typeof laneId === 'number') throw invalid([{ path: '/laneId', key: 'errors.agile.backlogLane' }]);
    // Tasks finished or canceled without a sprint keep their status when they are only put elsewhere in the list.
    return { sprintId: null, statusId: task.sprintId === null ? task.statusId : statusIds.backlog };
  }
  if (typeof laneId === 'number') {
    const lane = lanes.find(({ id }) => id === laneId);
    if (!lane) throw notFound();
    const isShownThere = laneOfStatus(lanes, statuses, task.statusId)?.id === lane.id;
    return { sprintId: target, statusId: isShownThere ? task.statusId : lane.statusId };
  }
  const stays = task.sprintId === target;
  return { sprintId: target, statusId: stays ? task.statusId : statusIds.start };
}

/** The tasks for which their lanes have no room, each with its error. */
export async function withoutRoom(
  ctx: Context,
  board: BoardState,
  moves: readonly (Destination & { task: Pick<LockedTask, 'id'> })[],
): Promise<Map<number, AppError>> {
  const full = new Map<number, AppError>();
  const lists = new Map<string, ReturnType<typeof slotOf> & { ids: number[] }>();
  for (const move of moves) {
    const slot = slotOf(board, move);
    if (!slot.lane) continue;
    const key = `${slot.sprintId} ${slot.laneId}`;
    const list = lists.get(key);
    if (list) list.ids.push(move.task.id);
    else lists.set(key, { ...slot, ids: [move.task.id] });
  }
  for (const { lane, sprintId, ids } of lists.values())
    for (const [id, error] of await refusedByLane(ctx, lane!, sprintId, board.statuses, ids))
      full.set(id, error);
  return full;
}

function replyOf(
  changes: readonly OpChange[],
  { boardId, taskId, opId, seq }: { boardId: number; taskId: number; opId: string; seq: number },
): MoveReply {
  const change = changes.find(({ entity, id }) => entity === 'task' && id === taskId);
  const after = change?.after;
  const places = (after?.['places'] ?? []) as unknown as NotedPlace[];
  const place = places.find((one) => one.boardId === boardId);
  // A gesture's id that stands for something else is a mistake of the client.
  if (!change || !after || !place) throw ruleBroken('errors.agile.opIdUsed');
  return {
    opId,
    seq,
    version: change.version,
    statusId: Number(after['statusId']),
    sprintId: place.sprintId,
    laneId: place.laneId,
    pos: place.pos,
    placed: after['placed'] === 'adjusted' ? 'adjusted' : 'exact',
  };
}

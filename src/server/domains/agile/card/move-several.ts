import type { MoveCommand } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { nameUnlocked } from '../task/bulk.ts';
import { readLanes } from '../lane/lanes.ts';
import { boardsByTask } from '../operation/locks.ts';
import { lockMove, placeCards } from './move.ts';
import { recordOp } from '../operation/ops.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';

/**
 * Moves several cards of a board as one operation, all or nothing: the first one to the place that the command names, each
 * further one behind the one before it. The error names each card that was refused.
 * @param ids in the order in which they are to stand
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, SPRINT_ENDED, LANE_FULL, VALIDATION_FAILED
 */
export async function moveCards(
  ctx: Context,
  boardId: number,
  ids: readonly number[],
  command: MoveCommand,
): Promise<void> {
  const { db } = ctx;
  const locked = await lockMove(ctx, boardId, ids, command).catch((error: unknown) =>
    nameUnlocked(ctx, ids, error),
  );
  if ('earlier' in locked) return;
  const board = { id: boardId, lanes: await readLanes(db, [boardId]), statuses: await readStatuses(db) };
  const tasks = locked.tasks.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const shown = await boardsByTask(db, ids);
  const foreign = ids.filter((id) => !shown.get(id)?.includes(boardId));
  const refused = new Map(foreign.map((id) => [id, notFound()]));
  const { changes, boards } = await placeCards(ctx, board, tasks, command, refused);
  await recordOp(ctx, categoriesOf(board.statuses), {
    opId: command.opId,
    kind: 'task.bulk',
    changes,
    boards,
  });
}

import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { laneName } from '../lane/lane-names.ts';
import type { Lane } from '../lane/lanes.ts';
import type { WorkStatus } from '../status/statuses.ts';

/**
 * Those of some tasks for which a lane of a sprint has no room, each with its error. Every card of the lane counts, also those that a
 * filter or a swimlane hides; within the lane there is always room.
 */
export async function refusedByLane(
  ctx: Pick<Context, 'db' | 'lang'>,
  lane: Lane,
  sprintId: number,
  statuses: ReadonlyMap<number, WorkStatus>,
  ids: readonly number[],
): Promise<Map<number, AppError>> {
  const { id: laneId, boardId, wipLimit, wipMode } = lane;
  if (wipLimit === null || wipMode !== 'hard') return new Map();
  const { rows } = await sql<{ count: number; here: number[] }>`
    select count(*)::int as count,
      coalesce(array_agg(task_id) filter (where task_id = any (${[...ids]}::bigint[])), '{}') as here
    from card_position
    where board_id = ${boardId} and sprint_id = ${sprintId} and lane_id = ${laneId}`.execute(ctx.db);
  const { count, here } = rows[0]!;
  const inside = new Set(here);
  const title = laneName(lane, statuses, ctx.lang);
  const refused = ids.filter((id) => !inside.has(id)).slice(Math.max(0, wipLimit - count));
  return new Map(
    refused.map((id) => [id, new AppError('LANE_FULL', { params: { lane: title, limit: wipLimit } })]),
  );
}

import { sql } from 'kysely';
import { firstOwnStatus, type StatusCategory } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import { assertAdministersBoard } from '../work/access.ts';
import { assertLaneName, laneTaken } from '../lane/lane-names.ts';
import { readLanes } from '../lane/lanes.ts';
import { lockBoards } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { nameStatus, type NamedStatus } from './status-names.ts';
import { categoriesOf, readStatuses, type WorkStatus } from './statuses.ts';

export interface DefaultLane extends NamedStatus {
  statusId: number;
  laneId: number | null;
  boardId: number | null;
  rank: number;
}

interface NewLane {
  title: string;
  category?: StatusCategory | undefined;
  color?: string | null | undefined;
  boardId?: number | null | undefined;
  opId?: string | undefined;
}

/** The lanes that new boards get, in their order. */
export async function readDefaultLanes({ db, lang }: Pick<Context, 'db' | 'lang'>): Promise<DefaultLane[]> {
  const rows = await db
    .selectFrom('work_status')
    .where('lane_rank', 'is not', null)
    .select(['id', 'category', 'title', 'color', 'lane_rank'])
    .orderBy('lane_rank')
    .orderBy('id')
    .execute();
  return rows.map(({ lane_rank, ...status }, at) => ({
    ...nameStatus(status, lang),
    statusId: status.id,
    laneId: null,
    boardId: null,
    rank: lane_rank ?? at,
  }));
}

/**
 * Adds a lane to new boards, or to one board, with a status of the tenant for it. A board takes an existing status of the same
 * name, so that boards can share it.
 * @throws AppError FORBIDDEN for who does not administer the board, ALREADY_EXISTS, NOT_FOUND
 */
export async function addLane(ctx: Context, lane: NewLane): Promise<DefaultLane> {
  const boardId = lane.boardId ?? null;
  if (boardId !== null) {
    await assertAdministersBoard(ctx, boardId);
    await lockBoards(ctx.db, [boardId]);
  }
  // One at a time gives statuses their numbers.
  await sql`select from work_status where id = 1 for update`.execute(ctx.db);
  const title = lane.title.trim();
  const statuses = await readStatuses(ctx.db);
  const { rows } = await sql<{ id: number }>`
    select id from work_status where molde_fold(title) = molde_fold(${title})`.execute(ctx.db);
  const named = statuses.get(rows[0]?.id ?? 0) ?? null;
  if (boardId === null) {
    if (named) throw laneTaken();
    const rank = 1 + Math.max(0, ...(await readDefaultLanes(ctx)).map((one) => one.rank));
    const status = await insertStatus(ctx, statuses, lane, title, rank);
    return { ...nameStatus(status, ctx.lang), statusId: status.id, laneId: null, boardId: null, rank };
  }
  const lanes = await readLanes(ctx.db, [boardId]);
  const earlier = await findOp(ctx.db, lane.opId, boardId);
  if (earlier)
    return sentBefore(ctx, earlier.changes?.find(({ entity }) => entity === 'lane')?.id ?? 0, boardId);
  if (lanes.some(({ statusId }) => statusId === named?.id)) throw laneTaken();
  assertLaneName(title, lanes, statuses, ctx.lang);
  const status = named ?? (await insertStatus(ctx, statuses, lane, title, null));
  const rank = 1 + Math.max(0, ...lanes.map((one) => one.rank));
  const { id } = await ctx.db
    .insertInto('lane')
    .values({ tenant_id: ctx.tenant.id, board_id: boardId, status_id: status.id, rank, color: status.color })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordOp(ctx, categoriesOf(new Map(statuses).set(status.id, status)), {
    opId: lane.opId,
    kind: 'lane.create',
    changes: [
      {
        entity: 'lane',
        id,
        version: 1,
        projectId: null,
        before: null,
        after: { boardId, statusId: status.id, title, category: status.category, color: status.color, rank },
      },
    ],
    boards: [boardId],
  });
  return { ...nameStatus(status, ctx.lang), statusId: status.id, laneId: id, boardId, rank };
}

async function sentBefore(ctx: Context, laneId: number, boardId: number): Promise<DefaultLane> {
  const lane = (await readLanes(ctx.db, [boardId])).find(({ id }) => id === laneId);
  const status = lane && (await readStatuses(ctx.db)).get(lane.statusId);
  if (!lane || !status) throw ruleBroken('errors.agile.opIdUsed');
  return { ...nameStatus(status, ctx.lang), statusId: status.id, laneId, boardId, rank: lane.rank };
}

async function insertStatus(
  ctx: Context,
  statuses: ReadonlyMap<number, WorkStatus>,
  { category = 'progress', color = null }: NewLane,
  title: string,
  lane_rank: number | null,
): Promise<WorkStatus> {
  const id = Math.max(firstOwnStatus - 1, ...statuses.keys()) + 1;
  await ctx.db
    .insertInto('work_status')
    .values({ tenant_id: ctx.tenant.id, id, category, title, color, lane_rank })
    .execute();
  return { id, category, title, color };
}

import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { assertVersion, type ExpectedVersion } from '../../../kernel/version.ts';
import { assertAdministersBoard } from '../work/access.ts';
import { assertLaneName, laneName } from './lane-names.ts';
import { laneOfStatus, readLanes, type Lane } from './lanes.ts';
import { lockBoards, lockTasks, shareProjects, type LockedTask } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord, removeRecord } from '../operation/write-record.ts';
import { refusedByLane } from '../card/full-lanes.ts';
import { placesOf, type NotedPlace } from '../card/places.ts';
import { appendCards } from '../board/project-boards.ts';
import { categoriesOf, readStatuses, type WorkStatus } from '../status/statuses.ts';
import { requiredTitle } from '../work/text.ts';

/** The board of a lane. @throws AppError NOT_FOUND */
export async function boardOfLane(ctx: Pick<Context, 'db'>, laneId: number): Promise<number> {
  const found = await ctx.db
    .selectFrom('lane')
    .where('id', '=', laneId)
    .select('board_id')
    .executeTakeFirst();
  if (!found) throw notFound();
  return found.board_id;
}

/** The lanes of a board, which is locked for its administrator. @throws AppError NOT_FOUND, FORBIDDEN */
async function lockLanes(ctx: Context, boardId: number): Promise<Lane[]> {
  await assertAdministersBoard(ctx, boardId);
  await lockBoards(ctx.db, [boardId]);
  return readLanes(ctx.db, [boardId]);
}

interface LaneFields {
  title?: string | null | undefined;
  color?: string | null | undefined;
  wipLimit?: number | null | undefined;
  wipMode?: 'soft' | 'hard' | undefined;
}

const laneChange = (lane: Lane, before: Record<string, Json>, after: Record<string, Json>): OpChange => ({
  entity: 'lane',
  id: lane.id,
  version: lane.version + 1,
  projectId: null,
  before,
  after,
});

/**
 * Changes name, colour and limit of a lane. A name that is null is that of its status.
 * @throws AppError NOT_FOUND, FORBIDDEN, ALREADY_EXISTS, VERSION_CONFLICT with the current lane
 */
export async function changeLane(
  ctx: Context,
  id: number,
  { title, color, wipLimit, wipMode }: LaneFields,
  { expected, opId }: { expected: ExpectedVersion; opId?: string | undefined },
): Promise<Lane> {
  const boardId = await boardOfLane(ctx, id);
  const lanes = await lockLanes(ctx, boardId);
  const lane = lanes.find((one) => one.id === id);
  if (!lane) throw notFound();
  if (await findOp(ctx.db, opId, boardId)) return lane;
  await assertVersion(expected, lane.version, () => lane);
  const sent = { title: typeof title === 'string' ? requiredTitle(title) : title, color, wipLimit, wipMode };
  const isRenamed = sent.title !== undefined && sent.title !== lane.title;
  if (isRenamed) {
    const statuses = await readStatuses(ctx.db);
    const name = laneName({ ...lane, title: sent.title ?? null }, statuses, ctx.lang);
    assertLaneName(
      name,
      lanes.filter((one) => one.id !== id),
      statuses,
      ctx.lang,
    );
  }
  const change = await changeRecord(ctx, { entity: 'lane', id }, { ...lane }, sent);
  if (change === null) return lane;
  await recordOp(ctx, new Map(), { opId, kind: 'lane.update', changes: [change], boards: [boardId] });
  return { ...lane, ...(change.after as Partial<Lane>), version: change.version };
}

/** Puts all lanes of a board into an order. @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED */
export async function orderLanes(
  ctx: Context,
  boardId: number,
  ids: readonly number[],
  opId: string | undefined,
): Promise<void> {
  const lanes = await lockLanes(ctx, boardId);
  if (await findOp(ctx.db, opId, boardId)) return;
  const isSame = ids.length === lanes.length && lanes.every(({ id }) => ids.includes(id));
  if (!isSame) throw invalid([{ path: '/laneIds', key: 'errors.agile.allLanes' }]);
  const moved = lanes.filter((lane) => lane.rank !== ids.indexOf(lane.id) + 1);
  if (moved.length === 0) return;
  await sql`
    update lane l set rank = n.rank, version = version + 1
    from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ id }) => ids.indexOf(id) + 1)}::int[]) n (id, rank)
    where l.id = n.id`.execute(ctx.db);
  await recordOp(ctx, new Map(), {
    opId,
    kind: 'lane.order',
    changes: moved.map((lane) => laneChange(lane, { rank: lane.rank }, { rank: ids.indexOf(lane.id) + 1 })),
    boards: [boardId],
  });
}

interface LaneCard {
  id: number;
  projectId: number | null;
  statusId: number;
  sprintId: number;
  /** Whether it stays as it is: its sprint has ended, or its project is closed. */
  isKept: boolean;
}

/**
 * Removes a lane. Cards of open sprints go to the end of a named other lane, with its status; those of ended sprints and closed
 * projects keep their status.
 * @throws AppError NOT_FOUND, FORBIDDEN, RULE_BROKEN for the last lane and for cards without another lane, LANE_FULL
 */
export async function removeLane(
  ctx: Context,
  id: number,
  { toLaneId, opId }: { toLaneId?: number | undefined; opId?: string | undefined },
): Promise<void> {
  const { db } = ctx;
  const boardId = await boardOfLane(ctx, id);
  await assertAdministersBoard(ctx, boardId);
  const { rows: projects } = await sql<{ id: number }>`
    select distinct p.id from project p join task t on t.project_id = p.id
    where p.closed_at is null and t.id in (
      select task_id from card_position where board_id = ${boardId} and lane_id = ${id}
    )`.execute(db);
  await shareProjects(
    db,
    projects.map((project) => project.id),
  );
  const lanes = await lockLanes(ctx, boardId);
  if (await findOp(db, opId, boardId)) return;
  const lane = lanes.find((one) => one.id === id);
  if (!lane) throw notFound();
  const rest = lanes.filter((one) => one.id !== id);
  if (rest.length === 0) throw ruleBroken('errors.agile.lastLane');
  const { rows: cards } = await sql<LaneCard>`
    select c.task_id as id, t.project_id as "projectId", t.status_id as "statusId", c.sprint_id as "sprintId",
      (s.state = 'ended' or p.closed_at is not null) is true as "isKept"
    from card_position c
    left join task t on t.id = c.task_id
    left join project p on p.id = t.project_id
    left join sprint s on s.id = c.sprint_id
    where c.board_id = ${boardId} and c.lane_id = ${id} order by c.sprint_id, c.pos`.execute(db);
  // Nobody moves cards that they do not see.
  if (cards.some(({ projectId }) => projectId === null))
    throw new AppError('FORBIDDEN', { message: 'errors.agile.hiddenProjects' });
  const moving = cards.filter(({ isKept }) => !isKept);
  const target = rest.find((one) => one.id === toLaneId);
  if (toLaneId !== undefined && !target) throw notFound();
  if (moving.length > 0 && !target)
    throw ruleBroken('errors.agile.laneHasCards', { params: { count: moving.length } });
  const statuses = await readStatuses(db);
  const tasks =
    moving.length === 0
      ? []
      : await lockTasks(
          db,
          moving.map((card) => card.id),
        );
  const before = await placesOf(
    db,
    cards.map((card) => card.id),
  );
  const { id: _id, version, ...removed } = lane;
  const gone = await removeRecord(ctx, { entity: 'lane', id, version }, removed);
  const changes = await moveCards(ctx, { boardId, cards, tasks, rest, target, statuses, before });
  await recordOp(ctx, categoriesOf(statuses), {
    opId,
    kind: 'lane.delete',
    changes: [gone, ...changes],
    boards: [boardId],
  });
}

interface Leaving {
  boardId: number;
  cards: readonly LaneCard[];
  /** Those of the cards that move, locked. */
  tasks: readonly LockedTask[];
  /** The lanes that stay. */
  rest: readonly Lane[];
  target: Lane | undefined;
  statuses: ReadonlyMap<number, WorkStatus>;
  before: ReadonlyMap<number, NotedPlace[]>;
}

/** Puts the cards of a removed lane into others. @returns the changes of those that move */
async function moveCards(ctx: Context, leaving: Leaving): Promise<OpChange[]> {
  const { boardId, cards, tasks, rest, target, statuses, before } = leaving;
  const slots = new Map<string, { sprintId: number; laneId: number; ids: number[] }>();
  for (const { id, sprintId, statusId, isKept } of cards) {
    const laneId = (isKept ? laneOfStatus(rest, statuses, statusId)?.id : target?.id) ?? 0;
    const key = `${sprintId} ${laneId}`;
    const slot = slots.get(key) ?? { sprintId, laneId, ids: [] };
    slot.ids.push(id);
    slots.set(key, slot);
  }
  for (const { sprintId, laneId, ids } of slots.values()) {
    const lane = rest.find(({ id }) => id === laneId);
    const refused = lane
      ? await refusedByLane(ctx, lane, sprintId, statuses, ids)
      : new Map<number, AppError>();
    for (const error of refused.values()) throw error;
    await appendCards(ctx, { boardId, sprintId, laneId }, ids);
  }
  if (!target) return [];
  const versions = await writeStatus(ctx, tasks, target, rest, statuses);
  const after = await placesOf(
    ctx.db,
    tasks.map(({ id }) => id),
  );
  return tasks.map((task): OpChange => {
    const fields = (statusId: number, places: NotedPlace[] | undefined): Record<string, Json> => ({
      statusId,
      taskSprintId: task.sprintId,
      places: (places ?? []) as unknown as Json,
    });
    const version = versions.get(task.id);
    return {
      entity: 'task',
      id: task.id,
      version: version ?? task.version,
      projectId: task.projectId,
      before: fields(task.statusId, before.get(task.id)),
      after: fields(version === undefined ? task.statusId : target.statusId, after.get(task.id)),
    };
  });
}

/** Gives tasks the status of a lane that does not show the one they have. @returns the new versions by task */
async function writeStatus(
  ctx: Context,
  tasks: readonly LockedTask[],
  target: Lane,
  rest: readonly Lane[],
  statuses: ReadonlyMap<number, WorkStatus>,
): Promise<ReadonlyMap<number, number>> {
  const ids = tasks
    .filter(({ statusId }) => laneOfStatus(rest, statuses, statusId)?.id !== target.id)
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .updateTable('task')
    .set({
      status_id: target.statusId,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: ctx.caller.userId,
    })
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.version]));
}

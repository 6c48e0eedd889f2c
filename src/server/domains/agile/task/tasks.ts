import { sql } from 'kysely';
import { statusIds, type OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { cleanRichText } from '../../../kernel/rich-text.ts';
import { assertSeesWork } from '../work/access.ts';
import { assertNoneRefused } from './bulk.ts';
import { laneOfStatus, readLanes } from '../lane/lanes.ts';
import { withoutRoom } from '../card/move.ts';
import { changeProject, lockBoards, shareSprints } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { insertRecord } from '../operation/write-record.ts';
import { findPlaces, placesOf, putCards, type Neighbours, type Slot } from '../card/places.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';
import {
  assertDates,
  assertPeople,
  assertStory,
  assertTags,
  changeTags,
  changeUsers,
  readChoices,
  sortedIds,
} from './task-parts.ts';
import { ensureTag } from '../tag/tags.ts';
import { requiredTitle } from '../work/text.ts';

/** Fields of a new task. */
export interface NewTask extends Neighbours {
  opId?: string | undefined;
  projectId: number;
  storyId?: number | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  priorityId?: number | null | undefined;
  head?: number | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  /** The sprint that it begins in; without one it is in the backlog. */
  sprintId?: number | null | undefined;
  /** Its status in the sprint; `start` without one. */
  statusId?: number | undefined;
  /** The lane that it begins in: of its sprint, else of the active sprint of the lane's board. */
  laneId?: number | undefined;
  users?: number[] | undefined;
  tags?: number[] | undefined;
  /** Names of further tags, of one board of the project; those that it does not have are made. */
  newTags?: { boardId: number; titles: string[] } | undefined;
}

/**
 * Creates a task: numbered within its project, at its place on every board that shows it.
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, SPRINT_ENDED, VALIDATION_FAILED
 */
export async function createTask(ctx: Context, task: NewTask): Promise<number> {
  const { db } = ctx;
  assertSeesWork(ctx);
  const title = requiredTitle(task.title);
  assertDates(task);
  await changeProject(db, task.projectId);
  const boards = await boardsOfProject(db, task.projectId);
  await lockBoards(db, boards);
  const earlier = await findOp(db, task.opId, 0);
  const made = earlier?.changes?.find(({ entity }) => entity === 'task');
  if (made) return made.id;
  const lane = task.laneId === undefined ? null : await laneWithSprint(db, boards, task.laneId);
  const sprintId = task.sprintId ?? lane?.sprintId ?? null;
  if (lane && sprintId === null) throw ruleBroken('errors.agile.noSprint');
  const sprintBoards = await shareSprints(db, sprintId === null ? [] : [sprintId]);
  const sprintBoard = sprintId === null ? null : (sprintBoards.get(sprintId) ?? null);
  if (
    sprintBoard !== null &&
    !(boards.includes(sprintBoard) && (lane?.boardId ?? sprintBoard) === sprintBoard)
  )
    throw invalid([{ path: '/taskSprintId', key: 'errors.agile.foreignSprint' }]);
  const users = sortedIds(task.users ?? []);
  const named = await tagsByName(ctx, boards, task.newTags);
  const tags = sortedIds([...(task.tags ?? []), ...named.ids]);
  const head = typeof task.head === 'number' ? [task.head] : [];
  const choices = await readChoices(db, [task.projectId], {
    storyId: task.storyId,
    tags,
    people: [...head, ...users],
  });
  if (typeof task.storyId === 'number') assertStory(choices, task.projectId);
  assertPeople(choices, task.projectId, head, '/head');
  assertPeople(choices, task.projectId, users, '/users');
  assertTags(choices, task.projectId, tags);
  const statuses = await readStatuses(db);
  const first = sprintId === null ? statusIds.backlog : statusIds.start;
  const statusId = lane?.statusId ?? (sprintId === null ? first : (task.statusId ?? first));
  const status = statuses.get(statusId);
  if (!status || status.id === statusIds.late || (sprintId !== null && status.category === 'backlog'))
    throw invalid([{ path: '/statusId', key: 'errors.agile.unknownStatus' }]);
  const lanes = sprintBoard === null ? [] : await readLanes(db, [sprintBoard]);
  if (sprintBoard !== null) {
    const board = { id: sprintBoard, lanes, statuses };
    assertNoneRefused([0], await withoutRoom(ctx, board, [{ task: { id: 0 }, sprintId, statusId }]));
  }
  const number = await takeNumber(db, task.projectId);
  const fields = {
    title,
    description: cleanRichText(task.description ?? ''),
    storyId: task.storyId ?? null,
    priorityId: task.priorityId ?? null,
    head: task.head ?? null,
    startDate: task.startDate ?? null,
    endDate: task.endDate ?? null,
  };
  const created = await insertRecord(
    ctx,
    'task',
    { ...fields, statusId, taskSprintId: sprintId },
    {
      projectId: task.projectId,
      columns: { project_id: sql`${task.projectId}`, number: sql`${number}` },
      notes: { users, tags, number },
    },
  );
  const { id } = created;
  await changeUsers(ctx, [{ id, before: [], after: users }]);
  await changeTags(ctx, [{ id, before: [], after: tags }]);
  const shownBy = sprintBoard === null ? boards : [sprintBoard];
  for (const boardId of shownBy) {
    const laneId = sprintBoard === null ? 0 : (laneOfStatus(lanes, statuses, statusId)?.id ?? 0);
    const slot: Slot = { boardId, sprintId: sprintId ?? 0, laneId };
    const { keys } = await findPlaces(db, slot, [id], task);
    await putCards(db, ctx.tenant.id, [{ ...slot, taskId: id, pos: keys[0]! }]);
  }
  const places = (await placesOf(db, [id])).get(id) ?? [];
  const change: OpChange = { ...created, after: { ...created.after, places: places as unknown as Json } };
  await recordOp(ctx, categoriesOf(statuses), {
    opId: task.opId,
    kind: 'task.create',
    changes: [change, ...named.changes],
    boards: sortedIds([
      ...shownBy,
      ...(named.changes.length > 0 && task.newTags ? [task.newTags.boardId] : []),
    ]),
  });
  return id;
}

/** @throws AppError NOT_FOUND for a board that is not one of the project's */
async function tagsByName(
  ctx: Context,
  boards: readonly number[],
  wanted: NewTask['newTags'],
): Promise<{ ids: number[]; changes: OpChange[] }> {
  if (wanted === undefined) return { ids: [], changes: [] };
  if (!boards.includes(wanted.boardId)) throw notFound();
  const ids: number[] = [];
  const changes: OpChange[] = [];
  for (const title of wanted.titles) {
    const { id, change } = await ensureTag(ctx, wanted.boardId, { title });
    ids.push(id);
    if (change) changes.push(change);
  }
  return { ids, changes };
}

/** A lane of one of the boards, with the active sprint of its board. @throws AppError NOT_FOUND */
async function laneWithSprint(
  db: TenantTransaction,
  boards: readonly number[],
  laneId: number,
): Promise<{ boardId: number; statusId: number; sprintId: number | null }> {
  const found = await db
    .selectFrom('lane')
    .innerJoin('board', 'board.id', 'lane.board_id')
    .where('lane.id', '=', laneId)
    .select(['lane.board_id as boardId', 'lane.status_id as statusId', 'board.active_sprint_id as sprintId'])
    .executeTakeFirst();
  if (!found || !boards.includes(found.boardId)) throw notFound();
  return found;
}

/** The boards of a project, in the order of their locks. */
export async function boardsOfProject(db: TenantTransaction, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_board')
    .where('project_id', '=', projectId)
    .select('board_id')
    .orderBy('board_id')
    .execute();
  return rows.map(({ board_id }) => board_id);
}

/** Takes the next number of a project for a story or task. The project is locked by `changeProject`. */
export async function takeNumber(db: TenantTransaction, projectId: number): Promise<number> {
  const { last_number: number } = await db
    .updateTable('project')
    .set({ last_number: sql`last_number + 1` })
    .where('id', '=', projectId)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return number;
}

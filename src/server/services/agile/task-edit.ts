import { sql } from 'kysely';
import { statusIds, type OpChange } from '../../../contracts/agile.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Context } from '../../kernel/contract.ts';
import { invalid } from '../../kernel/errors.ts';
import { cleanRichText } from '../../kernel/rich-text.ts';
import type { ExpectedVersion } from '../../kernel/version.ts';
import { assertSeesWork } from './access.ts';
import { changedLists, forEachTask, nameUnlocked, type ListChange } from './bulk.ts';
import { assertMergeable } from './edit.ts';
import { laneOfStatus, readLanes } from './lanes.ts';
import {
  boardsOf,
  lockBoards,
  lockTasks,
  projectsOf,
  shareProjects,
  shareSprints,
  type LockedTask,
} from './locks.ts';
import { assertRoom } from './move.ts';
import { findOp, recordOp } from './ops.ts';
import { placesOf } from './places.ts';
import { relocate, type Destination } from './relocate.ts';
import { categoriesOf, readStatuses, type WorkStatus } from './statuses.ts';
import { requiredTitle } from './text.ts';
import { assertDates, assertStory, assertTags, changeTags, changeUsers, sortedIds } from './task-parts.ts';
import { assertPicture } from './attachments.ts';
import { assertPeople } from './people.ts';

/** The fields of a task that people change, by their wire names. What is not sent stays. */
export interface TaskFields {
  title?: string | undefined;
  description?: string | undefined;
  storyId?: number | null | undefined;
  priorityId?: number | null | undefined;
  head?: number | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  statusId?: number | undefined;
  taskSprintId?: number | null | undefined;
  users?: number[] | undefined;
  tags?: number[] | undefined;
  /** One of its attached pictures. */
  coverFileId?: number | null | undefined;
}

interface Stored {
  id: number;
  title: string;
  description: string;
  storyId: number | null;
  priorityId: number | null;
  head: number | null;
  startDate: string | null;
  endDate: string | null;
  coverFileId: number | null;
  users: number[];
  tags: number[];
}

const columns = {
  title: 'title',
  description: 'description',
  storyId: 'story_id',
  priorityId: 'priority_id',
  head: 'head_id',
  startDate: 'start_date',
  endDate: 'end_date',
  coverFileId: 'cover_file_id',
} as const;

interface Locked {
  tasks: LockedTask[];
  stored: ReadonlyMap<number, Stored>;
  statuses: ReadonlyMap<number, WorkStatus>;
  /** Whether the gesture was done before. */
  isDone: boolean;
}

/** Locks tasks with all that their changes touch. @param sprints those that they go to */
async function lockWork(
  ctx: Context,
  ids: readonly number[],
  opId: string | undefined,
  sprints: readonly number[],
): Promise<Locked> {
  const { db } = ctx;
  assertSeesWork(ctx);
  await shareProjects(db, await projectsOf(db, ids));
  await lockBoards(db, await boardsOf(db, ids));
  const isDone = (await findOp(db, opId, 0)) !== null;
  if (!isDone) await shareSprints(db, sprints);
  const tasks = await lockTasks(db, ids);
  return {
    tasks,
    stored: await readStored(ctx, ids),
    statuses: await readStatuses(db),
    isDone,
  };
}

async function readStored(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Stored>> {
  const { rows } = await sql<Stored>`
    select t.id, t.title, t.description, t.story_id as "storyId", t.priority_id as "priorityId", t.head_id as head,
      t.start_date as "startDate", t.end_date as "endDate", t.cover_file_id as "coverFileId",
      array(select u.user_id from task_user u where u.task_id = t.id order by u.user_id) as users,
      array(select g.tag_id from task_tag g where g.task_id = t.id order by g.tag_id) as tags
    from task t where t.id = any (${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Changes the sent fields of tasks as one operation, all or nothing. A status moves the card to the end of its lane, a sprint is
 * a move. Where several are changed, the error names each task that was refused.
 * @param options.expected the version of the one task that is changed
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, PROJECT_CLOSED, SPRINT_ENDED, LANE_FULL
 */
export async function editTasks(
  ctx: Context,
  ids: readonly number[],
  fields: TaskFields,
  options: {
    opId?: string | undefined;
    expected?: ExpectedVersion;
    present?: () => Promise<unknown>;
    /** People and tags that each task gets beside its own, or loses. */
    add?: ListChange | undefined;
    remove?: ListChange | undefined;
  } = {},
): Promise<void> {
  const { db } = ctx;
  const wanted: TaskFields = {
    ...fields,
    ...(fields.title !== undefined && { title: requiredTitle(fields.title) }),
    ...(fields.description !== undefined && { description: cleanRichText(fields.description) }),
    ...(fields.users && { users: sortedIds(fields.users) }),
    ...(fields.tags && { tags: sortedIds(fields.tags) }),
  };
  const target = wanted.taskSprintId;
  const locked = await lockWork(ctx, ids, options.opId, typeof target === 'number' ? [target] : []).catch(
    (error: unknown) => nameUnlocked(ctx, ids, error),
  );
  if (locked.isDone) return;
  const changes: OpChange[] = [];
  const boards = new Set<number>();
  await forEachTask(ids, locked.tasks, async (task) => {
    const stored = locked.stored.get(task.id)!;
    if (options.expected && options.present)
      await assertMergeable(
        db,
        { entity: 'task', id: task.id, version: task.version },
        options.expected,
        wanted as Record<string, Json | undefined>,
        options.present,
      );
    const own = { ...wanted, ...changedLists(stored, options) };
    const done = await editTask(ctx, task, stored, own, locked.statuses);
    changes.push(...done.changes);
    for (const board of done.boards) boards.add(board);
  });
  // What changes nothing is no operation.
  if (changes.length === 0) return;
  await recordOp(ctx, categoriesOf(locked.statuses), {
    opId: options.opId,
    kind: ids.length === 1 ? 'task.update' : 'task.bulk',
    changes,
    boards: [...boards],
  });
}

/**
 * Changes fields of a task beside its place, status and sprint. The task is locked; the caller records the change.
 * @returns null where nothing changes
 */
export async function editFields(
  ctx: Context,
  task: LockedTask,
  wanted: Pick<TaskFields, 'storyId' | 'priorityId' | 'head' | 'users' | 'tags'>,
  statuses: ReadonlyMap<number, WorkStatus>,
): Promise<OpChange | null> {
  const stored = (await readStored(ctx, [task.id])).get(task.id)!;
  const sorted = {
    ...wanted,
    ...(wanted.users && { users: sortedIds(wanted.users) }),
    ...(wanted.tags && { tags: sortedIds(wanted.tags) }),
  };
  return (await editTask(ctx, task, stored, sorted, statuses)).changes[0] ?? null;
}

async function editTask(
  ctx: Context,
  task: LockedTask,
  stored: Stored,
  wanted: TaskFields,
  statuses: ReadonlyMap<number, WorkStatus>,
): Promise<{ changes: OpChange[]; boards: number[] }> {
  const { db } = ctx;
  const changed = ([...Object.keys(columns), 'users', 'tags'] as (keyof Stored & keyof TaskFields)[]).filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(stored[field]),
  );
  const has = (field: keyof TaskFields): boolean => (changed as string[]).includes(field);
  assertDates({ startDate: stored.startDate, endDate: stored.endDate, ...definedDates(wanted) });
  if (has('storyId') && typeof wanted.storyId === 'number')
    await assertStory(db, task.projectId, wanted.storyId);
  if (has('head') && typeof wanted.head === 'number')
    await assertPeople(db, [wanted.head], task.projectId, '/head');
  if (has('tags')) await assertTags(db, task.projectId, added(wanted.tags!, stored.tags));
  if (has('users')) await assertPeople(db, added(wanted.users!, stored.users), task.projectId, '/users');
  if (has('coverFileId') && typeof wanted.coverFileId === 'number')
    await assertPicture(db, task.id, wanted.coverFileId);
  const { moved, statusId } = await moveTask(ctx, task, wanted, statuses);
  if (changed.length === 0 && !moved && statusId === null) return { changes: [], boards: [] };
  const version =
    changed.length === 0 && statusId === null
      ? moved!.changes[0].version
      : await writeFields(ctx, task.id, wanted, changed, statusId);
  if (has('users')) await changeUsers(ctx, task.id, stored.users, wanted.users!);
  if (has('tags')) await changeTags(ctx, task.id, stored.tags, wanted.tags!);
  const of = (source: object): Record<string, Json> =>
    Object.fromEntries(changed.map((field) => [field, (source as Record<string, Json>)[field] ?? null]));
  const status = (id: number): Record<string, Json> =>
    statusId === null ? {} : { statusId: id, taskSprintId: task.sprintId };
  const change: OpChange = {
    entity: 'task',
    id: task.id,
    version,
    projectId: task.projectId,
    before: { ...moved?.changes[0].before, ...status(task.statusId), ...of(stored) },
    after: { ...moved?.changes[0].after, ...status(statusId ?? 0), ...of(wanted) },
  };
  const shownBy = ((await placesOf(db, [task.id])).get(task.id) ?? []).map(({ boardId }) => boardId);
  return {
    changes: [change, ...(moved?.changes.slice(1) ?? [])],
    boards: [...new Set([...shownBy, ...(moved?.boards ?? [])])],
  };
}

const added = (ids: readonly number[], before: readonly number[]): number[] =>
  ids.filter((id) => !before.includes(id));

const definedDates = ({ startDate, endDate }: TaskFields) => ({
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
});

/** Moves a task where its new status or sprint is shown. @returns the status that is to be written without a move */
async function moveTask(
  ctx: Context,
  task: LockedTask,
  wanted: TaskFields,
  statuses: ReadonlyMap<number, WorkStatus>,
): Promise<{ moved: Awaited<ReturnType<typeof relocate>> | null; statusId: number | null }> {
  const { db } = ctx;
  const status = wanted.statusId === undefined ? undefined : statuses.get(wanted.statusId);
  // `late` is computed.
  if (wanted.statusId !== undefined && (!status || status.id === statusIds.late))
    throw invalid([{ path: '/statusId', key: 'errors.agile.unknownStatus' }]);
  const isBacklog = status?.category === 'backlog';
  if (isBacklog && typeof wanted.taskSprintId === 'number')
    throw invalid([{ path: '/statusId', key: 'errors.agile.backlogInSprint' }]);
  const sprintId = isBacklog ? null : wanted.taskSprintId === undefined ? task.sprintId : wanted.taskSprintId;
  const hasMoved = sprintId !== task.sprintId;
  const given = hasMoved ? (sprintId === null ? statusIds.backlog : statusIds.start) : task.statusId;
  const statusId = status?.id ?? given;
  if (!hasMoved && statusId === task.statusId) return { moved: null, statusId: null };
  if (!hasMoved && sprintId === null) return { moved: null, statusId };
  const boards = await boardsOf(db, [task.id]);
  const boardId = sprintId === null ? boards[0] : await boardOfSprint(ctx, sprintId);
  // A board shows the cards of its projects.
  if (boardId === undefined || !boards.includes(boardId))
    throw invalid([{ path: '/taskSprintId', key: 'errors.agile.foreignSprint' }]);
  const board = { id: boardId, lanes: await readLanes(db, [boardId]), statuses };
  if (!hasMoved) {
    // What an ended sprint has is as it was.
    await shareSprints(db, [sprintId!]);
    const laneOf = (id: number) => laneOfStatus(board.lanes, statuses, id)?.id;
    if (laneOf(statusId) === laneOf(task.statusId)) return { moved: null, statusId };
  }
  const destination: Destination = { sprintId, statusId };
  await assertRoom(ctx, board, task.id, destination);
  return { moved: await relocate(ctx, board, task, destination), statusId: null };
}

async function boardOfSprint(ctx: Context, id: number): Promise<number | undefined> {
  const found = await ctx.db.selectFrom('sprint').where('id', '=', id).select('board_id').executeTakeFirst();
  return found?.board_id;
}

async function writeFields(
  ctx: Context,
  id: number,
  wanted: TaskFields,
  changed: readonly string[],
  statusId: number | null,
): Promise<number> {
  const values = Object.fromEntries(
    Object.entries(columns)
      .filter(([field]) => changed.includes(field))
      .map(([field, column]) => [column, wanted[field as keyof TaskFields]]),
  );
  const { version } = await ctx.db
    .updateTable('task')
    .set({
      ...values,
      ...(statusId !== null && { status_id: statusId }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: ctx.caller.userId,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Removes tasks as one operation, all or nothing. @throws AppError NOT_FOUND, PROJECT_CLOSED */
export async function removeTasks(
  ctx: Context,
  ids: readonly number[],
  {
    opId,
    kind = 'task.delete',
    more = [],
  }: { opId?: string | undefined; kind?: string; more?: OpChange[] } = {},
): Promise<void> {
  const { db } = ctx;
  const { tasks, stored, statuses, isDone } = await lockWork(ctx, ids, opId, []).catch((error: unknown) =>
    nameUnlocked(ctx, ids, error),
  );
  if (isDone) return;
  const places = await placesOf(db, ids);
  await db
    .deleteFrom('card_position')
    .where('task_id', 'in', [...ids])
    .execute();
  const gone = await db
    .updateTable('task')
    .set({
      deleted_at: sql`now()`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: ctx.caller.userId,
    })
    .where('id', 'in', [...ids])
    .returning(['id', 'version'])
    .execute();
  const versions = new Map(gone.map((row) => [row.id, row.version]));
  const changes = tasks.map((task): OpChange => {
    const { id, ...fields } = stored.get(task.id)!;
    const at = places.get(id) ?? [];
    return {
      entity: 'task',
      id,
      version: versions.get(id)!,
      projectId: task.projectId,
      before: {
        ...fields,
        statusId: task.statusId,
        taskSprintId: task.sprintId,
        places: at as unknown as Json,
      },
      after: null,
    };
  });
  await recordOp(ctx, categoriesOf(statuses), {
    opId,
    kind,
    changes: [...more, ...changes],
    boards: [...new Set([...places.values()].flat().map(({ boardId }) => boardId))],
  });
}

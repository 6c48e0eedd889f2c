import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { cleanRichText } from '../../../kernel/rich-text.ts';
import type { ExpectedVersion } from '../../../kernel/version.ts';
import { assertSeesWork } from '../work/access.ts';
import { assertNoneRefused, changedLists, nameUnlocked, type ListChange } from './bulk.ts';
import { CardPlaces } from '../card/card-places.ts';
import { assertMergeable, changedByOthers, type SeenBoard } from '../operation/edit.ts';
import {
  boardsOf,
  lockBoards,
  lockTasks,
  projectsOf,
  shareProjects,
  shareSprints,
  type LockedTask,
} from '../operation/locks.ts';
import { withoutRoom } from '../card/move.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { storedRecords } from '../operation/stored-records.ts';
import { placesOf } from '../card/places.ts';
import { relocate, type BoardState, type Move } from '../card/relocate.ts';
import { categoriesOf, readStatuses, type WorkStatus } from '../status/statuses.ts';
import { requiredTitle } from '../work/text.ts';
import { readStoredTasks, type StoredTask, type TaskFields } from './task-fields.ts';
import {
  assertDates,
  assertPeople,
  assertStory,
  assertTags,
  changeTags,
  changeUsers,
  readChoices,
  sortedIds,
  type Choices,
} from './task-parts.ts';
import { assertPicture } from './attachments.ts';

interface Locked {
  tasks: LockedTask[];
  stored: ReadonlyMap<number, StoredTask>;
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
    stored: await readStoredTasks(ctx, ids),
    statuses: await readStatuses(db),
    isDone,
  };
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
    /** The board on which several are changed, as the person saw it. */
    seen?: SeenBoard | undefined;
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
  const edits: Edit[] = [];
  const written = Object.entries(wanted).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const refused = await changedByOthers(ctx, options.seen, ids, written);
  for (const task of locked.tasks)
    try {
      const stored = locked.stored.get(task.id)!;
      if (options.expected && options.present)
        await assertMergeable(
          db,
          { entity: 'task', id: task.id, version: task.version },
          options.expected,
          wanted as Record<string, Json | undefined>,
          options.present,
        );
      edits.push(editOf(task, stored, { ...wanted, ...changedLists(stored, options) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(task.id, error);
    }
  const { changes, boards } = await writeEdits(ctx, ids, edits, locked.statuses, refused);
  // An edit that changes nothing is no operation.
  if (changes.length === 0) return;
  await recordOp(ctx, categoriesOf(locked.statuses), {
    opId: options.opId,
    kind: ids.length === 1 ? 'task.update' : 'task.bulk',
    changes,
    boards,
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
  const stored = (await readStoredTasks(ctx, [task.id])).get(task.id)!;
  const sorted = {
    ...wanted,
    ...(wanted.users && { users: sortedIds(wanted.users) }),
    ...(wanted.tags && { tags: sortedIds(wanted.tags) }),
  };
  return (await writeEdits(ctx, [task.id], [editOf(task, stored, sorted)], statuses)).changes[0] ?? null;
}

/** Effect of a change on a task. */
/** Columns of the fields that an edit writes; status and sprint are changed with the card's places. */
const { statusId: _status, taskSprintId: _sprint, ...columns } = storedRecords.task.columns;

interface Edit {
  task: LockedTask;
  stored: StoredTask;
  wanted: TaskFields;
  /** The fields that differ, beside status and sprint. */
  changed: (keyof StoredTask & keyof TaskFields)[];
}

function editOf(task: LockedTask, stored: StoredTask, wanted: TaskFields): Edit {
  const fields = [...Object.keys(columns), 'users', 'tags'] as Edit['changed'];
  const changed = fields.filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(stored[field]),
  );
  return { task, stored, wanted, changed };
}

/** Entries that an edit adds to a list of its task. */
const addedBy = ({ changed, wanted, stored }: Edit, field: 'users' | 'tags'): number[] =>
  changed.includes(field) ? wanted[field]!.filter((id) => !stored[field].includes(id)) : [];

/** The person who an edit makes responsible. */
const headOf = ({ changed, wanted }: Edit): number[] =>
  changed.includes('head') && typeof wanted.head === 'number' ? [wanted.head] : [];

const definedDates = ({ startDate, endDate }: TaskFields) => ({
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
});

/** @throws AppError for the first value that the task cannot have */
async function assertValues(ctx: Context, edit: Edit, choices: Choices): Promise<void> {
  const { task, stored, wanted, changed } = edit;
  const { projectId } = task;
  assertDates({ startDate: stored.startDate, endDate: stored.endDate, ...definedDates(wanted) });
  if (changed.includes('storyId') && typeof wanted.storyId === 'number') assertStory(choices, projectId);
  assertPeople(choices, projectId, headOf(edit), '/head');
  assertTags(choices, projectId, addedBy(edit, 'tags'));
  assertPeople(choices, projectId, addedBy(edit, 'users'), '/users');
  if (changed.includes('coverFileId') && typeof wanted.coverFileId === 'number')
    await assertPicture(ctx.db, task.id, wanted.coverFileId);
}

/**
 * Checks and writes edits of tasks that are locked; the caller records the changes. The number of statements does not depend on how
 * many tasks they are.
 * @param refused tasks that are refused already
 * @throws AppError naming every refused task
 */
async function writeEdits(
  ctx: Context,
  ids: readonly number[],
  edits: readonly Edit[],
  statuses: ReadonlyMap<number, WorkStatus>,
  refused: Map<number, AppError> = new Map(),
): Promise<{ changes: OpChange[]; boards: number[] }> {
  const { db } = ctx;
  const choices = await readChoices(db, [...new Set(edits.map(({ task }) => task.projectId))], {
    storyId: edits.find(({ changed }) => changed.includes('storyId'))?.wanted.storyId,
    tags: sortedIds(edits.flatMap((edit) => addedBy(edit, 'tags'))),
    people: sortedIds(edits.flatMap((edit) => [...headOf(edit), ...addedBy(edit, 'users')])),
  });
  const places = await CardPlaces.read(ctx, edits, statuses);
  const moves = new Map<number, Move & { board: BoardState }>();
  const written = new Map<number, number>();
  for (const edit of edits)
    try {
      await assertValues(ctx, edit, choices);
      const { move, statusId } = await places.of(edit);
      if (move) moves.set(edit.task.id, move);
      if (statusId !== null) written.set(edit.task.id, statusId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(edit.task.id, error);
    }
  const byBoard = new Map<BoardState, Move[]>();
  for (const { board, ...move } of moves.values()) byBoard.set(board, [...(byBoard.get(board) ?? []), move]);
  for (const [board, group] of byBoard)
    for (const [id, error] of await withoutRoom(ctx, board, group)) refused.set(id, error);
  assertNoneRefused(ids, refused);
  const boards = new Set<number>();
  const moved = new Map<number, OpChange>();
  const keys: OpChange[] = [];
  for (const [board, group] of byBoard) {
    const done = await relocate(ctx, board, group);
    for (const change of done.changes)
      if (change.entity === 'task') moved.set(change.id, change);
      else keys.push(change);
    for (const id of done.boards) boards.add(id);
  }
  const touched = edits.filter(
    ({ task: { id }, changed }) => changed.length > 0 || moved.has(id) || written.has(id),
  );
  if (touched.length === 0) return { changes: [], boards: [] };
  const versions = await writeFields(ctx, touched, written);
  const listsOf = (field: 'users' | 'tags') =>
    touched
      .filter(({ changed }) => changed.includes(field))
      .map(({ task: { id }, stored, wanted }) => ({ id, before: stored[field], after: wanted[field]! }));
  await changeUsers(ctx, listsOf('users'));
  await changeTags(ctx, listsOf('tags'));
  const shown = await placesOf(
    db,
    touched.map(({ task }) => task.id),
  );
  for (const { boardId } of [...shown.values()].flat()) boards.add(boardId);
  const changes = touched.map((edit): OpChange => {
    const { task, stored, wanted, changed } = edit;
    const move = moved.get(task.id);
    const of = (source: object): Record<string, Json> =>
      Object.fromEntries(changed.map((field) => [field, (source as Record<string, Json>)[field] ?? null]));
    const status = (id: number): Record<string, Json> =>
      written.has(task.id) ? { statusId: id, taskSprintId: task.sprintId } : {};
    return {
      entity: 'task',
      id: task.id,
      version: versions.get(task.id) ?? move!.version,
      projectId: task.projectId,
      before: { ...move?.before, ...status(task.statusId), ...of(stored) },
      after: { ...move?.after, ...status(written.get(task.id) ?? 0), ...of(wanted) },
    };
  });
  return { changes: [...changes, ...keys], boards: [...boards] };
}

/**
 * Writes fields, and statuses that need no move. All tasks of a change get the same values, so a field that does not differ is
 * written as it is.
 * @returns the versions of the tasks that it changed
 */
async function writeFields(
  ctx: Context,
  edits: readonly Edit[],
  statusOf: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const changed = edits.filter((edit) => edit.changed.length > 0 || statusOf.has(edit.task.id));
  if (changed.length === 0) return new Map();
  const names = new Set(changed.flatMap((edit) => edit.changed as string[]));
  const { wanted } = changed[0]!;
  const sets = Object.entries(columns)
    .filter(([field]) => names.has(field))
    .map(([field, column]) => sql`${sql.ref(column)} = ${wanted[field as keyof TaskFields]}, `);
  const { rows } = await sql<{ id: number; version: number }>`
    update task t set ${sql.join(sets, sql``)} status_id = coalesce(x.status, t.status_id), version = t.version + 1,
      updated_at = now(), updated_by = ${ctx.caller.userId}
    from unnest(${changed.map(({ task }) => task.id)}::bigint[],
      ${changed.map(({ task }) => statusOf.get(task.id) ?? null)}::int[]) x (id, status)
    where t.id = x.id returning t.id, t.version`.execute(ctx.db);
  return new Map(rows.map(({ id, version }) => [id, version]));
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

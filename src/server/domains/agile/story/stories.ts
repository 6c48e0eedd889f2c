import { sql } from 'kysely';
import { mostTasks, statusIds, type OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { cleanRichText } from '../../../kernel/rich-text.ts';
import type { ExpectedVersion } from '../../../kernel/version.ts';
import { assertSeesWork } from '../work/access.ts';
import { assertMergeable } from '../operation/edit.ts';
import { changeProject, lockBoards, shareProjects } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord, insertRecord, removeRecord } from '../operation/write-record.ts';
import { assertPeople } from '../work/people.ts';
import { assertFitsOperation } from '../board/project-boards.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';
import { removeTasks } from '../task/task-edit.ts';
import { assertDates } from '../task/task-parts.ts';
import { boardsOfProject, takeNumber } from '../task/tasks.ts';
import { requiredTitle } from '../work/text.ts';

/** The fields of a story that people change, by their wire names. */
export interface StoryFields {
  title?: string | undefined;
  description?: string | undefined;
  statusId?: number | undefined;
  priorityId?: number | null | undefined;
  head?: number | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

interface Stored extends Required<{ [Field in keyof StoryFields]: string | number | null }> {
  projectId: number;
  version: number;
  startDate: string | null;
  endDate: string | null;
}

const cleaned = (fields: StoryFields): StoryFields => ({
  ...fields,
  ...(fields.title !== undefined && { title: requiredTitle(fields.title) }),
  ...(fields.description !== undefined && { description: cleanRichText(fields.description) }),
});

/** @throws AppError VALIDATION_FAILED */
async function assertFields(ctx: Context, projectId: number, fields: StoryFields): Promise<void> {
  assertDates(fields);
  if (typeof fields.head === 'number') await assertPeople(ctx.db, [fields.head], projectId, '/head');
  if (fields.statusId === undefined) return;
  const status = (await readStatuses(ctx.db)).get(fields.statusId);
  if (!status || status.id === statusIds.late)
    throw invalid([{ path: '/statusId', key: 'errors.agile.unknownStatus' }]);
}

/**
 * Creates a story, numbered within its project.
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, VALIDATION_FAILED
 */
export async function createStory(
  ctx: Context,
  { opId, projectId, ...given }: StoryFields & { opId?: string | undefined; projectId: number },
): Promise<number> {
  const { db } = ctx;
  assertSeesWork(ctx);
  await changeProject(db, projectId);
  const boards = await boardsOfProject(db, projectId);
  await lockBoards(db, boards);
  const earlier = await findOp(db, opId, 0);
  if (earlier?.changes?.[0]) return earlier.changes[0].id;
  const fields = {
    description: '',
    statusId: statusIds.backlog,
    ...cleaned({ ...given, title: given.title ?? '' }),
  };
  await assertFields(ctx, projectId, fields);
  const number = await takeNumber(db, projectId);
  const change = await insertRecord(ctx, 'story', fields as Record<string, Json | undefined>, {
    projectId,
    columns: { project_id: sql`${projectId}`, number: sql`${number}` },
    notes: { number, projectId },
  });
  await record(ctx, 'story.create', change, boards, opId);
  return change.id;
}

async function record(
  ctx: Context,
  kind: string,
  change: OpChange,
  boards: number[],
  opId: string | undefined,
): Promise<void> {
  await recordOp(ctx, categoriesOf(await readStatuses(ctx.db)), {
    opId,
    kind,
    changes: [change],
    boards,
  });
}

async function projectOfStory(ctx: Context, id: number): Promise<number> {
  assertSeesWork(ctx);
  const found = await ctx.db
    .selectFrom('story')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('project_id')
    .executeTakeFirst();
  if (!found) throw notFound();
  return found.project_id;
}

/** A story as it is stored, locked. @throws AppError NOT_FOUND */
async function lockStory(ctx: Context, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select project_id as "projectId", version, title, description, status_id as "statusId", priority_id as "priorityId",
      head_id as head, start_date as "startDate", end_date as "endDate"
    from story where id = ${id} and deleted_at is null for update`.execute(ctx.db);
  const [stored] = rows;
  if (!stored) throw notFound();
  return stored;
}

/**
 * Changes the sent fields of a story.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, PROJECT_CLOSED
 */
export async function updateStory(
  ctx: Context,
  id: number,
  given: StoryFields,
  {
    opId,
    expected,
    present,
  }: {
    opId?: string | undefined;
    expected: ExpectedVersion;
    present: () => Promise<unknown>;
  },
): Promise<void> {
  const { db } = ctx;
  const projectId = await projectOfStory(ctx, id);
  await shareProjects(db, [projectId]);
  const boards = await boardsOfProject(db, projectId);
  await lockBoards(db, boards);
  if (await findOp(db, opId, 0)) return;
  const stored = await lockStory(ctx, id);
  const wanted = cleaned(given);
  await assertMergeable(
    db,
    { entity: 'story', id, version: stored.version },
    expected,
    wanted as Record<string, Json | undefined>,
    present,
  );
  const { startDate = stored.startDate, endDate = stored.endDate } = wanted;
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== stored[field as keyof Stored]),
  ) as StoryFields;
  await assertFields(ctx, projectId, { ...changed, startDate, endDate });
  const fields = changed as Record<string, Json | undefined>;
  const change = await changeRecord(ctx, { entity: 'story', id }, { ...stored }, fields, { projectId });
  if (change) await record(ctx, 'story.update', change, boards, opId);
}

/**
 * Removes a story: with its tasks, as one operation, where the caller says so.
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, RULE_BROKEN for one with tasks that shall stay
 */
export async function removeStory(ctx: Context, id: number, withTasks: boolean): Promise<void> {
  const { db } = ctx;
  const projectId = await projectOfStory(ctx, id);
  await changeProject(db, projectId);
  const boards = await boardsOfProject(db, projectId);
  await lockBoards(db, boards);
  const tasks = await db
    .selectFrom('task')
    .where('story_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  if (tasks.length > 0 && !withTasks)
    throw ruleBroken('errors.agile.storyHasTasks', { params: { count: tasks.length } });
  assertFitsOperation(tasks.length, mostTasks);
  const { version, projectId: _project, ...before } = await lockStory(ctx, id);
  const change = await removeRecord(ctx, { entity: 'story', id, version }, before, { projectId });
  if (tasks.length === 0) await record(ctx, 'story.delete', change, boards, undefined);
  else
    await removeTasks(
      ctx,
      tasks.map((task) => task.id),
      { kind: 'story.delete', more: [change] },
    );
}

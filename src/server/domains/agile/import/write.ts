import { sql } from 'kysely';
import { statusIds, type OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { evenKeys } from '../card/order-key.ts';
import { recordOp } from '../operation/ops.ts';
import { placesOf } from '../card/places.ts';
import { appendCards } from '../board/project-boards.ts';
import { categoriesOf, type WorkStatus } from '../status/statuses.ts';
import { foldName } from './imported-work.ts';
import type { ReadyTask, Resolved } from './resolve.ts';

type Writer = Pick<Context, 'db' | 'tenant' | 'caller'>;

/** Where an import goes: its project and boards are locked. */
export interface Target {
  projectId: number;
  boards: readonly number[];
  /** The board that new tags are of; null for a project without boards, whose tasks have none. */
  tagBoard: number | null;
  statuses: ReadonlyMap<number, WorkStatus>;
  opId: string | undefined;
}

/** Ids by folded titles, and the changes that made those that were not there. */
interface Named {
  ids: Map<string, number>;
  changes: OpChange[];
}

/** Takes consecutive numbers of the project. @returns the first one */
async function takeNumbers({ db }: Writer, projectId: number, count: number): Promise<number> {
  const { last_number: last } = await db
    .updateTable('project')
    .set({ last_number: sql`last_number + ${count}` })
    .where('id', '=', projectId)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** Inserts rows of a table in one statement. @returns their ids in the order of the rows */
async function insertWork(
  { db, tenant, caller }: Writer,
  table: 'story' | 'task',
  { projectId, first }: { projectId: number; first: number },
  rows: readonly (ReadyTask & { storyId: number | null })[],
): Promise<number[]> {
  const given = rows.map((row, at) => ({ ...row, number: first + at }));
  const story = table === 'task' ? sql`, story_id` : sql``;
  const storyValue = table === 'task' ? sql`, x."storyId"` : sql``;
  const { rows: inserted } = await sql<{ id: number; number: number }>`
    insert into ${sql.table(table)} (tenant_id, project_id, number, title, description, status_id, priority_id, head_id,
      start_date, end_date, created_by, updated_by${story})
    select ${tenant.id}, ${projectId}, x.number, x.title, x.description, x."statusId", x."priorityId", x.head,
      x."startDate", x."endDate", ${caller.userId}, ${caller.userId}${storyValue}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) x (number int, title text, description text,
      "statusId" int, "priorityId" int, head bigint, "startDate" date, "endDate" date, "storyId" bigint)
    returning id, number`.execute(db);
  const byNumber = new Map(inserted.map(({ id, number }) => [number, id]));
  return given.map(({ number }) => byNumber.get(number)!);
}

const fieldsOf = (row: ReadyTask, number: number): Record<string, Json> => ({
  title: row.title,
  description: row.description,
  statusId: row.statusId,
  priorityId: row.priorityId,
  head: row.head,
  startDate: row.startDate,
  endDate: row.endDate,
  number,
});

/** A story of which the file has the title alone. */
const titledStory = (title: string): ReadyTask => ({
  row: 0,
  title,
  description: '',
  story: null,
  statusId: statusIds.backlog,
  priorityId: null,
  head: null,
  users: [],
  tags: [],
  startDate: null,
  endDate: null,
  checklist: [],
});

/** The stories of the file: those that the project has by their titles, and new ones. */
async function writeStories(
  ctx: Writer,
  projectId: number,
  { stories, tasks }: Pick<Resolved, 'stories' | 'tasks'>,
): Promise<Named> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from story where project_id = ${projectId} and deleted_at is null order by id`.execute(
    ctx.db,
  );
  const ids = new Map(rows.map(({ id, title }) => [foldName(title), id]));
  const wanted = new Map<string, ReadyTask>();
  for (const story of stories) wanted.set(foldName(story.title), story);
  for (const { story } of tasks)
    if (story !== null && !wanted.has(foldName(story))) wanted.set(foldName(story), titledStory(story));
  const made = [...wanted.entries()].filter(([name]) => !ids.has(name)).map(([, story]) => story);
  if (made.length === 0) return { ids, changes: [] };
  const first = await takeNumbers(ctx, projectId, made.length);
  const inserted = await insertWork(
    ctx,
    'story',
    { projectId, first },
    made.map((story) => ({ ...story, storyId: null })),
  );
  const changes = made.map((story, at): OpChange => {
    ids.set(foldName(story.title), inserted[at]!);
    const after = fieldsOf(story, first + at);
    return { entity: 'story', id: inserted[at]!, version: 1, projectId, before: null, after };
  });
  return { ids, changes };
}

/** The tags of the file on a board: those that are there, and new ones. */
async function writeTags(ctx: Writer, boardId: number | null, tasks: readonly ReadyTask[]): Promise<Named> {
  const names = [
    ...new Map(tasks.flatMap(({ tags }) => tags.map((tag) => [foldName(tag), tag] as const))).values(),
  ];
  if (boardId === null || names.length === 0) return { ids: new Map(), changes: [] };
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from tag where board_id = ${boardId}`.execute(ctx.db);
  const ids = new Map(rows.map(({ id, title }) => [foldName(title), id]));
  const made = names.filter((name) => !ids.has(foldName(name)));
  if (made.length === 0) return { ids, changes: [] };
  const inserted = await ctx.db
    .insertInto('tag')
    .values(
      made.map((title) => ({
        tenant_id: ctx.tenant.id,
        board_id: boardId,
        title,
        color: null,
        created_by: ctx.caller.userId,
      })),
    )
    .returning(['id', 'title'])
    .execute();
  const changes = inserted.map(({ id, title }): OpChange => {
    ids.set(foldName(title), id);
    const after = { title, color: null, boardId };
    return { entity: 'tag', id, version: 1, projectId: null, before: null, after };
  });
  return { ids, changes };
}

/** Rows of a table with two ids beside the tenant. */
async function link(
  { db, tenant }: Writer,
  table: 'task_user' | 'task_tag',
  other: 'user_id' | 'tag_id',
  pairs: readonly (readonly [number, number])[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    insert into ${sql.table(table)} (tenant_id, task_id, ${sql.ref(other)})
    select ${tenant.id}, x.task, x.other
    from unnest(${pairs.map(([task]) => task)}::bigint[], ${pairs.map(([, id]) => id)}::bigint[]) x (task, other)`.execute(
    db,
  );
}

async function writeChecklists(
  { db, tenant, caller }: Writer,
  tasks: readonly ReadyTask[],
  ids: readonly number[],
): Promise<void> {
  const rows = tasks.flatMap(({ checklist }, at) => {
    const keys = evenKeys(checklist.length);
    return checklist.map((item, place) => ({ ...item, parentId: ids[at]!, pos: keys[place]! }));
  });
  if (rows.length === 0) return;
  await sql`
    insert into checklist_item (tenant_id, parent_type, parent_id, title, pos, is_done, created_by, updated_by)
    select ${tenant.id}, 'task', x."parentId", x.title, x.pos, x."isDone", ${caller.userId}, ${caller.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x ("parentId" bigint, title text, pos text, "isDone" boolean)`.execute(
    db,
  );
}

/**
 * Writes what a file has as one operation, in a statement per table however many rows they are. The tasks stand at the end of
 * the backlog, in the order of the file.
 */
export async function writeWork(
  ctx: Writer,
  { projectId, boards, tagBoard, statuses, opId }: Target,
  resolved: Pick<Resolved, 'stories' | 'tasks'>,
): Promise<{ tasks: number; stories: number; tags: number; opId: string | null }> {
  const { tasks } = resolved;
  const stories = await writeStories(ctx, projectId, resolved);
  const tags = await writeTags(ctx, tagBoard, tasks);
  const first = tasks.length === 0 ? 0 : await takeNumbers(ctx, projectId, tasks.length);
  const rows = tasks.map((task) => ({
    ...task,
    storyId: task.story === null ? null : (stories.ids.get(foldName(task.story)) ?? null),
  }));
  const ids = rows.length === 0 ? [] : await insertWork(ctx, 'task', { projectId, first }, rows);
  const tagsOf = rows.map((row) =>
    [...new Set(row.tags.flatMap((tag) => tags.ids.get(foldName(tag)) ?? []))].sort(
      (one, other) => one - other,
    ),
  );
  await link(
    ctx,
    'task_user',
    'user_id',
    rows.flatMap(({ users }, at) => users.map((id) => [ids[at]!, id] as const)),
  );
  await link(
    ctx,
    'task_tag',
    'tag_id',
    tagsOf.flatMap((of, at) => of.map((id) => [ids[at]!, id] as const)),
  );
  await writeChecklists(ctx, tasks, ids);
  for (const boardId of boards) await appendCards(ctx, { boardId, sprintId: 0, laneId: 0 }, ids);
  const places = await placesOf(ctx.db, ids);
  const made = rows.map((row, at): OpChange => {
    const id = ids[at]!;
    const { storyId, users } = row;
    const after = {
      ...fieldsOf(row, first + at),
      storyId,
      users,
      tags: tagsOf[at]!,
      taskSprintId: null,
      places: (places.get(id) ?? []) as unknown as Json,
    };
    return { entity: 'task', id, version: 1, projectId, before: null, after };
  });
  const changes = [...tags.changes, ...stories.changes, ...made];
  const op =
    changes.length > 0
      ? await recordOp(ctx, categoriesOf(statuses), { opId, kind: 'task.import', changes, boards })
      : null;
  return {
    tasks: made.length,
    stories: stories.changes.length,
    tags: tags.changes.length,
    opId: op?.opId ?? null,
  };
}

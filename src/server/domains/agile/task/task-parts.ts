import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import { peopleWithAccess } from '../work/people.ts';

export const sortedIds = (ids: Iterable<number>): number[] =>
  [...new Set(ids)].sort((one, other) => one - other);

/** @throws AppError VALIDATION_FAILED at /startDate */
export function assertDates({
  startDate,
  endDate,
}: {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}): void {
  if (startDate && endDate && startDate > endDate)
    throw invalid([{ path: '/startDate', key: 'errors.agile.dates' }]);
}

/** Stories, tags and people to choose from for the tasks of projects. */
export interface Choices {
  /** The project of the story; null for one that is not there. */
  storyProject: number | null;
  /** Tags of the boards of each project. */
  tags: ReadonlyMap<number, ReadonlySet<number>>;
  /** People with access to each project. */
  people: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Reads what can be chosen of what is wanted, at once for all tasks that get it. */
export async function readChoices(
  db: TenantTransaction,
  projects: readonly number[],
  wanted: { storyId?: number | null | undefined; tags: readonly number[]; people: readonly number[] },
): Promise<Choices> {
  const { storyId } = wanted;
  const story =
    typeof storyId === 'number'
      ? await db
          .selectFrom('story')
          .where('id', '=', storyId)
          .where('deleted_at', 'is', null)
          .select('project_id')
          .executeTakeFirst()
      : undefined;
  const tags = new Map<number, Set<number>>();
  if (wanted.tags.length > 0) {
    const { rows } = await sql<{ project: number; tag: number }>`
      select b.project_id as project, g.id as tag from tag g join project_board b on b.board_id = g.board_id
      where b.project_id = any (${[...projects]}::bigint[]) and g.id = any (${[...wanted.tags]}::bigint[])`.execute(
      db,
    );
    for (const { project, tag } of rows) tags.set(project, (tags.get(project) ?? new Set()).add(tag));
  }
  const people = new Map<number, ReadonlySet<number>>();
  if (wanted.people.length > 0)
    for (const project of projects) people.set(project, await peopleWithAccess(db, wanted.people, project));
  return { storyProject: story?.project_id ?? null, tags, people };
}

/** @throws AppError VALIDATION_FAILED for a story that is not of the project */
export function assertStory({ storyProject }: Choices, projectId: number): void {
  if (storyProject !== projectId) throw invalid([{ path: '/storyId', key: 'errors.agile.unknownStory' }]);
}

/** @throws AppError VALIDATION_FAILED for tags of other boards than those of the project */
export function assertTags({ tags }: Choices, projectId: number, ids: readonly number[]): void {
  if (ids.some((id) => !tags.get(projectId)?.has(id)))
    throw invalid([{ path: '/tags', key: 'errors.agile.unknownTag' }]);
}

/** @throws AppError VALIDATION_FAILED at `path` when one of the people cannot be chosen */
export function assertPeople(
  { people }: Choices,
  projectId: number,
  ids: readonly number[],
  path: string,
): void {
  if (ids.some((id) => !people.get(projectId)?.has(id)))
    throw invalid([{ path, key: 'errors.agile.noAccess' }]);
}

type Writer = Pick<Context, 'db' | 'tenant'>;

/** A list of a task, before and after a change. */
interface ListWrite {
  id: number;
  before: readonly number[];
  after: readonly number[];
}

/** Writes the people on tasks. */
export const changeUsers = (writer: Writer, changes: readonly ListWrite[]): Promise<void> =>
  changeLists(writer, 'task_user', 'user_id', changes);

/** Writes the tags of tasks. */
export const changeTags = (writer: Writer, changes: readonly ListWrite[]): Promise<void> =>
  changeLists(writer, 'task_tag', 'tag_id', changes);

async function changeLists(
  { db, tenant }: Writer,
  table: 'task_user' | 'task_tag',
  column: 'user_id' | 'tag_id',
  changes: readonly ListWrite[],
): Promise<void> {
  const pairsOf = (from: 'before' | 'after', to: 'before' | 'after') =>
    changes.flatMap((change) =>
      change[from].filter((id) => !change[to].includes(id)).map((other) => ({ task: change.id, other })),
    );
  const pairs = (of: readonly { task: number; other: number }[]) =>
    sql`unnest(${of.map(({ task }) => task)}::bigint[], ${of.map(({ other }) => other)}::bigint[]) x (task, other)`;
  const removed = pairsOf('before', 'after');
  if (removed.length > 0)
    await sql`delete from ${sql.table(table)} t using ${pairs(removed)}
      where t.task_id = x.task and t.${sql.ref(column)} = x.other`.execute(db);
  const added = pairsOf('after', 'before');
  if (added.length > 0)
    await sql`insert into ${sql.table(table)} (tenant_id, task_id, ${sql.ref(column)})
      select ${tenant.id}, x.task, x.other from ${pairs(added)}`.execute(db);
}

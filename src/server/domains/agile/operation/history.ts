import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { CardPerson, HistoryChange, HistoryEntry } from '../../../../contracts/agile-card.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { plainTextOf } from '../../../kernel/rich-text.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { idsIn } from './ops.ts';

/** Characters of a comment that the history shows. */
const mostPreview = 200;

interface StoredOp {
  opId: string;
  kind: string;
  actor: CardPerson | null;
  at: string;
  changes: OpChange[];
}

/** Fields whose values are ids, and what these are ids of. */
const references: Readonly<Record<string, keyof Names>> = {
  statusId: 'statuses',
  priorityId: 'priorities',
  taskSprintId: 'sprints',
  storyId: 'stories',
  head: 'people',
  users: 'people',
  tags: 'tags',
  blocks: 'tasks',
  relates: 'tasks',
  duplicates: 'tasks',
};
/** Fields whose values are shown as they are. */
const plain = new Set(['title', 'startDate', 'endDate']);
/** Fields that are named without their values: texts without end, and files that may be gone. */
const silent = new Set(['description', 'coverFileId']);

type Names = Record<
  'statuses' | 'priorities' | 'sprints' | 'stories' | 'people' | 'tags' | 'tasks',
  Record<string, string>
>;

/** Names of what operations refer to, where the person sees it. */
async function readNames(
  { db, lang }: Pick<Context, 'db' | 'lang'>,
  ops: readonly StoredOp[],
): Promise<Names> {
  const ids: Record<keyof Names, Set<number>> = {
    statuses: new Set(),
    priorities: new Set(),
    sprints: new Set(),
    stories: new Set(),
    people: new Set(),
    tags: new Set(),
    tasks: new Set(),
  };
  for (const { changes } of ops)
    for (const { entity, id, before, after } of changes) {
      // A link is named at the task where it was not made by the one where it was.
      if (entity === 'task') ids.tasks.add(id);
      for (const fields of [before, after])
        for (const [field, value] of Object.entries(fields ?? {})) {
          const kind = references[field];
          if (kind) for (const named of idsIn(value)) ids[kind].add(named);
        }
    }
  const named = (kind: keyof Names, select: ReturnType<typeof sql>) => sql`
    (select coalesce(json_object_agg(x.id, x.name), '{}') from (${select} = any (${[...ids[kind]]}::bigint[])) x)`;
  const { rows } = await sql<Names & { categories: Record<string, string> }>`select
    ${named('statuses', sql`select id, coalesce(title, '$agile.status.' || category) as name from work_status where id`)} as statuses,
    ${named('sprints', sql`select id, title as name from sprint where id`)} as sprints,
    ${named('stories', sql`select id, title as name from story where id`)} as stories,
    ${named('people', sql`select id, name from app_user where id`)} as people,
    ${named('tags', sql`select id, title as name from tag where id`)} as tags,
    ${named(
      'tasks',
      sql`select t.id, p.key || '-' || t.number || ' ' || t.title as name
      from task t join project p on p.id = t.project_id where t.id`,
    )} as tasks`.execute(db);
  const found = rows[0]!;
  const translated = (names: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([id, name]) => [id, resolveText(lang, name)]));
  const priorities = { 1: 'urgent', 2: 'high', 3: 'medium', 4: 'low' };
  return {
    ...found,
    statuses: translated(found.statuses),
    priorities: Object.fromEntries(
      Object.entries(priorities).map(([id, key]) => [id, resolveText(lang, `$agile.priority.${key}`)]),
    ),
  };
}

/** A value in words; null for nothing. A value that the person does not see, or that is gone, is a gap. */
function wordsOf(field: string, value: Json | undefined, names: Names): string | null {
  if (value === undefined || value === null) return null;
  if (plain.has(field)) return String(value);
  if (field === 'attachments' && Array.isArray(value))
    return value.map((file) => String((file as { name?: Json } | null)?.name ?? '')).join(', ') || null;
  const kind = references[field];
  if (!kind) return null;
  return (
    idsIn(value)
      .map((id) => names[kind][id] ?? '…')
      .join(', ') || null
  );
}

function taskChanges({ before, after }: OpChange, names: Names): HistoryChange[] {
  // Added and removed parts are named by the kind of the operation.
  if (before === null || after === null) return [];
  return Object.keys(after).flatMap((field): HistoryChange[] => {
    if (JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)) return [];
    if (silent.has(field)) return [{ field, before: null, after: null }];
    if (!plain.has(field) && !references[field] && field !== 'attachments') return [];
    return [
      { field, before: wordsOf(field, before[field], names), after: wordsOf(field, after[field], names) },
    ];
  });
}

const preview = (html: Json | undefined): string | null => {
  if (typeof html !== 'string') return null;
  const text = plainTextOf(html);
  return text.length > mostPreview ? `${[...text].slice(0, mostPreview).join('')}…` : text;
};

function partChanges({ entity, before, after }: OpChange): HistoryChange[] {
  const text = (fields: Record<string, Json> | null): string | null =>
    entity === 'comment'
      ? preview(fields?.['body'])
      : typeof fields?.['title'] === 'string'
        ? fields['title']
        : null;
  if (entity === 'checklist' && before && after && before['isDone'] !== after['isDone'])
    return [{ field: after['isDone'] === true ? 'done' : 'undone', before: null, after: text(after) }];
  return [{ field: entity, before: text(before), after: text(after) }];
}

/**
 * Changes of a task, the last first: its fields, its comments and its checklist, in words. Changes of others by the
 * same operation are left out.
 */
export async function readHistory(
  ctx: Pick<Context, 'db' | 'lang'>,
  taskId: number,
  { page, perPage, offset }: { page: number; perPage: number; offset: number },
): Promise<ListPage<HistoryEntry>> {
  const { rows } = await sql<{ total: number; rows: StoredOp[] }>`
    with found as (select x.op from op_object x where x.entity = 'task' and x.entity_id = ${taskId})
    select (select count(*) from found)::int as total, coalesce((
      select json_agg(r) from (
        select o.op_id as "opId", o.kind, o.changes,
          (select json_build_object('id', u.id, 'name', u.name, 'photourl', u.photo_url)
            from app_user u where u.id = o.actor_id) as actor,
          to_char(o.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from found f join op o on o.id = f.op order by o.id desc limit ${perPage} offset ${offset}
      ) r
    ), '[]'::json) as rows`.execute(ctx.db);
  const { total, rows: ops } = rows[0]!;
  const { rows: parts } = await sql<{ key: string }>`
    select 'comment:' || id as key from comment where parent_type = 'task' and parent_id = ${taskId}
    union all
    select 'checklist:' || id from checklist_item where parent_type = 'task' and parent_id = ${taskId}`.execute(
    ctx.db,
  );
  const own = new Set(parts.map(({ key }) => key));
  const isOwn = ({ entity, id, before, after }: OpChange): boolean =>
    own.has(`${entity}:${id}`) || before?.['parentId'] === taskId || after?.['parentId'] === taskId;
  const names = await readNames(ctx, ops);
  return {
    page,
    perPage,
    totalRows: total,
    rows: ops.map(({ changes, ...op }) => ({
      ...op,
      changes: changes.flatMap((change) =>
        change.entity === 'task'
          ? change.id === taskId
            ? taskChanges(change, names)
            : linkedChanges(change, taskId, names)
          : (change.entity === 'comment' || change.entity === 'checklist') && isOwn(change)
            ? partChanges(change)
            : [],
      ),
    })),
  };
}

/** A link that was made or removed at the other task. */
function linkedChanges({ id, before, after }: OpChange, taskId: number, names: Names): HistoryChange[] {
  return ['blocks', 'duplicates', 'relates'].flatMap((field): HistoryChange[] => {
    const [was, is] = [before, after].map((fields) => idsIn(fields?.[field]).includes(taskId));
    if (was === is) return [];
    const name = names.tasks[id] ?? '…';
    const inverse = { blocks: 'blockedBy', duplicates: 'duplicatedBy' }[field] ?? field;
    return [{ field: inverse, before: was ? name : null, after: is ? name : null }];
  });
}

import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { NotificationKind } from '../../../../contracts/notification.ts';
import { numbersOf } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { publishNotification } from '../../../kernel/topics.ts';
import { addNotices } from '../../../platform/notifications/notices.ts';
import { peopleWithAccess } from '../work/people.ts';

type Writer = Pick<Context, 'db' | 'tenant' | 'caller'>;

/** Notification of a change by an operation, and the people that it concerns beside the task's watchers. */
export interface TaskNotice {
  task: number;
  projectId: number;
  kind: NotificationKind;
  /** Null: those who watch the task. */
  people: readonly number[] | null;
}

/** Kinds of notifications, beginning with the one that concerns a person most in one gesture. */
const kindsInOrder: readonly NotificationKind[] = [
  'mention',
  'assigned',
  'comment',
  'removed',
  'status',
  'dates',
];

const differs = (change: OpChange, field: string): boolean =>
  change.after?.[field] !== undefined && change.after[field] !== (change.before?.[field] ?? null);

function noticesOfTask(change: OpChange & { projectId: number }): TaskNotice[] {
  const { id: task, projectId, before, after } = change;
  const about = (kind: NotificationKind, people: readonly number[] | null): TaskNotice => ({
    task,
    projectId,
    kind,
    people,
  });
  if (after === null) return [about('removed', null)];
  const known = numbersOf(before?.['users']);
  const head = after['head'];
  const assigned = [
    ...numbersOf(after['users']).filter((person) => !known.includes(person)),
    ...(typeof head === 'number' && head !== before?.['head'] ? [head] : []),
  ];
  return [
    ...(assigned.length > 0 ? [about('assigned', assigned)] : []),
    ...(before !== null && differs(change, 'statusId') ? [about('status', null)] : []),
    ...(before !== null && (differs(change, 'startDate') || differs(change, 'endDate'))
      ? [about('dates', null)]
      : []),
  ];
}

/** Notifications of people by the changes of an operation. */
export function noticesBy(changes: readonly OpChange[]): TaskNotice[] {
  return changes.flatMap((change): TaskNotice[] => {
    const { entity, projectId, before, after } = change;
    if (projectId === null) return [];
    if (entity === 'task') return noticesOfTask({ ...change, projectId });
    if (entity !== 'comment' || before !== null || after?.['parentType'] !== 'task') return [];
    const task = Number(after['parentId']);
    const mentioned = numbersOf(after['mentions']);
    return [
      ...(mentioned.length > 0 ? [{ task, projectId, kind: 'mention' as const, people: mentioned }] : []),
      { task, projectId, kind: 'comment', people: null },
    ];
  });
}

/** The one notification of each person: the kind that concerns them most, on how many tasks, and the first of these. */
function perPerson(
  notices: readonly TaskNotice[],
  watchers: ReadonlyMap<number, readonly number[]>,
  actor: number,
) {
  const found = new Map<number, { kind: NotificationKind; tasks: Set<number>; projects: Set<number> }>();
  for (const { task, projectId, kind, people } of notices)
    for (const person of people ?? watchers.get(task) ?? []) {
      if (person === actor) continue;
      const own = found.get(person);
      if (!own || kindsInOrder.indexOf(kind) < kindsInOrder.indexOf(own.kind))
        found.set(person, { kind, tasks: new Set([task]), projects: new Set([projectId]) });
      else if (own.kind === kind) {
        own.tasks.add(task);
        own.projects.add(projectId);
      }
    }
  return found;
}

/**
 * Notifies people of an operation: each at most once, however many tasks it changed, and nobody of what they cannot see. A
 * change that is taken back before it was read is forgotten.
 */
export async function notifyOf(
  ctx: Writer,
  opId: string,
  changes: readonly OpChange[],
  undoes: string | undefined,
): Promise<void> {
  const { db, caller } = ctx;
  if (undoes !== undefined) {
    await forget(ctx, undoes);
    return;
  }
  const taskNotices = noticesBy(changes);
  if (taskNotices.length === 0) return;
  const tasks = [...new Set(taskNotices.filter(({ people }) => people === null).map(({ task }) => task))];
  const { rows } = await sql<{ task: number; people: number[] }>`
    select entity_id as task, array_agg(user_id order by user_id) as people from watcher
    where entity = 'task' and entity_id = any (${tasks}::bigint[]) group by entity_id`.execute(db);
  const watchers = new Map(rows.map(({ task, people }) => [task, people]));
  const found = perPerson(taskNotices, watchers, caller.userId);
  if (found.size === 0) return;
  const allowed = new Map<number, ReadonlySet<number>>();
  for (const projectId of new Set([...found.values()].flatMap(({ projects }) => [...projects])))
    allowed.set(projectId, await peopleWithAccess(db, [...found.keys()], projectId));
  const notices = [...found].flatMap(([person, { kind, tasks: own, projects }]) =>
    [...projects].every((projectId) => allowed.get(projectId)!.has(person))
      ? [{ person, kind, entity: 'task' as const, id: [...own][0]!, data: { opId, count: own.size } }]
      : [],
  );
  if (notices.length === 0) return;
  await addNotices(ctx, notices);
}

/** Removes unread notifications of an operation that was taken back. */
async function forget({ db, caller }: Writer, opId: string): Promise<void> {
  const { rows } = await sql<{ person: number }>`
    delete from notification
    where read_at is null and actor_id = ${caller.userId} and data->>'opId' = ${opId}
    returning user_id as person`.execute(db);
  for (const { person } of rows) publishNotification(db, person);
}

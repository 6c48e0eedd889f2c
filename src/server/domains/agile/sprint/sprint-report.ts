import { sql } from 'kysely';
import type {
  SprintDay,
  SprintPerson,
  SprintReport,
  SprintTask,
  SprintVelocity,
} from '../../../../contracts/agile-sprint.ts';
import type { TenantTransaction } from '../../../db/tables.ts';

/** Sprints whose velocity a report shows. */
const velocitySprints = 7;
const day = 86_400_000;

interface SprintTimes {
  id: number;
  boardId: number;
  title: string;
  /** When it became active; null before. */
  startedAt: Date | null;
}

interface StoredEvent {
  taskId: number;
  kind: 'in' | 'out' | 'done' | 'undone';
  at: string;
}

interface TaskRow {
  id: number;
  projectId: number;
  code: string;
  title: string;
  story: string | null;
  priorityId: number | null;
  people: string[];
  endDate: string | null;
}

/** A day of the tenant's zone, YYYY-MM-DD. */
export const localDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  );

/** The days from one to another, both included. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += day)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** The sprint's tasks after an event each; a Map from the task to when it was finished, or null. */
function follow(
  events: readonly StoredEvent[],
  visit: (at: string, inside: ReadonlyMap<number, string | null>) => void,
): Map<number, string | null> {
  const inside = new Map<number, string | null>();
  for (const { taskId, kind, at } of events) {
    if (kind === 'in') inside.set(taskId, null);
    else if (kind === 'out') inside.delete(taskId);
    else if (inside.has(taskId)) inside.set(taskId, kind === 'done' ? at : null);
    visit(at, inside);
  }
  return inside;
}

/** The state at the end of each day, from the log and never from what tasks are now. */
export function burndown(
  events: readonly StoredEvent[],
  { startedAt, until, timeZone }: { startedAt: Date; until: Date; timeZone: string },
): SprintDay[] {
  const first = localDay(startedAt, timeZone);
  const byDay = new Map<string, { scope: number; remaining: number }>();
  let before = { scope: 0, remaining: 0 };
  follow(events, (at, inside) => {
    const state = {
      scope: inside.size,
      remaining: [...inside.values()].filter((done) => done === null).length,
    };
    const on = localDay(new Date(at), timeZone);
    if (on < first) before = state;
    else byDay.set(on, state);
  });
  return daysBetween(first, localDay(until, timeZone)).map((one) => {
    before = byDay.get(one) ?? before;
    return { day: one, ...before };
  });
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
/** Values of one decimal are added up as whole tenths: 4.1 and 4.2 are 4.15 then, which rounds up. */
const mean = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Math.round(values.reduce((sum, value) => sum + Math.round(value * 10), 0) / values.length) / 10;

/** The median of an even number of values is the mean of the two in the middle. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1));
}

/** Conclusions of each responsible person. */
export function peopleOf(tasks: readonly SprintTask[]): SprintPerson[] {
  const done = new Map<string | null, SprintTask[]>();
  for (const task of tasks.filter(({ doneAt }) => doneAt !== null)) {
    const name = task.people[0] ?? null;
    done.set(name, [...(done.get(name) ?? []), task]);
  }
  return [...done]
    .map(([name, own]) => ({
      name,
      done: own.length,
      cycle: mean(own.flatMap(({ cycleDays }) => cycleDays ?? [])),
    }))
    .toSorted(
      (a, b) =>
        b.done - a.done ||
        Number(a.name === null) - Number(b.name === null) ||
        (a.name ?? '').localeCompare(b.name ?? ''),
    );
}

/**
 * Report of a sprint by its log.
 * @param until its end; now for an open one
 * @param movedTo where the end moves unfinished tasks, by task; null in a sprint that stays open
 */
export async function reportOf(
  db: TenantTransaction,
  sprint: SprintTimes,
  {
    until,
    timeZone,
    movedTo,
    note,
  }: {
    until: Date;
    timeZone: string;
    movedTo: ReadonlyMap<number, { sprint: string | null } | 'done'>;
    note: string;
  },
): Promise<SprintReport> {
  const { rows: events } = await sql<StoredEvent>`
    select task_id as "taskId", kind, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from sprint_event where sprint_id = ${sprint.id} and at <= ${until.toISOString()}
    order by op, case kind when 'out' then 0 when 'in' then 1 else 2 end`.execute(db);
  const startedAt = sprint.startedAt ?? until;
  const planned = follow(
    events.filter(({ at }) => new Date(at) <= startedAt),
    () => undefined,
  );
  const inside = follow(events, () => undefined);
  const ids = [...inside.keys()];
  const { rows } = await sql<TaskRow>`
    select t.id, t.project_id as "projectId", p.key || '-' || t.number as code, t.title::text as title, s.title::text as story,
      t.priority_id as "priorityId", t.end_date as "endDate", coalesce((
        select json_agg(u.name order by (u.id = t.head_id) desc, u.name) from app_user u
        where u.id = t.head_id or u.id in (select user_id from task_user x where x.task_id = t.id)
      ), '[]') as people
    from task t join project p on p.id = t.project_id left join story s on s.id = t.story_id
    where t.id = any (${ids}::bigint[]) and t.deleted_at is null order by t.priority_id nulls last, t.id`.execute(
    db,
  );
  const entered = new Map(
    events.filter(({ kind }) => kind === 'in').map(({ taskId, at }) => [taskId, at] as const),
  );
  const tasks = rows.map((row): SprintTask => {
    const going = movedTo.get(row.id);
    const doneAt = going === 'done' ? until.toISOString() : (inside.get(row.id) ?? null);
    const began = Math.max(Date.parse(entered.get(row.id) ?? until.toISOString()), startedAt.getTime());
    return {
      ...row,
      planned: planned.has(row.id),
      doneAt,
      cycleDays: doneAt === null ? null : oneDecimal(Math.max(0, Date.parse(doneAt) - began) / day),
      movedTo: going === undefined || going === 'done' ? null : going,
    };
  });
  const done = tasks.filter(({ doneAt }) => doneAt !== null).length;
  const cycle = median(tasks.flatMap(({ cycleDays }) => cycleDays ?? []));
  const earlier = await velocityBefore(db, sprint);
  return {
    planned: planned.size,
    done,
    added: tasks.filter((task) => !task.planned).length,
    removed: [...planned.keys()].filter((id) => !inside.has(id)).length,
    unfinished: tasks.length - done,
    cycle,
    people: peopleOf(tasks),
    days: burndown(events, { startedAt, until, timeZone }),
    tasks,
    velocity: [...earlier, { title: sprint.title, planned: planned.size, done, cycle }],
    note,
  };
}

/** Figures of the sprints of a board that ended before. */
async function velocityBefore(
  db: TenantTransaction,
  { id, boardId }: SprintTimes,
): Promise<SprintVelocity[]> {
  const { rows } = await sql<SprintVelocity>`
    select title::text as title, (report->>'planned')::int as planned, (report->>'done')::int as done,
      (report->>'cycle')::float as cycle
    from (
      select title, report, ended_at from sprint
      where board_id = ${boardId} and state = 'ended' and deleted_at is null and id <> ${id}
        and ended_at < coalesce((select ended_at from sprint where id = ${id}), now())
      order by ended_at desc limit ${velocitySprints - 1}
    ) s order by ended_at`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Working hours of a week, Monday first, as HH:MM in the tenant's time zone; null for a closed day. */
export type Week = readonly (readonly [from: string, to: string] | null)[];

/** A time in which a channel is attended to: [begin, end) in milliseconds. */
export type Span = readonly [begin: number, end: number];

const MINUTE = 60_000;
const DAYS_A_WEEK = 7;

/** The hours of a rule's row, whose columns are `monday_from` and so on. */
export const weekOf = (row: Readonly<Record<string, string | null>>): Week =>
  days.map((day) => {
    const [from, to] = [row[`${day}_from`], row[`${day}_to`]];
    return from && to ? [from, to] : null;
  });

/** The columns of `weekOf`. */
export const weekColumns = sql.join(
  days.flatMap((day) => [sql.ref(`r.${day}_from`), sql.ref(`r.${day}_to`)]),
);

/** A week without any hours is open always. */
export const isAlwaysOpen = (week: Week): boolean => week.every((day) => day === null);

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Days within which a number of minutes of working time passes at the latest. */
function daysFor(week: Week, minutes: number): number {
  const weekly = week.reduce((sum, day) => sum + (day ? minutesOf(day[1]) - minutesOf(day[0]) : 0), 0);
  return (Math.ceil(minutes / weekly) + 1) * DAYS_A_WEEK;
}

/**
 * The working time from the day of a moment on, in the order of time, long enough for some minutes of it. The database knows
 * when clocks are changed.
 */
export async function workingSpans(
  db: TenantTransaction,
  week: Week,
  zone: string,
  from: Date,
  minutes = 1,
): Promise<Span[]> {
  const hours = week.flatMap((day, at) => (day ? [{ day: at + 1, from: day[0], to: day[1] }] : []));
  const { rows } = await sql<{ begin: Date; end: Date }>`
    select (d.day + h."from"::time) at time zone ${zone} as begin, (d.day + h."to"::time) at time zone ${zone} as end
    from (select (${from}::timestamptz at time zone ${zone})::date + n as day
      from generate_series(0, ${daysFor(week, minutes)}::int) n) d
    join jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) h (day int, "from" text, "to" text)
      on h.day = extract(isodow from d.day)
    order by 1`.execute(db);
  return rows.map(({ begin, end }) => [begin.getTime(), end.getTime()]);
}

/** Whether a moment is in the working time. */
export const isWithin = (spans: readonly Span[], at: number): boolean =>
  spans.some(([begin, end]) => begin <= at && at < end);

/** When the working time begins that a moment is not in; null without one. */
export const nextBegin = (spans: readonly Span[], at: number): number | null =>
  spans.find(([begin]) => begin > at)?.[0] ?? null;

/** The moment at which some minutes of working time have passed; null when the spans end before. */
export function afterWorking(spans: readonly Span[], at: number, minutes: number): number | null {
  let left = minutes * MINUTE;
  for (const [begin, end] of spans) {
    const start = Math.max(begin, at);
    if (start >= end) continue;
    if (end - start >= left) return start + left;
    left -= end - start;
  }
  return null;
}

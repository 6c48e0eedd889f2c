import type { Json } from '../../src/contracts/json.ts';
import { moveDay } from '../../src/contracts/periods.ts';
import type { CalendarProps } from '../../src/engine/core/index.ts';
import type { CalendarDays, CalendarTime, ChartProblem, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue } from '../../src/ui/index.ts';

type Row = Readonly<Record<string, Json>>;
export const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
export type RecordTone = (typeof tones)[number];

export interface CalendarRecord {
  index: number;
  row: Row;
  text: string;
  tone: RecordTone;
  start: CalendarTime;
  end: CalendarTime;
}

export interface Records {
  /** By their start; longer ones first. */
  records: readonly CalendarRecord[];
  undated: number;
  /** Records that end before they begin. */
  reversed: number;
  problem: ChartProblem | null;
}

const minuteOf = ({ day, minutes }: CalendarTime) => `${day} ${String(minutes ?? 0).padStart(4, '0')}`;

/** Reads rows as records of a calendar. */
export function createRecords(
  props: Pick<Resolved<CalendarProps>, 'start' | 'end' | 'text' | 'tone' | 'tones'>,
  rows: readonly Row[],
  days: Pick<CalendarDays, 'read'>,
  blank: string,
): Records {
  const named = [props.start, props.end, props.text, props.tone].filter((path) => path !== undefined);
  for (const path of named)
    if (rows.length > 0 && rows.every((row) => fieldValue(row, path) === undefined))
      return { records: [], undated: 0, reversed: 0, problem: { kind: 'unknown', field: path } };
  let undated = 0;
  let reversed = 0;
  const records = rows.flatMap((row, index): CalendarRecord[] => {
    const start = days.read(fieldValue(row, props.start));
    if (!start) {
      undated += 1;
      return [];
    }
    let end = (props.end === undefined ? null : days.read(fieldValue(row, props.end))) ?? start;
    if (minuteOf(end) < minuteOf(start) && (end.day < start.day || end.minutes !== null)) {
      reversed += 1;
      end = start;
    }
    const raw = fieldValue(row, props.text);
    const text = raw === null || raw === undefined || raw === '' ? blank : raw;
    const state = props.tone === undefined ? undefined : fieldValue(row, props.tone);
    const own = typeof state === 'string' || typeof state === 'number' ? String(state) : '';
    const given = props.tones && Object.hasOwn(props.tones, own) ? props.tones[own] : own;
    return [
      {
        index,
        row,
        text: typeof text === 'object' ? JSON.stringify(text) : String(text as string | number | boolean),
        tone: tones.find((one) => one === given) ?? 'neutral',
        start,
        end,
      },
    ];
  });
  records.sort(
    (a, b) =>
      minuteOf(a.start).localeCompare(minuteOf(b.start)) || minuteOf(b.end).localeCompare(minuteOf(a.end)),
  );
  return { records, undated, reversed, problem: null };
}

/** Days of the week around a day. */
export function weekOf(day: string, isMonday: boolean): string[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const first = moveDay(day, 'day', -(isMonday ? (weekday + 6) % 7 : weekday));
  return Array.from({ length: 7 }, (_, at) => moveDay(first, 'day', at));
}

/** Weeks of the month around a day, whole. */
export function monthOf(day: string, isMonday: boolean): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const next = moveDay(first, 'month', 1);
  const weeks: string[][] = [];
  for (let at = first; at < next;) {
    const week = weekOf(at, isMonday);
    weeks.push(week);
    at = moveDay(week[6]!, 'day', 1);
  }
  return weeks;
}

/** A record's part in a week. */
export interface Segment {
  record: CalendarRecord;
  /** Index of its first day in the week, and number of days. */
  from: number;
  length: number;
  lane: number;
  /** It began in an earlier week, or ends in a later one. */
  before: boolean;
  after: boolean;
}

/** Places the records of a week side by side: each in the first lane that is free on its days. */
export function segmentsOf(records: readonly CalendarRecord[], week: readonly string[]): Segment[] {
  const [first, last] = [week[0]!, week.at(-1)!];
  // The last taken day of each lane.
  const taken: number[] = [];
  return records.flatMap((record): Segment[] => {
    if (record.start.day > last || record.end.day < first) return [];
    const from = Math.max(0, week.indexOf(record.start.day));
    const to = record.end.day > last ? week.length - 1 : week.indexOf(record.end.day);
    let lane = taken.findIndex((day) => day < from);
    if (lane < 0) lane = taken.length;
    taken[lane] = to;
    return [
      {
        record,
        from,
        length: to - from + 1,
        lane,
        before: record.start.day < first,
        after: record.end.day > last,
      },
    ];
  });
}

/** Records of a day. */
export const recordsOn = (records: readonly CalendarRecord[], day: string): CalendarRecord[] =>
  records.filter(({ start, end }) => start.day <= day && end.day >= day);

import type { Json } from '../../src/contracts/json.ts';
import type { TimelineProps } from '../../src/engine/core/index.ts';
import type { CalendarDays, CalendarTime, ChartProblem, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue } from '../../src/ui/index.ts';

type Row = Readonly<Record<string, Json>>;
export const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
export type BarTone = (typeof tones)[number];
export type Key = string | number;

const dayMinutes = 1440;
/** Minutes on the clocks of the tenant's zone since 1970, in which every day has 24 hours. */
export type Minute = number;

export const minuteOf = ({ day, minutes }: CalendarTime): Minute =>
  Date.parse(`${day}T00:00:00Z`) / 60_000 + (minutes ?? 0);
export const dayAt = (minute: Minute): string => new Date(minute * 60_000).toISOString().slice(0, 10);

export interface Bar {
  index: number;
  key: Key;
  row: Row;
  text: string;
  tone: BarTone;
  start: CalendarTime;
  end: CalendarTime;
  from: Minute;
  /** After its last minute; equal to `from` for an event. */
  to: Minute;
  isEvent: boolean;
  lane: number;
  /** Row of all rows of the timeline. */
  line: number;
  dependsOn: readonly Key[];
}

export interface Lane {
  raw: unknown;
  /** Rows that its bars need side by side. */
  first: number;
  lines: number;
}

export interface TimelineModel {
  /** By lane, then by time. */
  bars: readonly Bar[];
  lanes: readonly Lane[];
  lines: number;
  range: { from: Minute; to: Minute } | null;
  undated: number;
  reversed: number;
  /** Names that `dependsOn` has and no row. */
  missing: readonly Key[];
  problem: ChartProblem | null;
}

const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number';

function keysOf(value: unknown): Key[] {
  if (isKey(value) && value !== '') return [value];
  return Array.isArray(value) ? value.filter((one) => isKey(one)) : [];
}

const plain = (value: unknown, blank: string): string => {
  if (value === null || value === undefined || value === '') return blank;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** Reads rows as bars along time, each lane with as many lines as its bars overlap. */
export function createTimeline(
  props: Resolved<TimelineProps>,
  rows: readonly Row[],
  days: Pick<CalendarDays, 'read'>,
  blank: string,
): TimelineModel {
  const none = { bars: [], lanes: [], lines: 0, range: null, undated: 0, reversed: 0, missing: [] };
  const named = [props.start, props.end, props.text, props.tone, props.lane, props.dependsOn];
  for (const path of named)
    if (path !== undefined && rows.length > 0 && rows.every((row) => fieldValue(row, path) === undefined))
      return { ...none, problem: { kind: 'unknown', field: path } };
  let undated = 0;
  let reversed = 0;
  const laneIndex = new Map<string, number>();
  const raws: unknown[] = [];
  const used = new Set<Key>();
  const found = rows.flatMap((row, index): Bar[] => {
    const start = days.read(fieldValue(row, props.start));
    if (!start) {
      undated += 1;
      return [];
    }
    const given = props.end === undefined ? null : days.read(fieldValue(row, props.end));
    const from = minuteOf(start);
    // A span ends with its last day.
    let to = given ? minuteOf(given) + (given.minutes === null ? dayMinutes : 0) : from;
    let end = given ?? start;
    if (to < from) {
      reversed += 1;
      to = from;
      end = start;
    }
    const raw = props.lane === undefined ? null : (fieldValue(row, props.lane) ?? null);
    const laneKey = JSON.stringify(raw);
    const lane = laneIndex.get(laneKey) ?? raws.push(raw) - 1;
    laneIndex.set(laneKey, lane);
    const state = props.tone === undefined ? undefined : fieldValue(row, props.tone);
    const own = isKey(state) ? String(state) : '';
    const tone = props.tones && Object.hasOwn(props.tones, own) ? props.tones[own] : own;
    const id = fieldValue(row, props.rowKey ?? 'id');
    const key = isKey(id) && !used.has(id) ? id : `#${index}`;
    used.add(key);
    return [
      {
        index,
        key,
        row,
        text: plain(fieldValue(row, props.text), blank),
        tone: tones.find((one) => one === tone) ?? 'neutral',
        start,
        end,
        from,
        to,
        isEvent: to === from,
        lane,
        line: 0,
        dependsOn: props.dependsOn === undefined ? [] : keysOf(fieldValue(row, props.dependsOn)),
      },
    ];
  });
  found.sort((a, b) => a.lane - b.lane || a.from - b.from || b.to - a.to);
  const lanes: Lane[] = [];
  let lines = 0;
  raws.forEach((raw, lane) => {
    const own = found.filter((bar) => bar.lane === lane);
    // The minute until which each line of the lane is taken.
    const taken: Minute[] = [];
    for (const bar of own) {
      let line = taken.findIndex((until) => until <= bar.from);
      if (line < 0) line = taken.length;
      // The name of an event needs room beside it: a day's.
      taken[line] = Math.max(bar.to, bar.from + (bar.isEvent ? dayMinutes : 0));
      bar.line = lines + line;
    }
    lanes.push({ raw, first: lines, lines: taken.length });
    lines += taken.length;
  });
  const keys = new Set(found.map(({ key }) => key));
  const missing = [...new Set(found.flatMap(({ dependsOn }) => dependsOn))].filter((key) => !keys.has(key));
  const range =
    found.length === 0
      ? null
      : {
          from: found.reduce((least, bar) => Math.min(least, bar.from), Infinity),
          to: found.reduce((most, bar) => Math.max(most, bar.to), -Infinity),
        };
  return { bars: found, lanes, lines, range, undated, reversed, missing, problem: null };
}

import { momentOf, offsetAt, wallTime } from '../zoned-time.ts';

/** A day or a moment as a file has it, on the clocks of the tenant. */
export interface FileTime {
  /** YYYY-MM-DD. */
  day: string;
  /** HH:MM:SS; absent for a day. */
  clock?: string;
  /** +HH:MM from UTC, where the clocks show that hour twice. */
  offset?: string;
}

const two = (part: number): string => String(part).padStart(2, '0');

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Offsets change at full quarters of an hour. */
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Quarters that are kept: a year has 35,040. */
const MOST_KEPT = 40_000;

/** Returns how moments in ISO 8601 are written in a time zone, for a file with many of them. */
export function fileTimes(timeZone: string): (moment: string) => FileTime {
  const kept = new Map<number, number>();
  const offsetOf = (at: number): number => {
    const quarter = Math.floor(at / QUARTER_MS);
    let offset = kept.get(quarter);
    if (offset === undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      offset = offsetAt(quarter * QUARTER_MS, timeZone);
      kept.set(quarter, offset);
    }
    return offset;
  };
  return (moment) => {
    const at = Date.parse(moment);
    const offset = offsetOf(at);
    const local = new Date(at + offset * 60_000).toISOString();
    const time = { day: local.slice(0, -14), clock: local.slice(-13, -5) };
    const isNearChange = offsetOf(at - DAY_MS) !== offsetOf(at + DAY_MS);
    return isNearChange && comesTwice(at, timeZone) ? { ...time, offset: offsetText(offset) } : time;
  };
}

/** Whether the clocks show this time once more. */
function comesTwice(at: number, timeZone: string): boolean {
  const minute = Math.floor(at / 60_000) * 60_000;
  const wall = wallTime(minute, timeZone);
  const first = Date.parse(momentOf(wall, timeZone) ?? '');
  if (first !== minute) return true;
  const change = offsetAt(at - DAY_MS, timeZone) - offsetAt(at + DAY_MS, timeZone);
  const other = wallTime(minute + change * 60_000, timeZone);
  return change > 0 && other.hour === wall.hour && other.minute === wall.minute && other.day === wall.day;
}

/** A time as spreadsheets in most languages and the imports read it: 28/11/2026 13:07:23. */
export function fileTimeText({ day, clock, offset }: FileTime): string {
  const written = day.split('-').reverse().join('/');
  return [written, clock, offset].filter((part) => part !== undefined).join(' ');
}

/** The number of a time in a workbook; null for one that it cannot have: before March 1900, or of an hour that comes twice. */
export function fileTimeSerial({ day, clock = '00:00:00', offset }: FileTime): number | null {
  const days = Date.parse(`${day}T${clock}Z`) / DAY_MS + 25_569;
  return offset === undefined && days >= 61 && days < 2_958_466 ? days : null;
}

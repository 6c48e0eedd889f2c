/** Date and time on the clocks of a time zone. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Converts a moment (milliseconds since 1970) to a zone's clock time. */
export function wallTime(moment: number, timeZone: string): WallTime {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Minutes that a zone's clocks are ahead of UTC. @param moment milliseconds since 1970, at a full minute */
export const offsetAt = (moment: number, timeZone: string): number =>
  (utcOf(wallTime(moment, timeZone)) - moment) / MINUTE_MS;

/** Differences to UTC around a clock time, that before a change of clocks first. A zone is less than a day from UTC. */
const offsetsAround = (asUtc: number, timeZone: string): number[] =>
  [asUtc - DAY_MS, asUtc + DAY_MS].map((instant) => offsetAt(instant, timeZone) * MINUTE_MS);

/**
 * Converts a zone's clock time to a moment such as `2026-01-31T17:30:00Z`; null for an invalid date or time and for
 * the hour that is skipped in spring. In the hour that is repeated in autumn, the first occurrence counts.
 */
export function momentOf(wall: WallTime, timeZone: string): string | null {
  const asUtc = utcOf(wall);
  if (Number.isNaN(asUtc)) return null;
  for (const offset of offsetsAround(asUtc, timeZone)) {
    const moment = asUtc - offset;
    if (sameWall(wallTime(moment, timeZone), wall))
      return new Date(moment).toISOString().replace('.000Z', 'Z');
  }
  return null;
}

/** Before it clocks were set by the sun of each town, of which zones know little. */
const firstZones = Date.UTC(1800, 0, 1);

/**
 * The instant, in milliseconds since 1970, of a zone's clock time: the first of two in the hour that is repeated in autumn. A time
 * that is skipped in spring is as long after the change as it is after the last time before it, so a day without a midnight
 * begins at the change.
 * @param asUtc the clock time, in milliseconds as if the clock showed UTC
 */
function instantAt(asUtc: number, timeZone: string): number {
  if (asUtc < firstZones) return asUtc;
  const minute = Math.floor(asUtc / MINUTE_MS) * MINUTE_MS;
  const offsets = offsetsAround(minute, timeZone);
  const isRight = (offset: number): boolean => utcOf(wallTime(minute - offset, timeZone)) === minute;
  return asUtc - (offsets.find(isRight) ?? offsets[0] ?? 0);
}

/** Time that a value stands for, in milliseconds since 1970; `end` is the first instant after it. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** Midnight of a day, in milliseconds as if its clocks showed UTC; null for a text that is no day of the calendar. */
function midnightOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text) ? midnight : null;
}

const timePattern = /^(.{10})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:([Zz])|([+-]\d{2})(?::?(\d{2}))?)?$/;

/**
 * Reads the time that a text stands for. A day such as 2026-01-31 is all of that day in the zone, from its first instant to
 * that of the next day, however many hours it has. A time is its millisecond, as replies write times; one without an offset
 * is one of the zone's clocks.
 * @returns null for a text that is neither
 */
export function timeSpan(text: string, timeZone: string): TimeSpan | null {
  const midnight = midnightOf(text);
  if (midnight !== null)
    return { start: instantAt(midnight, timeZone), end: instantAt(midnight + DAY_MS, timeZone) };
  const [, day = '', clock, utc, hours, minutes = '00'] = timePattern.exec(text) ?? [];
  if (midnightOf(day) === null) return null;
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const time = Date.parse(`${day}T${clock}${offset}`);
  if (Number.isNaN(time)) return null;
  const start = utc === undefined && hours === undefined ? instantAt(time, timeZone) : time;
  return { start, end: start + 1 };
}

/** The day that it is in a zone at a moment, as YYYY-MM-DD. @param moment milliseconds since 1970 */
export function dayAt(moment: number, timeZone: string): string {
  const { year, month, day } = wallTime(moment, timeZone);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

function sameWall(a: WallTime, b: WallTime): boolean {
  return (
    utcOf(a) === utcOf(b) &&
    a.day === b.day &&
    a.month === b.month &&
    a.hour === b.hour &&
    a.minute === b.minute
  );
}

/** Formats `2026-01-31T17:30:00Z` as `31/01/2026 14:30` in the zone; any other text stays unchanged. */
export function formatMoment(value: string, timeZone: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) return value;
  const { year, month, day, hour, minute } = wallTime(moment, timeZone);
  return `${twoDigits(day)}/${twoDigits(month)}/${String(year).padStart(4, '0')} ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** Parses `31/01/2026 14:30` in the zone to a moment; null while the text is none. */
export function parseMoment(text: string, timeZone: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})$/.exec(text.trim());
  if (parts === null) return null;
  const [day, month, year, hour, minute] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return momentOf({ year, month, day, hour, minute }, timeZone);
}

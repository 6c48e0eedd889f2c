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

/**
 * Converts a zone's clock time to a moment such as `2026-01-31T17:30:00Z`; null for an invalid date or time and for
 * the hour that is skipped in spring. In the hour that is repeated in autumn, the first occurrence counts.
 */
export function momentOf(wall: WallTime, timeZone: string): string | null {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  if (Number.isNaN(asUtc)) return null;
  // A zone is less than a day from UTC, so one of the offsets of the days before and after is right.
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((instant) => offsetAt(instant, timeZone));
  for (const offset of offsets) {
    const moment = asUtc - offset * 60_000;
    if (sameWall(wallTime(moment, timeZone), wall))
      return new Date(moment).toISOString().replace('.000Z', 'Z');
  }
  return null;
}

/** Minutes that a zone's clocks are ahead of UTC. @param moment milliseconds since 1970, at a full minute */
export const offsetAt = (moment: number, timeZone: string): number =>
  (utcOf(wallTime(moment, timeZone)) - moment) / 60_000;

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
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(day)}/${two(month)}/${String(year).padStart(4, '0')} ${two(hour)}:${two(minute)}`;
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

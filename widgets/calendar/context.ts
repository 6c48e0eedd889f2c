import type { CalendarDays, Translate } from '../../src/engine/react/index.ts';
import type { CalendarRecord } from './records.ts';

/** Context that all parts of a calendar share. */
export interface CalendarContext {
  t: Translate;
  days: CalendarDays;
  records: readonly CalendarRecord[];
  today: string;
  /** The day that the rest of the view is filtered by. */
  picked: string | null;
  /** A day as DD/MM/YYYY. */
  date(day: string): string;
  count(value: number): string;
  select: ((record: CalendarRecord, day: string) => void) | undefined;
}

/** When a record is, as far as its day does not say it: its hours, or its days. */
export function whenText({ days, date, t }: CalendarContext, { start, end }: CalendarRecord): string {
  const clock = (minutes: number | null) => (minutes === null ? '' : ` ${days.clock(minutes)}`);
  if (start.day !== end.day)
    return t('charts.calendar.span', {
      from: `${date(start.day)}${clock(start.minutes)}`,
      to: `${date(end.day)}${clock(end.minutes)}`,
    });
  if (start.minutes === null) return '';
  return end.minutes === null || end.minutes === start.minutes
    ? days.clock(start.minutes)
    : `${days.clock(start.minutes)}–${days.clock(end.minutes)}`;
}

export const longDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

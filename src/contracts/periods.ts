/** A span of days of a calendar, both included, as YYYY-MM-DD. */
export interface Days {
  from: string;
  to: string;
}

/** Names of periods that end today, whatever day it is, and of finished ones. */
export const periodNames = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-week',
  'this-month',
  'this-year',
  'last-month',
  'last-3-months',
  'last-6-months',
  'last-12-months',
  'last-year',
] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

const DAY_MS = 86_400_000;
const dayOf = (text: string): Date => new Date(`${text}T00:00:00Z`);
const textOf = (day: Date): string => day.toISOString().slice(0, 10);

/** Whether a text is a day of the calendar between 1900 and 2199. */
export function isDay(text: string): boolean {
  return (
    /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(dayOf(text).getTime()) &&
    textOf(dayOf(text)) === text
  );
}

/** Days from one to the other, both included. */
export const daysIn = ({ from, to }: Days): number =>
  Math.round((dayOf(to).getTime() - dayOf(from).getTime()) / DAY_MS) + 1;

/** Moves a day by units of the calendar. A day that a month does not have becomes its last one, as in PostgreSQL. */
export function moveDay(text: string, unit: PeriodUnit, count: number): string {
  const day = dayOf(text);
  if (unit === 'day' || unit === 'week')
    return textOf(new Date(day.getTime() + count * (unit === 'week' ? 7 : 1) * DAY_MS));
  const months = count * { month: 1, quarter: 3, year: 12 }[unit];
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day.getUTCDate(), last));
  return textOf(first);
}

const monthStart = (day: string): string => `${day.slice(0, 8)}01`;

/** Days on which a week can begin, by the day of Date. */
const weekDays = { sunday: 0, monday: 1, saturday: 6 } as const;
export type WeekStart = keyof typeof weekDays;

/** Days from a Monday to the first day of the week, forwards. */
export const daysToWeekStart = (start: WeekStart): number => (weekDays[start] + 6) % 7;

const weekBegin = (day: string, start: WeekStart = 'monday'): string =>
  moveDay(day, 'day', -((dayOf(day).getUTCDay() - weekDays[start] + 7) % 7));

/** The days of the unit of a calendar that a day is in. Weeks begin on Monday. */
export function daysAround(day: string, unit: PeriodUnit): Days {
  const from = {
    day: () => day,
    week: () => weekBegin(day),
    month: () => monthStart(day),
    quarter: () => moveDay(monthStart(day), 'month', -((Number(day.slice(5, 7)) - 1) % 3)),
    year: () => `${day.slice(0, 4)}-01-01`,
  }[unit]();
  return { from, to: moveDay(moveDay(from, unit, 1), 'day', -1) };
}

/** The days of a named period. @param today in the zone that counts */
export function namedPeriod(name: PeriodName, today: string, weekStart: WeekStart = 'monday'): Days {
  const upToToday = (from: string): Days => ({ from, to: today });
  const months = (count: number): Days => upToToday(moveDay(monthStart(today), 'month', 1 - count));
  switch (name) {
    case 'today':
      return upToToday(today);
    case 'yesterday': {
      const day = moveDay(today, 'day', -1);
      return { from: day, to: day };
    }
    case 'last-7-days':
    case 'last-30-days':
    case 'last-90-days':
      return upToToday(moveDay(today, 'day', 1 - Number(name.split('-')[1])));
    case 'this-week':
      return upToToday(weekBegin(today, weekStart));
    case 'this-month':
      return months(1);
    case 'this-year':
      return upToToday(`${today.slice(0, 4)}-01-01`);
    case 'last-month': {
      const from = moveDay(monthStart(today), 'month', -1);
      return { from, to: moveDay(moveDay(from, 'month', 1), 'day', -1) };
    }
    case 'last-3-months':
    case 'last-6-months':
    case 'last-12-months':
      return months(Number(name.split('-')[1]));
    case 'last-year': {
      const year = Number(today.slice(0, 4)) - 1;
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    }
  }
}

/** The days of a period as it is written: a name, or two days as 2026-01-01..2026-03-31. Null for anything else. */
export function parsePeriod(text: string, today: string, weekStart?: WeekStart): Days | null {
  const name = periodNames.find((one) => one === text);
  if (name) return namedPeriod(name, today, weekStart);
  const [from = '', to = '', ...rest] = text.split('..');
  return isDay(from) && isDay(to) && rest.length === 0 && from <= to ? { from, to } : null;
}

/**
 * The period that another one is compared with: as much earlier as the unit says, or by its own length.
 */
export function earlierPeriod({ from, to }: Days, by: PeriodUnit | 'period'): Days {
  if (by === 'period') {
    const length = daysIn({ from, to });
    return { from: moveDay(from, 'day', -length), to: moveDay(to, 'day', -length) };
  }
  return { from: moveDay(from, by, -1), to: moveDay(to, by, -1) };
}

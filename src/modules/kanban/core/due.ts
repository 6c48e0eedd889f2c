import type { BoardCard } from '../../../contracts/agile-board.ts';

/** Choices of the filter by due date. Each contains those before it that are not over: within a week also what is due today. */
export const dueChoices = ['none', 'late', 'day', 'week', 'month'] as const;
export type DueChoice = (typeof dueChoices)[number];

const daysOf = { day: 1, week: 7 } as const;

/** By time zone: to make one takes a hundred times as long as to use it. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The date at this moment in a time zone, YYYY-MM-DD. */
export function today(now: Date, timeZone: string): string {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    calendars.set(timeZone, calendar);
  }
  return calendar.format(now);
}

/** A date some days later. */
export function addDays(date: string, days: number): string {
  const time = new Date(`${date}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** A month later, at the month's last day where that has no such day. */
function addMonth(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Days between two dates; negative when the second one is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

export type DueState = 'none' | 'late' | 'today' | 'later';

/** Whether a card is late. A day ends at its midnight in the tenant's zone, and finished cards are never late. */
export function dueState(
  { endDate }: Pick<BoardCard, 'endDate'>,
  isFinished: boolean,
  day: string,
): DueState {
  if (endDate === null) return 'none';
  if (endDate < day) return isFinished ? 'later' : 'late';
  return endDate === day && !isFinished ? 'today' : 'later';
}

/** Whether the filter by due date lets a card pass. */
export function isDue(
  { endDate }: Pick<BoardCard, 'endDate'>,
  isFinished: boolean,
  choice: DueChoice,
  day: string,
): boolean {
  if (choice === 'none') return endDate === null;
  if (endDate === null || isFinished) return false;
  if (choice === 'late') return endDate < day;
  const last = choice === 'month' ? addMonth(day) : addDays(day, daysOf[choice]);
  return endDate >= day && endDate <= last;
}

import { moveDay } from '../../src/contracts/periods.ts';
import { dayAt } from './timeline-rows.ts';
import type { Minute } from './timeline-rows.ts';

export const zooms = ['day', 'week', 'month', 'quarter'] as const;
export type Zoom = (typeof zooms)[number];

/** Pixels of a day at each zoom. */
export const dayWidths: Record<Zoom, number> = { day: 640, week: 112, month: 30, quarter: 9 };

const dayMinutes = 1440;
const minute = (day: string): Minute => Date.parse(`${day}T00:00:00Z`) / 60_000;

/** A stretch of the head, or a line in the plot. */
export interface Tick {
  at: Minute;
  to: Minute;
  /** First day of the stretch. */
  day: string;
  unit: 'hours' | 'day' | 'week' | 'month' | 'quarter' | 'year';
}

const monday = (day: string) => moveDay(day, 'day', -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

function startOf(day: string, unit: Tick['unit']): string {
  switch (unit) {
    case 'week':
      return monday(day);
    case 'month':
      return `${day.slice(0, 8)}01`;
    case 'quarter':
      return `${day.slice(0, 5)}${String(3 * Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1).padStart(2, '0')}-01`;
    case 'year':
      return `${day.slice(0, 5)}01-01`;
    default:
      return day;
  }
}

/** Stretches of a unit that touch a span. */
export function ticks(from: Minute, to: Minute, unit: Tick['unit']): Tick[] {
  if (unit === 'hours') {
    const step = 180;
    const first = Math.floor(from / step) * step;
    const count = Math.max(0, Math.ceil((to - first) / step));
    return Array.from({ length: count }, (_, index) => {
      const at = first + index * step;
      return { at, to: at + step, day: dayAt(at), unit };
    });
  }
  const found: Tick[] = [];
  for (let day = startOf(dayAt(from), unit); minute(day) < to;) {
    const next = moveDay(day, unit, 1);
    found.push({ at: minute(day), to: minute(next), day, unit });
    day = next;
  }
  return found;
}

/** Units of the two rows of the head at each zoom. */
export const headUnits: Record<Zoom, readonly [Tick['unit'], Tick['unit']]> = {
  day: ['day', 'hours'],
  week: ['month', 'day'],
  month: ['month', 'week'],
  quarter: ['year', 'month'],
};

/** The span that a timeline draws: that of its bars with room beside them, and whole units. */
export function spanOf(range: { from: Minute; to: Minute }, zoom: Zoom): { from: Minute; to: Minute } {
  const room = Math.ceil(120 / dayWidths[zoom]) * dayMinutes;
  const unit = headUnits[zoom][0] === 'day' ? 'day' : headUnits[zoom][1];
  const from = minute(startOf(dayAt(range.from - room), unit));
  return { from, to: Math.ceil((range.to + room) / dayMinutes) * dayMinutes };
}

import { useMemo } from 'react';
import { localeOf } from '../../contracts/language.ts';
import { isDay } from '../../contracts/periods.ts';
import { wallTime } from '../../contracts/zoned-time.ts';
import { useEngine } from './context.ts';

/** A date or a time of a row on the calendar of the tenant's zone. */
export interface CalendarTime {
  /** YYYY-MM-DD. */
  day: string;
  /** Minutes since midnight; null for a bare date. */
  minutes: number | null;
}

/** Reads and names days of the tenant's zone. */
export interface CalendarDays {
  /** Null for a value that is no date. */
  read(value: unknown): CalendarTime | null;
  today(): string;
  /** Minutes since midnight now. */
  minutesNow(): number;
  /** "14:30". */
  clock(minutes: number): string;
  /** A day in the given parts, such as `{ weekday: 'short' }`, by the language. */
  name(day: string, parts: Intl.DateTimeFormatOptions): string;
}

const two = (part: number) => String(part).padStart(2, '0');

function createCalendarDays(locale: string, zone: string, now: () => Date): CalendarDays {
  const names = new Map<string, Intl.DateTimeFormat>();
  const at = (moment: number): CalendarTime => {
    const { year, month, day, hour, minute } = wallTime(moment, zone);
    return { day: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`, minutes: hour * 60 + minute };
  };
  return {
    read(value) {
      if (typeof value !== 'string') return null;
      if (isDay(value)) return { day: value, minutes: null };
      if (!/^\d{4}-\d{2}-\d{2}T/.test(value)) return null;
      const moment = Date.parse(value);
      if (Number.isNaN(moment)) return null;
      const found = at(moment);
      return isDay(found.day) ? found : null;
    },
    today: () => at(now().getTime()).day,
    minutesNow: () => at(now().getTime()).minutes ?? 0,
    clock: (minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
    name(day, parts) {
      const key = JSON.stringify(parts);
      let format = names.get(key);
      if (!format) {
        format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
        names.set(key, format);
      }
      return format.format(Date.parse(`${day}T00:00:00Z`));
    },
  };
}

/** Days of the tenant's zone, in the person's language. */
export function useCalendarDays(): CalendarDays {
  const { host, lang } = useEngine();
  return useMemo(() => {
    const zone = host.tenant.timeZone;
    let known = zone;
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
    } catch {
      // An unknown zone falls back to UTC, as in formats.
      known = 'UTC';
    }
    return createCalendarDays(localeOf[lang], known, () => host.now());
  }, [host, lang]);
}

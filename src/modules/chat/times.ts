import { useMemo } from 'react';
import { useHost } from '../../engine/react/index.ts';
import { dayOf } from './core/days.ts';

export interface ChatTimes {
  /** HH:MM. */
  clock(time: string): string;
  /** DD/MM/YYYY of a date as YYYY-MM-DD. */
  day(day: string): string;
  /** Of the list: the time of today's, else the day in short. */
  short(time: string): { text: string; isYesterday: boolean };
  date(time: string): string;
}

interface Formats {
  clock: Intl.DateTimeFormat;
  inYear: Intl.DateTimeFormat;
  whole: Intl.DateTimeFormat;
}

const made = new Map<string, Formats>();

/** Formats are made once: each takes as long as the bubble that it is for. */
function formatsOf(lang: string, timeZone: string): Formats {
  const key = `${lang} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const formats = {
    clock: new Intl.DateTimeFormat(lang, { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }),
    inYear: new Intl.DateTimeFormat(lang, { timeZone, day: '2-digit', month: '2-digit' }),
    whole: new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { timeZone, dateStyle: 'short' }),
  };
  made.set(key, formats);
  return formats;
}

/** Times in the tenant's zone, as the page shows them. */
export function useChatTimes(): ChatTimes {
  const { host } = useHost();
  const { timeZone } = host.tenant;
  const { lang } = host;
  return useMemo(() => {
    const { clock, inYear, whole } = formatsOf(lang, timeZone);
    // The specification's form, DD/MM/YYYY, in all languages.
    const day = (text: string) => text.split('-').toReversed().join('/');
    return {
      clock: (time) => clock.format(new Date(time)),
      day,
      date: (time) => day(dayOf(time, timeZone)),
      short(time) {
        const now = host.now().getTime();
        const own = dayOf(time, timeZone);
        if (own === dayOf(new Date(now).toISOString(), timeZone))
          return { text: clock.format(new Date(time)), isYesterday: false };
        const isYesterday = own === dayOf(new Date(now - 86_400_000).toISOString(), timeZone);
        const isThisYear = own.slice(0, 4) === String(new Date(now).getFullYear());
        return { text: (isThisYear ? inYear : whole).format(new Date(time)), isYesterday };
      },
    };
  }, [host, lang, timeZone]);
}

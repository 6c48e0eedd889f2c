import { useMemo } from 'react';
import { useHost } from '../../../engine/react/index.ts';
import { dayOf } from '../core/days.ts';

export interface ChatTimes {
  /** HH:MM. */
  clock(time: string): string;
  /** DD/MM/YYYY of a date as YYYY-MM-DD. */
  day(day: string): string;
  /** Of the list: the time of today's, else the day in short. */
  short(time: string): { text: string; isYesterday: boolean };
  date(time: string): string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A format is made once: it takes as long as the bubble that it is for. */
function clockOf(lang: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone}`;
  const clock =
    clocks.get(key) ??
    new Intl.DateTimeFormat(lang, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(key, clock);
  return clock;
}

/** Times in the tenant's zone, as the page shows them. */
export function useChatTimes(): ChatTimes {
  const { host } = useHost();
  const { timeZone } = host.tenant;
  const { lang } = host;
  return useMemo(() => {
    const clock = clockOf(lang, timeZone);
    // The specification's form, DD/MM/YYYY, in all languages; a short date is its beginning.
    const day = (text: string) => text.split('-').toReversed().join('/');
    return {
      clock: (time) => clock.format(new Date(time)),
      day,
      date: (time) => day(dayOf(time, timeZone)),
      short(time) {
        const now = host.now().getTime();
        const own = dayOf(time, timeZone);
        const today = dayOf(new Date(now).toISOString(), timeZone);
        if (own === today) return { text: clock.format(new Date(time)), isYesterday: false };
        const isYesterday = own === dayOf(new Date(now - 86_400_000).toISOString(), timeZone);
        const isThisYear = own.slice(0, 4) === today.slice(0, 4);
        return { text: isThisYear ? day(own).slice(0, 5) : day(own), isYesterday };
      },
    };
  }, [host, lang, timeZone]);
}

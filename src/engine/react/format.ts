import { localeOf } from '../../contracts/language.ts';
import type { Language } from '../../contracts/language.ts';

/** Formats values for people. A value of another type comes back as its own text; null is ''. */
export interface Formatter {
  /** `DD/MM/YYYY` in every language; a time is converted to the tenant's zone, a bare date keeps its day. */
  date(value: unknown): string;
  /** "sexta-feira, 20 de novembro de 2026", in the tenant's zone. */
  longDate(value: unknown): string;
  /** `DD/MM/YYYY HH:mm` in the tenant's zone, `HH:mm:ss` with `seconds`. */
  datetime(value: unknown, seconds?: boolean): string;
  /** By locale; `decimals` fixes the digits after the comma. */
  number(value: unknown, decimals?: number): string;
  /** An amount of a currency (`BRL`) by locale. */
  money(value: unknown, currency: string, decimals?: number): string;
  /** A fraction as a percentage: 0.25 is 25 %. */
  percent(value: unknown, decimals?: number): string;
  /** Distance from `now`: "ontem", "in 3 hours". */
  relative(value: unknown, now: Date): string;
}

const bareDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const formatters = new Map<string, Formatter>();

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

function asTime(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (value === '') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}

const unitSeconds: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** An unknown zone falls back to UTC. */
function inZone(timeZone: string, parts: Intl.DateTimeFormatOptions, locale = 'en-GB'): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  }
}

function createFormatter(lang: Language, timeZone: string): Formatter {
  const locale = localeOf[lang];
  const numbers = new Map<string, Intl.NumberFormat>();
  let relativeTimes: Intl.RelativeTimeFormat | undefined;
  let day: Intl.DateTimeFormat | undefined;
  let clock: Intl.DateTimeFormat | undefined;
  let preciseClock: Intl.DateTimeFormat | undefined;
  // British English writes DD/MM/YYYY with two digits, which the specification wants in every language.
  const dayOf = (time: Date) =>
    (day ??= inZone(timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' })).format(time);
  const clockOf = (time: Date) =>
    (clock ??= inZone(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })).format(time);
  const preciseClockOf = (time: Date) =>
    (preciseClock ??= inZone(timeZone, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })).format(time);
  function amount(value: unknown, decimals: number | undefined, style: Intl.NumberFormatOptions): string {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number)) return asText(value);
    const key = `${style.style} ${style.currency} ${decimals}`;
    let format = numbers.get(key);
    if (!format) {
      const digits =
        decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      format = new Intl.NumberFormat(locale, { ...style, ...digits });
      numbers.set(key, format);
    }
    return format.format(number);
  }
  function date(value: unknown): string {
    if (typeof value === 'string') {
      const bareMatch = bareDate.exec(value);
      if (bareMatch) return `${bareMatch[3]}/${bareMatch[2]}/${bareMatch[1]}`;
    }
    const time = asTime(value);
    return time ? dayOf(time) : asText(value);
  }
  return {
    date,
    longDate(value) {
      const time = asTime(value);
      if (!time) return asText(value);
      // A bare date keeps its day.
      const zone = typeof value === 'string' && bareDate.test(value) ? 'UTC' : timeZone;
      return inZone(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, locale).format(
        time,
      );
    },
    datetime(value, seconds = false) {
      if (typeof value === 'string' && bareDate.test(value)) return date(value);
      const time = asTime(value);
      return time ? `${dayOf(time)} ${seconds ? preciseClockOf(time) : clockOf(time)}` : asText(value);
    },
    number: (value, decimals) => amount(value, decimals, {}),
    money: (value, currency, decimals) => amount(value, decimals, { style: 'currency', currency }),
    percent: (value, decimals) => amount(value, decimals, { style: 'percent' }),
    relative(value, now) {
      const time = asTime(value);
      if (!time) return asText(value);
      const secondsAhead = (time.getTime() - now.getTime()) / 1000;
      const [unit, length] =
        unitSeconds.find((one) => Math.abs(secondsAhead) >= one[1]) ?? (['second', 60] as const);
      relativeTimes ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      // Less than a minute is "now".
      return relativeTimes.format(unit === 'second' ? 0 : Math.trunc(secondsAhead / length), unit);
    },
  };
}

/**
 * The formatter of a language and zone; an unknown zone falls back to UTC. Formatters are cached, and each `Intl` object is
 * created by the first value that needs it, since creating them is slow.
 */
export function formatterFor(lang: Language, timeZone: string): Formatter {
  const key = `${lang} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = createFormatter(lang, timeZone);
    formatters.set(key, formatter);
  }
  return formatter;
}

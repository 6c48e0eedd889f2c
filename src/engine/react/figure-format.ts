import { localeOf } from '../../contracts/language.ts';
import type { Language } from '../../contracts/language.ts';
import { daysAround } from '../../contracts/periods.ts';
import type { Days } from '../../contracts/periods.ts';
import type { Host } from '../core/index.ts';
import { useEngine } from './context.ts';

/** How the figures of an indicator or a chart are written. */
export interface FigureSettings {
  /** duration: minutes, without decimals. */
  format?: 'number' | 'money' | 'percent' | 'duration';
  decimals?: number;
  /** ISO 4217; BRL when left out. */
  currency?: string;
}

/** The settings that a definition gives. */
export const figureSettings = ({
  format,
  decimals,
  currency,
}: Partial<FigureSettings> = {}): FigureSettings => ({
  ...(format && { format }),
  ...(decimals !== undefined && { decimals }),
  ...(currency && { currency }),
});

/** Length of the periods that dates stand for: the buckets of datasets, and hours. */
export type PeriodUnit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Formats figures and periods by locale, in the tenant's zone. */
export interface FigureFormat {
  /** A figure in full; an en dash for none. */
  value(value: number | null, settings: FigureSettings): string;
  /** A figure in few characters: "4.2 M". */
  short(value: number, settings: FigureSettings): string;
  /** A short figure in pieces, for a unit in smaller letters. */
  shortParts(value: number, settings: FigureSettings): { text: string; minor: boolean }[];
  /** With its sign: "+6.2%", "−1.4". */
  signed(value: number, settings: FigureSettings): string;
  /** The name of a period: "March 2026". A value that is no date is its own text. */
  period(value: unknown, unit: PeriodUnit): string;
  /** The name of a period on an axis: "Mar", with the year unless `withoutYear`. */
  shortPeriod(value: unknown, unit: PeriodUnit, withoutYear: boolean): string;
  /** First and last day of a period; null for hours, and for a value that is no date. */
  days(value: unknown, unit: PeriodUnit): Days | null;
  /** A plain count or share of the interface's own sentences. */
  count(value: number): string;
  percent(share: number): string;
}

const bareDate = /^\d{4}-\d{2}-\d{2}$/;

/** Milliseconds of a date or a time as datasets and entities send them; null for any other value. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

/** From here on a figure is written as a power of ten: its digits would run out of every chart. */
const powersFrom = 1e15;
const isBeyond = (value: number) => Math.abs(value) >= powersFrom;

const styles = { number: 'decimal', money: 'currency', percent: 'percent', duration: 'decimal' } as const;

const longParts: Record<PeriodUnit, Intl.DateTimeFormatOptions> = {
  hour: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  day: { day: '2-digit', month: '2-digit', year: 'numeric' },
  week: { day: '2-digit', month: '2-digit', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  quarter: { year: 'numeric' },
  year: { year: 'numeric' },
};

const quarterOf = (time: number) => Math.floor(new Date(time).getUTCMonth() / 3) + 1;

export function createFigureFormat(
  lang: Language,
  timeZone: string,
  week: (start: string) => string,
  quarter: (number: number, year: string) => string,
): FigureFormat {
  const locale = localeOf[lang];
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();

  function numberFormat(settings: FigureSettings, more: Intl.NumberFormatOptions): Intl.NumberFormat {
    const { format = 'number', decimals, currency = 'BRL' } = settings;
    const key = JSON.stringify([format, decimals, currency, more]);
    let found = numbers.get(key);
    if (!found) {
      const digits =
        decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      found = new Intl.NumberFormat(locale, {
        style: styles[format],
        ...(format === 'money' && { currency }),
        ...more,
        ...digits,
      });
      numbers.set(key, found);
    }
    return found;
  }
  function dateText(value: string, time: number, options: Intl.DateTimeFormatOptions): string {
    // A bare date keeps its day.
    const zone = bareDate.test(value) ? 'UTC' : timeZone;
    const key = JSON.stringify([zone, options]);
    let found = dates.get(key);
    if (!found) {
      // Days are written DD/MM in every language, as in tables: American English turns them round, Spanish drops the zero.
      // Names of months are those of the language.
      const dateLocale = options.day ? 'en-GB' : locale;
      try {
        found = new Intl.DateTimeFormat(dateLocale, { ...options, timeZone: zone });
      } catch {
        found = new Intl.DateTimeFormat(dateLocale, { ...options, timeZone: 'UTC' });
      }
      dates.set(key, found);
    }
    return found.format(time);
  }
  /** The day of a time in the tenant's zone, as YYYY-MM-DD. */
  function dayIn(time: number): string {
    const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    try {
      return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone }).format(time);
    } catch {
      return new Date(time).toISOString().slice(0, 10);
    }
  }
  /** Minutes by their two largest units: "2 days 5 h", "3 h 12 min", "8 min". */
  function durationParts(value: number): { text: string; minor: boolean }[] {
    const minutes = Math.round(Math.abs(value));
    const counts = [
      ['day', Math.floor(minutes / 1440)],
      ['hour', Math.floor(minutes / 60) % 24],
      ['minute', minutes % 60],
    ] as const;
    const largest = counts.findIndex(([unit, count]) => count > 0 || unit === 'minute');
    const named = counts
      .slice(largest, largest + 2)
      .filter(([, count], at) => at === 0 || count > 0)
      .map(([unit, count]) =>
        numberFormat({}, { style: 'unit', unit, unitDisplay: 'short' })
          .formatToParts(count)
          .map(({ type, value: text }) => ({ text, minor: type === 'unit' || type === 'literal' })),
      );
    const sign = value <= -0.5 ? [{ text: '−', minor: false }] : [];
    return [
      ...sign,
      ...named.flatMap((parts, at) => (at === 0 ? parts : [{ text: ' ', minor: true }, ...parts])),
    ];
  }
  const duration = (value: number): string =>
    durationParts(value)
      .map(({ text }) => text)
      .join('');
  const beyond = { notation: 'scientific', maximumFractionDigits: 2 } as const;
  const compact = (value: number, settings: FigureSettings) => {
    const isShort = Math.abs(value) < 10_000 || settings.format === 'percent';
    if (isBeyond(value)) return numberFormat(settings, beyond);
    // Few digits where the definition asks for none.
    const digits = settings.decimals === undefined ? { maximumFractionDigits: isShort ? 2 : 1 } : {};
    return numberFormat(settings, {
      ...(isShort ? {} : { notation: 'compact' }),
      ...(settings.format === 'money' && settings.decimals === undefined && { minimumFractionDigits: 0 }),
      ...digits,
    });
  };
  function plain(value: unknown): string {
    if (value === null || value === undefined || value === '') return '–';
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  }
  return {
    value: (value, settings) => {
      if (value === null) return '–';
      if (settings.format === 'duration') return duration(value);
      if (isBeyond(value)) return numberFormat(settings, beyond).format(value);
      const digits =
        settings.decimals === undefined && settings.format === 'percent' ? { maximumFractionDigits: 1 } : {};
      return numberFormat(settings, digits).format(value);
    },
    short: (value, settings) =>
      settings.format === 'duration' ? duration(value) : compact(value, settings).format(value),
    shortParts: (value, settings) =>
      settings.format === 'duration'
        ? durationParts(value)
        : compact(value, settings)
            .formatToParts(value)
            .map(({ type, value: text }, index, parts) => ({
              text,
              minor:
                type === 'compact' ||
                type === 'percentSign' ||
                (type === 'literal' && parts[index + 1]?.type !== 'integer'),
            })),
    signed: (value, settings) =>
      settings.format === 'duration'
        ? `${value >= 0.5 ? '+' : ''}${duration(value)}`
        : numberFormat(settings, {
            signDisplay: 'exceptZero',
            ...(settings.decimals === undefined && { maximumFractionDigits: 1 }),
          })
            .format(value)
            .replace('-', '−'),
    period(value, unit) {
      const time = timeOf(value);
      if (time === null) return plain(value);
      const text = dateText(String(value), time, longParts[unit]);
      if (unit === 'week') return week(text);
      return unit === 'quarter' ? quarter(quarterOf(time), text) : text;
    },
    shortPeriod(value, unit, withoutYear) {
      const time = timeOf(value);
      if (time === null) return plain(value);
      const text = (options: Intl.DateTimeFormatOptions) => dateText(String(value), time, options);
      const year = text(withoutYear ? { year: 'numeric' } : { year: '2-digit' });
      switch (unit) {
        case 'year':
          return text({ year: 'numeric' });
        case 'quarter':
          return quarter(quarterOf(time), year);
        case 'month': {
          const month = text({ month: 'short' }).replace('.', '');
          return withoutYear ? month : `${month} ${year}`;
        }
        case 'hour':
          return text({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
        default:
          return text({ day: '2-digit', month: '2-digit' });
      }
    },
    days(value, unit) {
      const time = timeOf(value);
      if (time === null || unit === 'hour') return null;
      const text = String(value);
      return daysAround(bareDate.test(text) ? text : dayIn(time), unit);
    },
    count: (value) => numberFormat({}, {}).format(value),
    percent: (share) => numberFormat({ format: 'percent' }, { maximumFractionDigits: 1 }).format(share),
  };
}

/** Formats that were made: each holds formatters of the browser, of which one takes a millisecond. */
const made = new WeakMap<Host, Map<Language, FigureFormat>>();

/** The format of the figures and periods of indicators and charts, which all of a page share. */
export function useFigureFormat(): FigureFormat {
  const { host, lang } = useEngine();
  const ofHost = made.get(host) ?? new Map<Language, FigureFormat>();
  made.set(host, ofHost);
  const known = ofHost.get(lang);
  if (known) return known;
  const format = createFigureFormat(
    lang,
    host.tenant.timeZone,
    (start) => host.translate('charts.week', { start }) ?? start,
    (number, year) => host.translate('charts.quarter', { number, year }) ?? `${number}/${year}`,
  );
  ofHost.set(lang, format);
  return format;
}

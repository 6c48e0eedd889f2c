import { localeOf, type Language } from '../../../../contracts/language.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { TimeUnit } from '../../../../contracts/data-choice.ts';
import { text } from '../../../kernel/texts.ts';

/** Units whose values are named by more than a day. */
const named: readonly TimeUnit[] = ['month', 'quarter', 'year'];

export const isNamedUnit = (unit: TimeUnit | null): unit is TimeUnit => unit !== null && named.includes(unit);

/** A month, a quarter or a year as people write it; other values stay as they are. */
export function periodText(value: Json | undefined, unit: TimeUnit, lang: Language): Json {
  const day = typeof value === 'string' ? /^(\d{4})-(\d\d)-\d\d$/.exec(value) : null;
  if (day === null) return value ?? null;
  const [, year, monthNumber] = day as unknown as [string, string, string];
  if (unit === 'year') return year;
  if (unit === 'quarter')
    return text(lang, 'errors.dataset.compose.quarter', { number: Math.ceil(Number(monthNumber) / 3), year });
  const format = new Intl.DateTimeFormat(localeOf[lang], { month: 'short', timeZone: 'UTC' });
  const month = format.format(Date.parse(`${String(value)}T00:00:00Z`)).replace('.', '');
  return text(lang, 'errors.dataset.compose.month', { month, year });
}

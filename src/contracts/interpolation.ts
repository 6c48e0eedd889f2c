import { localeOf, toLanguage } from './language.ts';

/** Placeholders whose numbers are names: of a year, a version, a record. */
const names = new Set(['year', 'version', 'id']);

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string): Intl.NumberFormat {
  const found = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  formats.set(locale, found);
  return found;
}

/** How values come into texts: formatted, and escaped by whoever shows the text. */
export const interpolation = { escapeValue: false, alwaysFormat: true };

/** Writes numbers in texts as the language writes them, in place of i18next's formatter. */
export const numbersInTexts = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format?: string, language?: string, options?: { interpolationkey?: string }) {
    if (typeof value !== 'number' || names.has(options?.interpolationkey ?? '')) return value as string;
    return numberFormat(localeOf[toLanguage(language)]).format(value);
  },
};

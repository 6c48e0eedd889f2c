import { defaultLanguage, type Language } from '../../../contracts/language.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Strings, TextWithValues } from '../generated/documents.ts';

/** Source of a document's texts. */
export interface Texts {
  strings: Strings | undefined;
  lang: Language;
  /** Text of a key of locales/, or null when the key has no text. */
  translate(key: string, values?: Record<string, unknown>): string | null;
  /** Values that every text may name: {{user.name}}, {{tenant.name}}. */
  constants?: Readonly<Record<string, unknown>>;
  /** Reports a key without a text, possibly several times. */
  reportMissing?(key: string): void;
}

export const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)\s*\}\}/g;

/** Replaces {{names}} by values; a name without a value stays visible. */
function interpolate(text: string, values: Record<string, unknown> | undefined): string {
  if (!values || !text.includes('{{')) return text;
  return text.replace(placeholder, (all, name: string) => {
    const value = valueAt(values, name.split('.'));
    return value === undefined || value === null ? all : String(value);
  });
}

/** Whether a text of props is a key with values for its placeholders. */
export const isTextWithValues = (value: unknown): value is TextWithValues =>
  isObject(value) && typeof value['$text'] === 'string' && isObject(value['values']);

/** The keys of a text's plural forms, the best one first: those of i18next. */
function formsOf(key: string, language: Language, count: unknown): string[] {
  if (typeof count !== 'number') return [key];
  // Portuguese rules count zero as one; people write "0 usuários".
  const form = count === 0 ? 'zero' : new Intl.PluralRules(language).select(count);
  return [`${key}_${form}`, `${key}_other`, key];
}

/** The text of a key (without its $) in the document's strings, then in locales/; null when neither has it. */
export function lookUp(key: string, texts: Texts, given?: Record<string, unknown>): string | null {
  const { strings, lang, constants } = texts;
  const values = constants ? { ...constants, ...given } : given;
  for (const language of [lang, defaultLanguage]) {
    const table = strings?.[language];
    const form = table && formsOf(key, language, given?.['count']).find((one) => Object.hasOwn(table, one));
    if (form !== undefined) return interpolate(table![form]!, values);
  }
  return texts.translate(key, values);
}

/**
 * Translates a text of a definition. `$key` is looked up in the document's strings, then in locales/; `$$` is an
 * escaped dollar sign. A key without a text is reported and returned unchanged.
 */
export function resolveText(text: string, texts: Texts, values?: Record<string, unknown>): string {
  if (!text.startsWith('$')) return interpolate(text, values);
  if (text.startsWith('$$')) return interpolate(text.slice(1), values);
  const found = lookUp(text.slice(1), texts, values);
  if (found !== null) return found;
  texts.reportMissing?.(text.slice(1));
  return text;
}

/**
 * Translates the result of an expression. The result may be a key (`active ? '$status.active' : …`) or data that
 * happens to begin with $, so an unknown key is returned unchanged and not reported.
 */
export function resolveTextResult(value: unknown, texts: Texts, values?: Record<string, unknown>): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (!text.startsWith('$')) return text;
  return lookUp(text.slice(1), texts, values) ?? text;
}

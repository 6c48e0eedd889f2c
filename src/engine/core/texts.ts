import { defaultLanguage, type Language } from '../../contracts/language.ts';
import type { Strings } from './generated/documents.ts';

/** Where the texts of a document come from. */
export interface Texts {
  strings: Strings | undefined;
  lang: Language;
  /** Text of a locales/ key, or null when there is none. */
  translate(key: string, values?: Record<string, unknown>): string | null;
  /** Told of a key that nobody has; once or often, it is only a report. */
  missing?(key: string): void;
}

const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Puts values for {{names}}; a name without a value stays as it is, so that it is seen. */
function interpolate(text: string, values: Record<string, unknown> | undefined): string {
  if (!values || !text.includes('{{')) return text;
  return text.replace(placeholder, (all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === null ? all : String(value);
  });
}

function lookUp(key: string, texts: Texts, values: Record<string, unknown> | undefined): string | null {
  const { strings, lang } = texts;
  for (const language of [lang, defaultLanguage]) {
    const table = strings?.[language];
    if (table && Object.hasOwn(table, key)) return interpolate(table[key]!, values);
  }
  return texts.translate(key, values);
}

/**
 * A text of a definition as a person reads it. `$key` is looked up in the document's strings, then in locales/; `$$`
 * stands for a dollar sign. A key that nobody has is shown as it is written and reported: seen, not hidden.
 */
export function resolveText(text: string, texts: Texts, values?: Record<string, unknown>): string {
  if (!text.startsWith('$')) return interpolate(text, values);
  if (text.startsWith('$$')) return interpolate(text.slice(1), values);
  const found = lookUp(text.slice(1), texts, values);
  if (found !== null) return found;
  texts.missing?.(text.slice(1));
  return text;
}

/**
 * What an expression in a text's place answered. An expression may choose a key (`active ? '$status.active' : …`), but
 * its answer may as well be somebody's data that happens to begin with $: so an unknown key is simply that text.
 */
export function resolveTextResult(value: unknown, texts: Texts, values?: Record<string, unknown>): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (!text.startsWith('$')) return text;
  return lookUp(text.slice(1), texts, values) ?? text;
}

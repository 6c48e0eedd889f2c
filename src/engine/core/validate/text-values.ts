import { isObject } from '../../../contracts/json.ts';
import { placeholder } from '../language/texts.ts';

/** Values that every text has. */
const constants = new Set(['user.name', 'user.login', 'tenant.name', 'tenant.timeZone']);

/** The placeholders of a text in a document's strings, in all languages and plural forms, that have no value. */
export function missingValues(strings: unknown, key: string, given: readonly string[]): string[] {
  const forms = ['', '_zero', '_one', '_two', '_few', '_many', '_other'].map((form) => key + form);
  const texts = Object.values(isObject(strings) ? strings : {}).flatMap((table) =>
    forms.map((form) => (isObject(table) && Object.hasOwn(table, form) ? table[form] : '')),
  );
  const named = texts.flatMap((text) => [...String(text).matchAll(placeholder)].map(([, name = '']) => name));
  return [...new Set(named)].filter((name) => !constants.has(name) && !given.includes(name));
}

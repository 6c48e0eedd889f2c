import { deepEqual, isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { freeId } from './insert.ts';

const tableOf = (tables: Json | undefined, lang: string): JsonObject => {
  const found = isObject(tables) ? tables[lang] : undefined;
  return isObject(found) ? found : {};
};

/** Keys of texts whose key has other words in a document, by keys that are free there or have the same words. */
export function renamedTexts(own: Json | undefined, strings: JsonObject): Map<string, string> {
  const langs = Object.keys(strings);
  const keys = new Set(langs.flatMap((lang) => Object.keys(tableOf(strings, lang))));
  const hasOther = (name: string, key: string): boolean =>
    langs.some((lang) => {
      const [there, here] = [tableOf(own, lang), tableOf(strings, lang)];
      return Object.hasOwn(there, name) && Object.hasOwn(here, key) && !deepEqual(there[name], here[key]);
    });
  const renamed = new Map<string, string>();
  for (const key of keys) {
    if (!hasOther(key, key)) continue;
    const given = new Set([...keys, ...renamed.values()]);
    renamed.set(
      key,
      freeId(key, (one) => given.has(one) || hasOther(one, key)),
    );
  }
  return renamed;
}

/** Whether a text shows the words of a key: itself, or in an expression, which names it between quotes. */
export const showsText = (text: string, key: string): boolean =>
  text === `$${key}` || text.includes(`'$${key}'`) || text.includes(`"$${key}"`);

/** A copy of a value with every text replaced. */
export function inTexts(value: Json, replaced: (text: string) => string): Json {
  if (typeof value === 'string') return replaced(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, replaced));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inTexts(one, replaced)]));
}

/** A value with other keys of texts. */
export function withTexts(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (renamed.size === 0) return value;
  return inTexts(value, (text) => {
    const whole = text.startsWith('$') ? renamed.get(text.slice(1)) : undefined;
    if (whole !== undefined) return `$${whole}`;
    return [...renamed].reduce(
      (now, [from, to]) => now.replaceAll(`'$${from}'`, `'$${to}'`).replaceAll(`"$${from}"`, `"$${to}"`),
      text,
    );
  });
}

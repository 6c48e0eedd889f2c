import { isObject, type Json } from '../../contracts/json.ts';
import { defaultLanguage, type Language } from '../../contracts/language.ts';
import type { Command } from '../commands/command.ts';
import { freeId } from '../commands/insert.ts';
import type { Model } from '../model/document-model.ts';
import { isTextKey } from '../names.ts';

/** A text of a document, and the commands that write it. */
export interface WrittenText {
  value: string;
  commands: readonly Command[];
}

const tablesOf = ({ document }: Model): Record<string, Json> =>
  isObject(document.strings) ? document.strings : {};

const tableOf = (model: Model, lang: Language): Record<string, Json> => {
  const table = tablesOf(model)[lang];
  return isObject(table) ? table : {};
};

const isOwnKey = (model: Model, key: string): boolean =>
  Object.values(tablesOf(model)).some((table) => isObject(table) && Object.hasOwn(table, key));

const setString = (lang: Language, key: string, value: string): Command => ({
  type: 'set',
  key: null,
  path: ['strings', lang, key],
  value,
});

/** A new text of the document in the author's language, and in the default language, which all readers fall back on. */
export function newText(model: Model, stem: string, text: string, lang: Language): WrittenText {
  const wanted = stem.replaceAll(/-+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const key = freeId(wanted, (one) => isOwnKey(model, one));
  const languages = lang === defaultLanguage ? [lang] : [defaultLanguage, lang];
  return { value: `$${key}`, commands: languages.map((one) => setString(one, key, text)) };
}

/**
 * A text that somebody changed: one of the document changes in the author's language; one of the product, or one that is
 * written where it stands, becomes a text of the document.
 */
export function changedText(
  model: Model,
  written: Json | undefined,
  stem: string,
  text: string,
  lang: Language,
): WrittenText {
  const key = isTextKey(written) ? written.slice(1) : null;
  if (key === null || !isOwnKey(model, key)) return newText(model, stem, text, lang);
  const isFallback = lang !== defaultLanguage && !Object.hasOwn(tableOf(model, defaultLanguage), key);
  return {
    value: `$${key}`,
    commands: [setString(lang, key, text), ...(isFallback ? [setString(defaultLanguage, key, text)] : [])],
  };
}

import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { defaultLanguage, languages, type Language } from '../../../../contracts/language.ts';
import { findText } from '../../../kernel/texts.ts';
import common from '../../../../../locales/pt/common.json' with { type: 'json' };
import errors from '../../../../../locales/pt/errors.json' with { type: 'json' };
import screens from '../../../../../locales/pt/screens.json' with { type: 'json' };
import shell from '../../../../../locales/pt/shell.json' with { type: 'json' };
import palette from '../../../../../locales/pt/palette.json' with { type: 'json' };
import forms from '../../../../../locales/pt/forms.json' with { type: 'json' };
import widgets from '../../../../../locales/pt/widgets.json' with { type: 'json' };

/** Ends of the keys of plural forms: `count_one` and `count_other` are the text `count`. */
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `_${form}`);
const pluralForm = new RegExp(`(?:${pluralForms.join('|')})$`);

// All languages have the same keys.
const keys = new Set<string>();
function collect(value: Json, key: string): void {
  if (typeof value === 'string') keys.add(key).add(key.replace(pluralForm, ''));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(inner, key === '' ? name : `${key}.${name}`);
  }
}
for (const table of [common, screens, widgets, shell, errors, forms]) collect(table, '');
// Names of widgets, which new ones have until somebody names them.
for (const type of Object.keys(palette.palette)) keys.add(`palette.${type}.title`);

/** The texts of locales/ that a definition may name. */
export const definitionTexts = {
  has: (key: string): boolean => keys.has(key),
  keys: () => keys.keys(),
  /** Returns the texts of screens by key, for completion. */
  all(lang: Language): Record<string, string> {
    const found: Record<string, string> = {};
    for (const key of keys) {
      const text = findText(lang, key);
      if (text !== null) found[key] = text;
    }
    return found;
  },
  /** Searches the texts of screens, which contain the titles. */
  find: (lang: Language, key: string): string | null => findText(lang, key),
};

/** Keys of the texts that belong to single screens, and of names of widgets; browsers load all others themselves. */
const screenKey = new RegExp(
  `\\$((?:${Object.keys(screens).join('|')})\\.[\\w.-]*\\w|palette\\.[\\w-]+\\.title)`,
  'g',
);

/**
 * Adds the texts of screens that a document names to its `strings`, in every language and with their plural forms, so that a
 * browser gets them with the document and loads none of other screens. A text of the document's own wins over them, as it does
 * in locales/; one of its plural forms stands for all.
 */
export function withScreenTexts(document: JsonObject): JsonObject {
  const used = new Set([...JSON.stringify(document).matchAll(screenKey)].map(([, key]) => key!));
  if (used.size === 0) return document;
  const own = isObject(document['strings']) ? document['strings'] : {};
  const ownTexts = (lang: Language): JsonObject => (isObject(own[lang]) ? own[lang] : {});
  const strings = { ...own };
  for (const lang of languages) {
    const texts = { ...ownTexts(lang) };
    for (const key of used) {
      const keysOfText = [key, ...pluralForms.map((form) => key + form)];
      if (
        keysOfText.some(
          (one) => Object.hasOwn(ownTexts(lang), one) || Object.hasOwn(ownTexts(defaultLanguage), one),
        )
      )
        continue;
      for (const form of keysOfText) {
        const found = findText(lang, form);
        // The engine reads the form "other" where a number has none of its own.
        const isMade = form === `${key}_zero` || form === `${key}_many`;
        const isOther = isMade && found === findText(lang, `${key}_other`);
        if (found !== null && !isOther) texts[form] = found;
      }
    }
    strings[lang] = texts;
  }
  return { ...document, strings };
}

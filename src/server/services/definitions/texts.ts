import type { Json } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import { findText } from '../../kernel/texts.ts';
import errors from '../../../../locales/pt/errors.json' with { type: 'json' };
import screens from '../../../../locales/pt/screens.json' with { type: 'json' };
import shell from '../../../../locales/pt/shell.json' with { type: 'json' };
import validation from '../../../../locales/pt/validation.json' with { type: 'json' };
import widgets from '../../../../locales/pt/widgets.json' with { type: 'json' };

// All languages have the same keys.
const keys = new Set<string>();
function collect(value: Json, key: string): void {
  // `count_one` and `count_other` are the text `count`.
  if (typeof value === 'string') keys.add(key).add(key.replace(/_(zero|one|two|few|many|other)$/, ''));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(inner, key === '' ? name : `${key}.${name}`);
  }
}
for (const table of [screens, widgets, shell, errors, validation]) collect(table, '');

/** The texts of locales/ that a definition may name. */
export const definitionTexts = {
  has: (key: string): boolean => keys.has(key),
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

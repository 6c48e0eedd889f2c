import type { DefinitionFault } from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { languages, type Language } from '../../../contracts/language.ts';
import { validateDocument } from '../../../engine/core/index.ts';
import { registry } from './registry.ts';
import { definitionTexts } from './texts.ts';

/** What a document says of itself, and every fault of it. */
export interface Inspection {
  faults: DefinitionFault[];
  /** Of a screen. */
  path: string | null;
  titles: Partial<Record<Language, string>>;
}

/** Holds a document to the whole language, references between its parts and texts included. Never throws. */
export async function inspect(document: JsonObject): Promise<Inspection> {
  const faults = await validateDocument(document, registry, { hasText: (key) => definitionTexts.has(key) });
  return {
    faults,
    path: typeof document.path === 'string' ? document.path : null,
    titles: titlesOf(document),
  };
}

/** The title in each language that has one; an expression is none before the screen is open. */
export function titlesOf(document: JsonObject): Partial<Record<Language, string>> {
  const { title } = document;
  if (typeof title !== 'string') return {};
  const strings = isObject(document.strings) ? document.strings : {};
  return Object.fromEntries(
    languages.flatMap((lang) => {
      const own = strings[lang];
      const translate = (key: string): string | null => {
        const found = isObject(own) && Object.hasOwn(own, key) ? own[key] : definitionTexts.find(lang, key);
        return typeof found === 'string' ? found : null;
      };
      const found = title.startsWith('$$')
        ? title.slice(1)
        : title.startsWith('$')
          ? translate(title.slice(1))
          : title;
      return found === null ? [] : [[lang, found]];
    }),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

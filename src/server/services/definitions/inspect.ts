import type { Diagnostic } from '../../../contracts/definitions.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { languages, type Language } from '../../../contracts/language.ts';
import { validateDocument } from '../../../engine/core/index.ts';
import { registry } from './registry.ts';
import { definitionTexts } from './texts.ts';

/** The path and titles that a document states, and all its diagnostics. */
export interface Inspection {
  diagnostics: Diagnostic[];
  /** Of a screen. */
  path: string | null;
  titles: Partial<Record<Language, string>>;
}

/** Validates a document against the whole language, references between nodes and texts included. Never throws. */
export async function inspect(document: JsonObject): Promise<Inspection> {
  const diagnostics = await validateDocument(document, registry, {
    hasText: (key) => definitionTexts.has(key),
  });
  return {
    diagnostics,
    path: typeof document.path === 'string' ? document.path : null,
    titles: titlesOf(document),
  };
}

/**
 * Returns the title in each language that has one. An expression has its value only on the open screen, so its title is the
 * first text key in it that has a text.
 */
export function titlesOf(document: JsonObject): Partial<Record<Language, string>> {
  const candidates = titleTexts(document.title);
  const strings = isObject(document.strings) ? document.strings : {};
  return Object.fromEntries(
    languages.flatMap((lang) => {
      const own = strings[lang];
      const translate = (key: string): string | null => {
        const found = isObject(own) && Object.hasOwn(own, key) ? own[key] : definitionTexts.find(lang, key);
        return typeof found === 'string' ? found : null;
      };
      for (const text of candidates) {
        if (!text.startsWith('$')) return [[lang, text]];
        const found = text.startsWith('$$') ? text.slice(1) : translate(text.slice(1));
        if (found !== null) return [[lang, found]];
      }
      return [];
    }),
  );
}

function titleTexts(title: unknown): string[] {
  if (typeof title === 'string') return [title];
  if (!isObject(title) || typeof title.$expr !== 'string') return [];
  return [...title.$expr.matchAll(/(["'])(\$[\w.-]+)\1/g)].map(([, , key]) => key!);
}

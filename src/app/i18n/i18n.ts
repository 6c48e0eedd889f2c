import { createInstance } from 'i18next';
import { defaultLanguage, toLanguage } from '../../contracts/language.ts';
import type { Language } from '../../contracts/language.ts';
import type { DeferredTexts } from '../../engine/core/index.ts';
import { readPreference, writePreference } from '../../client/index.ts';

type Texts = Record<string, unknown>;
/** The files of a language; the sign-in page needs the first only. */
export type TextFile = 'shell' | 'screens' | 'widgets' | 'errors' | DeferredTexts;

export interface I18n {
  language(): Language;
  /** Text of a key; a key that nobody has is returned as it is, so that it is seen. */
  t(key: string, values?: Record<string, unknown>): string;
  /** Text of a key, or null when there is none. */
  find(key: string, values?: Record<string, unknown>): string | null;
  /** Loads the language's files, then switches everything that subscribed. Kept for the next visit. */
  setLanguage(language: Language): Promise<void>;
  /** The tenant's language, for whoever has not chosen one. */
  suggest(language: Language): Promise<void>;
  /** From now on these files are part of every language. */
  need(files: readonly TextFile[]): Promise<void>;
  /** The same for files that something can do without for a while: null when they are there, and it never rejects. */
  loadMore(files: readonly DeferredTexts[]): Promise<void> | null;
  subscribe(listener: () => void): () => void;
}

const modules = import.meta.glob<Texts>('../../../locales/*/*.json', { import: 'default' });

async function loadFile(language: Language, file: TextFile): Promise<Texts> {
  const load = modules[`../../../locales/${language}/${file}.json`];
  return load ? load() : {};
}

/** The language this person chose before, or null: then the tenant's holds. */
export function chosenLanguage(): Language | null {
  const kept = readPreference('language');
  return kept === null ? null : toLanguage(kept);
}

/** i18next with Molde's files, loaded per language when first needed; Portuguese stands in for what a file lacks. */
export async function createI18n(first: Language): Promise<I18n> {
  const instance = createInstance();
  await instance.init({
    lng: first,
    fallbackLng: defaultLanguage,
    initAsync: false,
    resources: {},
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const needed = new Set<TextFile>();
  const loaded = new Set<string>();
  const listeners = new Set<() => void>();
  let current = first;

  async function load(language: Language, files: Iterable<TextFile>): Promise<void> {
    const missing = [...files].filter((file) => !loaded.has(`${language}/${file}`));
    const texts = await Promise.all(missing.map((file) => loadFile(language, file)));
    missing.forEach((file, at) => {
      loaded.add(`${language}/${file}`);
      instance.addResourceBundle(language, 'translation', texts[at], true, true);
    });
  }

  function tell() {
    document.documentElement.lang = current;
    for (const listener of listeners) listener();
  }

  async function change(language: Language) {
    await load(language, needed);
    current = language;
    await instance.changeLanguage(language);
    tell();
  }

  const i18n: I18n = {
    language: () => current,
    t: (key, values) => i18n.find(key, values) ?? key,
    find(key, values) {
      // A key of a whole group is no text; plural keys exist only with their count.
      if (!instance.exists(key, values)) return null;
      const text: unknown = instance.t(key, { ...values, returnObjects: true });
      return typeof text === 'string' ? text : null;
    },
    async setLanguage(language) {
      await change(language);
      writePreference('language', language);
    },
    async suggest(language) {
      if (chosenLanguage() === null && language !== current) await change(language);
    },
    async need(files) {
      for (const file of files) needed.add(file);
      await load(current, needed);
      tell();
    },
    loadMore(files) {
      if (files.every((file) => loaded.has(`${current}/${file}`))) return null;
      return i18n.need(files).catch(() => undefined);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  document.documentElement.lang = current;
  return i18n;
}

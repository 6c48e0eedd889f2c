import { createInstance } from 'i18next';
import { defaultLanguage, toLanguage } from '../../contracts/language.ts';
import type { Language } from '../../contracts/language.ts';
import type { DeferredTexts } from '../../engine/core/index.ts';
import { readDevicePreference, writeDevicePreference } from '../../client/index.ts';
import { createUiStore } from '../../ui/index.ts';
import type { ReadonlyStore } from '../../ui/index.ts';

type Texts = Record<string, unknown>;
/** The files of a language; the sign-in page needs the first only. */
export type TextFile = 'shell' | 'screens' | 'widgets' | 'errors' | DeferredTexts;

interface I18nState {
  language: Language;
  /** Raised when files with texts have arrived. */
  loads: number;
}

export interface I18n extends ReadonlyStore<I18nState> {
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
}

const modules = import.meta.glob<Texts>('../../../locales/*/*.json', { import: 'default' });

async function loadFile(language: Language, file: TextFile): Promise<Texts> {
  const load = modules[`../../../locales/${language}/${file}.json`];
  return load ? load() : {};
}

/** The language this person chose before, or null: then the tenant's holds. */
export function chosenLanguage(): Language | null {
  const kept = readDevicePreference('language');
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
  const store = createUiStore<I18nState>({ language: first, loads: 0 });
  const language = () => store.getState().language;

  async function load(wanted: Language, files: Iterable<TextFile>): Promise<void> {
    const missing = [...files].filter((file) => !loaded.has(`${wanted}/${file}`));
    const texts = await Promise.all(missing.map((file) => loadFile(wanted, file)));
    missing.forEach((file, at) => {
      loaded.add(`${wanted}/${file}`);
      instance.addResourceBundle(wanted, 'translation', texts[at], true, true);
    });
  }

  async function change(next: Language) {
    await load(next, needed);
    await instance.changeLanguage(next);
    document.documentElement.lang = next;
    store.setState({ language: next });
  }

  const i18n: I18n = {
    ...store,
    language,
    t: (key, values) => i18n.find(key, values) ?? key,
    find(key, values) {
      // A key of a whole group is no text; plural keys exist only with their count.
      if (!instance.exists(key, values)) return null;
      const text: unknown = instance.t(key, { ...values, returnObjects: true });
      return typeof text === 'string' ? text : null;
    },
    async setLanguage(next) {
      await change(next);
      writeDevicePreference('language', next);
    },
    async suggest(next) {
      if (chosenLanguage() === null && next !== language()) await change(next);
    },
    async need(files) {
      for (const file of files) needed.add(file);
      await load(language(), needed);
      store.setState(({ loads }) => ({ loads: loads + 1 }));
    },
    loadMore(files) {
      if (files.every((file) => loaded.has(`${language()}/${file}`))) return null;
      return i18n.need(files).catch(() => undefined);
    },
  };
  document.documentElement.lang = first;
  return i18n;
}

import { createInstance } from 'i18next';
import { interpolation, numbersInTexts } from '../../contracts/interpolation.ts';
import { defaultLanguage, toLanguage } from '../../contracts/language.ts';
import type { Language } from '../../contracts/language.ts';
import { withPluralForms, type TextTree } from '../../contracts/plurals.ts';
import type { DeferredTexts } from '../../engine/core/index.ts';
import { readDevicePreference, writeDevicePreference } from '../../client/index.ts';
import { createUiStore } from '../../ui/index.ts';
import type { ReadonlyStore } from '../../ui/index.ts';

/** The files of a language. The sign-in page needs only the first. */
export type TextFile = 'shell' | 'common' | 'widgets' | 'finder' | DeferredTexts;

interface I18nState {
  language: Language;
  /** Incremented when files with texts are loaded. */
  loads: number;
}

export interface I18n extends ReadonlyStore<I18nState> {
  language(): Language;
  /** Returns the text of a key, or the key itself when no text exists. */
  t(key: string, values?: Record<string, unknown>): string;
  /** Returns the text of a key, or null. */
  find(key: string, values?: Record<string, unknown>): string | null;
  /** Loads the language's files, then switches to it. The choice is stored for the next visit. */
  setLanguage(language: Language): Promise<void>;
  /** Switches to the tenant's language unless the person has chosen one. */
  suggest(language: Language): Promise<void>;
  /** Loads these files in the current language and in each language chosen later. */
  need(files: readonly TextFile[]): Promise<void>;
  /** Like `need`, for optional files: returns null when they are loaded, and never rejects. */
  loadMore(files: readonly DeferredTexts[]): Promise<void> | null;
}

/** Answer of i18next for a key without a text: to ask first whether it exists would look it up twice. */
const noText = '\0';

// Without the files of the server alone and of one library: each that is named here weighs on the page's start.
const modules = import.meta.glob<TextTree>(
  ['../../../locales/*/*.json', '!../../../locales/*/{agile,errors,mails,monaco,routes}.json'],
  { import: 'default' },
);

async function loadFile(language: Language, file: TextFile): Promise<TextTree> {
  const load = modules[`../../../locales/${language}/${file}.json`];
  return load ? withPluralForms(await load()) : {};
}

/** Returns the language that this person chose before, or null. */
export function chosenLanguage(): Language | null {
  const stored = readDevicePreference('language');
  return stored === null ? null : toLanguage(stored);
}

/** Creates i18next with Molde's files, loaded per language on demand. Portuguese fills in for missing keys. */
export async function createI18n(first: Language): Promise<I18n> {
  const instance = createInstance().use(numbersInTexts);
  await instance.init({
    lng: first,
    fallbackLng: defaultLanguage,
    initAsync: false,
    resources: {},
    interpolation,
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
      // The key of a group is not a text. Plural keys exist only with their count.
      const text: unknown = instance.t(key, { ...values, returnObjects: true, defaultValue: noText });
      return typeof text === 'string' && text !== noText ? text : null;
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

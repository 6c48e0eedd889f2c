type Texts = Readonly<Record<string, string>>;

/** The texts of locales/ for each language but English, which is built in. */
const languages: Readonly<Record<string, () => Promise<{ default: { monaco: Texts } }>>> = {
  pt: () => import('../../locales/pt/monaco.json'),
  es: () => import('../../locales/es/monaco.json'),
};

/** Texts of the library by their English ones. */
export function messagesByEnglish(english: Texts, own: Texts): Texts {
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [text, own[key] ?? text]));
}

/**
 * Loads the library's texts (find box, announcements) in the page's language. Its own language packs are empty, so the
 * build lets it look texts up by their English ones (scripts/lib/lean-monaco.mjs).
 */
export async function loadMessages(): Promise<void> {
  const load = languages[document.documentElement.lang.slice(0, 2)];
  if (!load) return;
  const [english, own] = await Promise.all([import('../../locales/en/monaco.json'), load()]);
  Object.assign(globalThis, {
    _VSCODE_NLS_MESSAGES: messagesByEnglish(english.default.monaco, own.default.monaco),
  });
}

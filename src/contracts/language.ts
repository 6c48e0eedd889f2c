/** The interface's languages; the first is default and fallback (specification 1, section 9). */
export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'pt';

/** `pt-BR`, `EN` and the like as one of ours; anything else is Portuguese. */
export function toLanguage(tag: string | null | undefined): Language {
  const base = (tag ?? '').slice(0, 2).toLowerCase();
  return languages.find((language) => language === base) ?? defaultLanguage;
}

/** BCP 47 tags that `Intl` formats dates, numbers and plurals with. */
export const localeOf: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' };

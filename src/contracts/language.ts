/** Languages of the interface. The first is default and fallback (specification 1, section 9). */
export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'pt';

/** Converts a tag such as `pt-BR` or `EN` to a supported language; any other tag to Portuguese. */
export function toLanguage(tag: string | null | undefined): Language {
  const base = (tag ?? '').slice(0, 2).toLowerCase();
  return languages.find((language) => language === base) ?? defaultLanguage;
}

/** BCP 47 tags that `Intl` formats dates, numbers and plurals with. */
export const localeOf: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' };

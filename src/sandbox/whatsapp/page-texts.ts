import type { Language } from '../../contracts/language.ts';
import en from '../../../locales/en/sandbox.json' with { type: 'json' };
import es from '../../../locales/es/sandbox.json' with { type: 'json' };
import pt from '../../../locales/pt/sandbox.json' with { type: 'json' };

/** The texts of the page in each language, for its script. */
export const pageTexts: Readonly<Record<Language, typeof pt>> = { en, es, pt };

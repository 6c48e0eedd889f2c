import i18next from 'i18next';
import { interpolation, numbersInTexts } from '../../contracts/interpolation.ts';
import { withPluralForms } from '../../contracts/plurals.ts';
import { defaultLanguage, languages, toLanguage, type Language } from '../../contracts/language.ts';
import enAgile from '../../../locales/en/agile.json' with { type: 'json' };
import enCommon from '../../../locales/en/common.json' with { type: 'json' };
import enErrors from '../../../locales/en/errors.json' with { type: 'json' };
import enFaults from '../../../locales/en/diagnostics.json' with { type: 'json' };
import enPalette from '../../../locales/en/palette.json' with { type: 'json' };
import enPanel from '../../../locales/en/panel.json' with { type: 'json' };
import enRoutes from '../../../locales/en/routes.json' with { type: 'json' };
import enScreens from '../../../locales/en/screens.json' with { type: 'json' };
import enForms from '../../../locales/en/forms.json' with { type: 'json' };
import enMails from '../../../locales/en/mails.json' with { type: 'json' };
import esAgile from '../../../locales/es/agile.json' with { type: 'json' };
import esCommon from '../../../locales/es/common.json' with { type: 'json' };
import esErrors from '../../../locales/es/errors.json' with { type: 'json' };
import esFaults from '../../../locales/es/diagnostics.json' with { type: 'json' };
import esPalette from '../../../locales/es/palette.json' with { type: 'json' };
import esPanel from '../../../locales/es/panel.json' with { type: 'json' };
import esRoutes from '../../../locales/es/routes.json' with { type: 'json' };
import esScreens from '../../../locales/es/screens.json' with { type: 'json' };
import esForms from '../../../locales/es/forms.json' with { type: 'json' };
import esMails from '../../../locales/es/mails.json' with { type: 'json' };
import ptAgile from '../../../locales/pt/agile.json' with { type: 'json' };
import ptCommon from '../../../locales/pt/common.json' with { type: 'json' };
import ptErrors from '../../../locales/pt/errors.json' with { type: 'json' };
import ptFaults from '../../../locales/pt/diagnostics.json' with { type: 'json' };
import ptPalette from '../../../locales/pt/palette.json' with { type: 'json' };
import ptPanel from '../../../locales/pt/panel.json' with { type: 'json' };
import ptRoutes from '../../../locales/pt/routes.json' with { type: 'json' };
import ptScreens from '../../../locales/pt/screens.json' with { type: 'json' };
import ptForms from '../../../locales/pt/forms.json' with { type: 'json' };
import ptMails from '../../../locales/pt/mails.json' with { type: 'json' };

const i18n = i18next.createInstance().use(numbersInTexts);
await i18n.init({
  fallbackLng: defaultLanguage,
  supportedLngs: [...languages],
  interpolation,
  resources: {
    pt: {
      translation: withPluralForms({
        ...ptAgile,
        ...ptCommon,
        ...ptScreens,
        ...ptErrors,
        ...ptFaults,
        ...ptForms,
        ...ptMails,
        ...ptPalette,
        ...ptPanel,
        ...ptRoutes,
      }),
    },
    en: {
      translation: withPluralForms({
        ...enAgile,
        ...enCommon,
        ...enScreens,
        ...enErrors,
        ...enFaults,
        ...enForms,
        ...enMails,
        ...enPalette,
        ...enPanel,
        ...enRoutes,
      }),
    },
    es: {
      translation: withPluralForms({
        ...esAgile,
        ...esCommon,
        ...esScreens,
        ...esErrors,
        ...esFaults,
        ...esForms,
        ...esMails,
        ...esPalette,
        ...esPanel,
        ...esRoutes,
      }),
    },
  },
});

const translators = Object.fromEntries(languages.map((one) => [one, i18n.getFixedT(one)]));

/** Returns the text of a dotted key of locales/ in one language, or the key itself when it is unknown. */
export function text(lang: Language, key: string, params: Record<string, string | number> = {}): string {
  const translate = translators[lang];
  return translate ? translate(key, params) : key;
}

/** Returns the text of a key, or null when it is unknown. */
export function findText(lang: Language, key: string, params: Record<string, unknown> = {}): string | null {
  const found = text(lang, key, params as Record<string, string | number>);
  return found === key ? null : found;
}

/** Returns a text in one language: one that begins with `$` is a key of locales/. */
export const resolveText = (lang: Language, value: string): string =>
  value.startsWith('$') ? (findText(lang, value.slice(1)) ?? value) : value;

/** Returns the supported language that an Accept-Language header prefers. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((entry, index) => {
      const [tag = '', ...settings] = entry.trim().split(';');
      const q = settings
        .map((setting) => /^\s*q=([\d.]+)\s*$/.exec(setting)?.[1])
        .find((value) => value !== undefined);
      return { tag: tag.trim().toLowerCase(), q: q === undefined ? 1 : Number(q), index };
    })
    .filter(
      ({ tag, q }) =>
        q > 0 && languages.some((language) => tag === language || tag.startsWith(`${language}-`)),
    )
    .sort((a, b) => b.q - a.q || a.index - b.index);
  return toLanguage(wanted[0]?.tag);
}

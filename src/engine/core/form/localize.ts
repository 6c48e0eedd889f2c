import type { ErrorObject } from 'ajv';
import localizeEn from 'ajv-i18n/localize/en/index.js';
import localizeEs from 'ajv-i18n/localize/es/index.js';
import localizePt from 'ajv-i18n/localize/pt-BR/index.js';
import type { Language } from '../../../contracts/language.ts';
import type { SchemaError } from './schema-errors.ts';

/** Text of a locales/ key, or null when there is none. */
export type Translate = (key: string, values?: Record<string, unknown>) => string | null;

type Localizer = (errors: ErrorObject[]) => void;

const localizers = { pt: localizePt, en: localizeEn, es: localizeEs } as unknown as Record<
  Language,
  Localizer
>;

/**
 * What a fault of a schema says to a person: our own words for what people meet every day (`errors.form.*`, `errors.formats.*`), ajv-i18n's
 * for the rest. Both judges tell faults in the same form, so they say the same.
 */
export function schemaErrorText(error: SchemaError, lang: Language, translate: Translate): string {
  for (const key of ownKeys(error)) {
    const text = translate(`errors.${key}`, error.params);
    if (text !== null) return text;
  }
  const told = {
    keyword: error.keyword,
    params: error.params,
    instancePath: error.path,
    schemaPath: '',
  } as ErrorObject;
  localizers[lang]([told]);
  return capitalised(told.message ?? error.keyword);
}

/** The most particular words first: format.cpf, then format. */
function ownKeys({ keyword, params }: SchemaError): string[] {
  switch (keyword) {
    case 'format': {
      const format = String(params['format']);
      return [`formats.${format}`, `form.format.${format}`, 'form.format.any'];
    }
    case 'type':
      return [`form.type.${String(params['type'])}`, 'form.type.any'];
    case 'dependencies':
      return ['form.required'];
    case 'const':
    case 'false schema':
      return ['form.enum'];
    case 'minLength':
      // What a text of at least one character lacks is better said as `required`.
      return params['limit'] === 1 ? ['form.required'] : [];
    default:
      return [`form.${keyword}`];
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { SchemaError } from './schema-errors.ts';

/** Text of a locales/ key, or null when there is none. */
export type Translate = (key: string, values?: Record<string, unknown>) => string | null;

/**
 * What a fault of a schema says to a person: `errors.form.*` and `errors.formats.*`, for the browser's forms, the
 * server's and its routes alike. All judges tell faults in the same form, so they say the same.
 * @param label how the person knows the field.
 */
export function schemaErrorText(error: SchemaError, label: string, translate: Translate): string {
  const values = {
    ...error.params,
    ...wordsOf(error, translate),
    fields: label,
    count: error.params['limit'],
  };
  for (const key of keysOf(error)) {
    const text = translate(`errors.${key}`, values);
    if (text !== null) return text;
  }
  return error.keyword;
}

/** The most particular words first: format.cpf, then format. */
function keysOf({ keyword, params }: SchemaError): string[] {
  switch (keyword) {
    case 'format': {
      const format = String(params['format']);
      return [`formats.${format}`, `form.format.${format}`, 'form.format.any'];
    }
    case 'dependencies':
      return ['form.required'];
    case 'const':
    case 'false schema':
      return ['form.enum'];
    case 'additionalItems':
      return ['form.maxItems'];
    case 'minLength':
      // What a text of at least one character lacks is better said as `required`.
      return [params['limit'] === 1 ? 'form.required' : 'form.minLength'];
    case 'maxLength':
      // No text at all: something else is meant, or nothing.
      return [params['limit'] === 0 ? 'form.noText' : 'form.maxLength'];
    default:
      return [`form.${keyword}`, 'form.any'];
  }
}

/** The names of JSON's types in plain words; what may be left empty says so. */
function wordsOf({ keyword, params }: SchemaError, translate: Translate): Record<string, unknown> {
  if (keyword !== 'type') return {};
  // Ajv tells several types as one text with commas.
  const names = String(params['type']).split(',');
  const emptyLast = [...names.filter((name) => name !== 'null'), ...names.filter((name) => name === 'null')];
  const words = emptyLast.map((name) => translate(`errors.form.types.${name}`) ?? name);
  return { types: words.join(translate('errors.form.or') ?? ' / ') };
}

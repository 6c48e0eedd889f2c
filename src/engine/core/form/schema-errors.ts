import { exactDigits, hasManyDigits } from '../../../contracts/exact-number.ts';

/**
 * One validation error by a JSON Schema, in Ajv's terms. The browser's interpreter and the server's Ajv report this
 * shape, so both share the steps that follow: dropping wrappers, hiding errors of hidden fields, messages.
 */
export interface SchemaError {
  keyword: string;
  /** JSON pointer of the invalid value; for a missing or an additional property, of that property. */
  path: string;
  params: Record<string, unknown>;
}

/** Keywords whose errors only say that a subschema failed; the subschema reports its own errors. */
const alwaysWrappers = new Set(['if', 'propertyNames', 'properties', 'items', 'allOf', '$ref']);
const branchWrappers = new Set(['anyOf', 'oneOf']);

/**
 * Drops errors that only repeat others. `anyOf` and `oneOf` stay when no branch reports an error at or below their
 * value, and when `oneOf` matches twice.
 */
export function dropWrappers(errors: readonly SchemaError[]): SchemaError[] {
  const leaves = errors.filter(
    (error) => !alwaysWrappers.has(error.keyword) && !branchWrappers.has(error.keyword),
  );
  return errors.filter((error) => {
    if (alwaysWrappers.has(error.keyword)) return false;
    if (!branchWrappers.has(error.keyword)) return true;
    if (error.params['passingSchemas']) return true;
    return !leaves.some((leaf) => isAtOrUnder(leaf.path, error.path));
  });
}

/** Whether `path` is the pointer `parent` or below it. */
export function isAtOrUnder(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/** Text of a key of locales/, or null when the key has no text. */
export type Translate = (key: string, values?: Record<string, unknown>) => string | null;

/**
 * The message of a validation error, from `validation.*`. Forms in the browser, forms on
 * the server and its routes share it.
 * @param label the field's label.
 * @param value the refused value: a text that is a number of too many digits is refused for these.
 */
export function schemaErrorText(
  error: SchemaError,
  label: string,
  translate: Translate,
  value?: unknown,
): string {
  const values = {
    ...error.params,
    ...typeNames(error, translate),
    fields: label,
    count: error.params['limit'],
    digits: exactDigits,
  };
  const isInexact = error.keyword === 'type' && typeof value === 'string' && hasManyDigits(value);
  if (isInexact) return translate('validation.inexact', values) ?? error.keyword;
  for (const key of textKeys(error)) {
    const text = translate(`validation.${key}`, values);
    if (text !== null) return text;
  }
  return error.keyword;
}

/** Text keys from the most specific to the most general: format.cpf, then format. */
function textKeys({ keyword, params }: SchemaError): string[] {
  switch (keyword) {
    case 'format': {
      const format = String(params['format']);
      return [`formats.${format}`, `format.${format}`, 'format.any'];
    }
    case 'dependencies':
      return ['required'];
    case 'const':
    case 'false schema':
      return ['enum'];
    case 'additionalItems':
      return ['maxItems'];
    case 'minLength':
      // Users see an empty text as a missing value.
      return [params['limit'] === 1 ? 'required' : 'minLength'];
    case 'maxLength':
      return [params['limit'] === 0 ? 'noText' : 'maxLength'];
    default:
      return [keyword, 'any'];
  }
}

/** Names of the JSON types in a `type` error; "empty" comes last. */
function typeNames({ keyword, params }: SchemaError, translate: Translate): Record<string, unknown> {
  if (keyword !== 'type') return {};
  // Ajv joins several types with commas.
  const names = String(params['type']).split(',');
  const emptyLast = [...names.filter((name) => name !== 'null'), ...names.filter((name) => name === 'null')];
  const translated = emptyLast.map((name) => translate(`validation.types.${name}`) ?? name);
  return { types: translated.join(translate('validation.or') ?? ' / ') };
}

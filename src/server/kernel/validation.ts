import { escapeSegment } from '../../contracts/json-pointer.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isExact } from '../../contracts/exact-number.ts';
import type { FieldError } from '../../contracts/errors.ts';
import { formats } from '../../contracts/formats.ts';
import type { Language } from '../../contracts/language.ts';
import { dropWrappers, schemaErrorText, type SchemaError } from '../../engine/core/index.ts';
import { AppError } from './errors.ts';
import { findText, text } from './texts.ts';
import { findUnstorable, type Unstorable } from './unstorable.ts';

// No coercion, no removal of unknown properties, no defaults: the input is validated as it was sent.
const ajv = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  validateFormats: true,
});
addFormats.default(ajv);
// Names the orders of a list for checks of definitions; `ListReader` refuses any other.
ajv.addVocabulary(['x-orders']);
for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate);

/** Errors of an input that an answer lists. */
const mostListed = 100;
/** Errors of Ajv among which those are looked for, as each alternative of a union has some of its own. */
const mostRead = 1_000;

/** Validates params, query or body of a request; the form is Fastify's. */
export interface Validator {
  (input: unknown): true | { error: SchemaViolations };
}

/** Errors of an input before the caller's language is known. */
export class SchemaViolations extends Error {
  readonly found: ErrorObject[];

  constructor(found: ErrorObject[]) {
    super('shape');
    this.found = found;
  }
}

/** Compiles the schema of a body, or of params or a query, which carry integers as text. */
export function compileValidator(
  schema: object,
  part: 'body' | 'params' | 'querystring' | 'headers',
): Validator {
  const validate: ValidateFunction = ajv.compile(schema);
  const integers = part === 'body' ? [] : integerProperties(schema);
  return (input) => {
    for (const name of integers) toInteger(input, name);
    // First, since a schema that refers to itself is validated by recursion.
    const unstorable = findUnstorable(input);
    if (unstorable !== null) return { error: new SchemaViolations([toErrorObject(unstorable)]) };
    return validate(input) ? true : { error: new SchemaViolations([...(validate.errors ?? [])]) };
  };
}

function toErrorObject({ keyword, path, params }: Unstorable): ErrorObject {
  return { keyword, instancePath: path, schemaPath: '', params };
}

const DIGITS = /^-?(0|[1-9]\d{0,15})$/;

function toInteger(input: unknown, name: string): void {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return;
  const record = input as Record<string, unknown>;
  const value = record[name];
  // Of an integer beyond what a number keeps exactly, the text stays and is refused.
  if (typeof value === 'string' && DIGITS.test(value) && isExact(value)) record[name] = Number(value);
}

function integerProperties(schema: object): string[] {
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null)
    return [];
  return Object.entries(schema.properties as Record<string, { type?: unknown }>)
    .filter(([, property]) => property.type === 'integer')
    .map(([name]) => name);
}

/** Finds the label of a field by its name. */
type Labels = (lang: Language, name: string) => string | null;

/**
 * The failure of the third check: an error per field, in the caller's language.
 * @param message key of a text that takes the names of the fields.
 */
export function validationError(
  error: SchemaViolations,
  lang: Language,
  labels?: Labels,
  message?: string,
): AppError {
  const errors = schemaErrors(error.found, lang, labels);
  const names = errors.flatMap(({ path }) => (path === '' ? [] : path.slice(1))).join(', ');
  return new AppError('VALIDATION_FAILED', { errors, ...(message && { message, params: { names } }) });
}

/**
 * Converts Ajv's errors to one error per field, without those of `if`, `anyOf` and `oneOf`, whose causes are errors too. A body of
 * 1 MB can have 100,000 errors, and the text of each takes time: the first ones are listed, and one more says that there are others.
 */
export function schemaErrors(found: readonly ErrorObject[], lang: Language, labels?: Labels): FieldError[] {
  const byPath = new Map<string, SchemaError>();
  for (const error of dropWrappers(found.slice(0, mostRead).map(toSchemaError))) {
    const known = byPath.get(error.path);
    if (known === undefined) byPath.set(error.path, error);
    else if (known.keyword === 'type' && error.keyword === 'type') {
      // Each alternative of a union requires a type of its own.
      known.params = { type: `${String(known.params['type'])},${String(error.params['type'])}` };
    }
  }
  const listed = [...byPath]
    .slice(0, mostListed)
    .map(([path, error]) => ({ path, message: messageOf(error, lang, labels) }));
  if (found.length > mostRead || byPath.size > mostListed)
    listed.push({ path: '', message: text(lang, 'errors.moreErrors', { count: mostListed }) });
  return listed;
}

/** Converts an error of Ajv to the form of the engine's validator, whose path includes a missing or unknown property. */
export function toSchemaError({ keyword, instancePath, params, propertyName }: ErrorObject): SchemaError {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const named = missingProperty ?? additionalProperty ?? propertyName;
  const path = named === undefined ? instancePath : `${instancePath}/${escapeSegment(named)}`;
  return { keyword, path, params };
}

function messageOf(error: SchemaError, lang: Language, labels?: Labels): string {
  const translate = (key: string, values?: Record<string, unknown>) => findText(lang, key, values);
  const options = error.params['allowedValues'] ?? [error.params['allowedValue']];
  // A form shows the names of its options; callers of a route know the values only.
  if ((error.keyword === 'enum' || error.keyword === 'const') && Array.isArray(options))
    return text(lang, 'validation.enumOf', {
      options: options.filter((option) => option !== null && option !== '').join(', '),
    });
  const name = error.path.split('/').at(-1) ?? '';
  const label = labels?.(lang, name) ?? translate(`fields.${name}`) ?? name;
  return (
    translate(`errors.input.${error.keyword}`, { ...error.params, fields: label }) ??
    schemaErrorText(error, label, translate)
  );
}

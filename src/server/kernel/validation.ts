import { escapeSegment } from '../../contracts/json-pointer.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FieldError } from '../../contracts/errors.ts';
import { formats } from '../../contracts/formats.ts';
import type { Language } from '../../contracts/language.ts';
import { dropWrappers, schemaErrorText, type SchemaError } from '../../engine/core/index.ts';
import { AppError } from './errors.ts';
import { findText, text } from './texts.ts';
import { findUnstorable, type Unstorable } from './unstorable.ts';

// No coercion, no removal of what is unknown, no defaults: what a caller sends is what is judged.
const ajv = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  validateFormats: true,
});
addFormats.default(ajv);
for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate);

/** A validator of one part of a request, in the form Fastify calls it. */
export interface Validator {
  (input: unknown): true | { error: SchemaViolations };
}

/** What Ajv found, before the caller's language is known. */
export class SchemaViolations extends Error {
  readonly found: ErrorObject[];

  constructor(found: ErrorObject[]) {
    super('shape');
    this.found = found;
  }
}

/** Compiles the schema of a body, or of params or a query, where whole numbers arrive as text. */
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
  if (typeof value === 'string' && DIGITS.test(value)) record[name] = Number(value);
}

function integerProperties(schema: object): string[] {
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null)
    return [];
  return Object.entries(schema.properties as Record<string, { type?: unknown }>)
    .filter(([, property]) => property.type === 'integer')
    .map(([name]) => name);
}

/** Third of the checks failed: one fault per field, named by JSON pointer, in the caller's language. */
export function validationError(error: SchemaViolations, lang: Language): AppError {
  return new AppError('VALIDATION_FAILED', { errors: schemaErrors(error.found, lang) });
}

/** Ajv's errors as faults, one per field; `if`, `anyOf` and `oneOf` say nothing beside their causes. */
export function schemaErrors(found: readonly ErrorObject[], lang: Language): FieldError[] {
  const byPath = new Map<string, SchemaError>();
  for (const error of dropWrappers(found.map(toSchemaError))) {
    const told = byPath.get(error.path);
    if (told === undefined) byPath.set(error.path, error);
    else if (told.keyword === 'type' && error.keyword === 'type') {
      // The alternatives of a union, each of which asks for its own type.
      told.params = { type: `${String(told.params['type'])},${String(error.params['type'])}` };
    }
  }
  return [...byPath].map(([path, error]) => ({ path, message: messageOf(error, lang) }));
}

/** An error of Ajv's as both judges tell it: a property that is missing or surplus is named by the path. */
export function toSchemaError({ keyword, instancePath, params, propertyName }: ErrorObject): SchemaError {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const named = missingProperty ?? additionalProperty ?? propertyName;
  const path = named === undefined ? instancePath : `${instancePath}/${escapeSegment(named)}`;
  return { keyword, path, params };
}

function messageOf(error: SchemaError, lang: Language): string {
  const translate = (key: string, values?: Record<string, unknown>) => findText(lang, key, values);
  const options = error.params['allowedValues'] ?? [error.params['allowedValue']];
  // A form offers its options by their names; who calls a route has nothing but the values.
  if ((error.keyword === 'enum' || error.keyword === 'const') && Array.isArray(options))
    return text(lang, 'errors.form.enumOf', { options: options.join(', ') });
  const name = error.path.split('/').at(-1) ?? '';
  const label = translate(`fields.${name}`) ?? name;
  return (
    translate(`errors.input.${error.keyword}`, { ...error.params, fields: label }) ??
    schemaErrorText(error, label, translate)
  );
}

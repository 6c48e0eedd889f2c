import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import localize from 'ajv-i18n';
import type { FieldFault } from '../../contracts/errors.ts';
import { formats } from '../../contracts/formats.ts';
import type { Language } from '../../contracts/language.ts';
import { AppError } from './errors.ts';
import { text } from './texts.ts';

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
export interface PartValidator {
  (input: unknown): true | { error: ShapeError };
}

/** What Ajv found, before the caller's language is known. */
export class ShapeError extends Error {
  readonly found: ErrorObject[];

  constructor(found: ErrorObject[]) {
    super('shape');
    this.found = found;
  }
}

/** Compiles the schema of a body, or of params or a query, where whole numbers arrive as text. */
export function compilePart(
  schema: object,
  part: 'body' | 'params' | 'querystring' | 'headers',
): PartValidator {
  const validate: ValidateFunction = ajv.compile(schema);
  const integers = part === 'body' ? [] : integerProperties(schema);
  return (input) => {
    for (const name of integers) toInteger(input, name);
    return validate(input) ? true : { error: new ShapeError([...(validate.errors ?? [])]) };
  };
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
export function validationError(error: ShapeError, lang: Language): AppError {
  return new AppError('VALIDATION_FAILED', { faults: faultsOf(error.found, lang) });
}

const localizers: Record<Language, (errors: ErrorObject[]) => void> = {
  pt: localize['pt-BR'],
  en: localize.en,
  es: localize.es,
};

/** Ajv's errors as faults; the wrappers `if`, `anyOf` and `oneOf` say nothing beside their causes. */
export function faultsOf(found: readonly ErrorObject[], lang: Language): FieldFault[] {
  const causes = found.filter((error) => !['if', 'anyOf', 'oneOf'].includes(error.keyword));
  const told = (causes.length > 0 ? causes : found).map((error) => ({ ...error }));
  localizers[lang](told);
  return told.map((error) => ({ path: pathOf(error), message: messageOf(error, lang) }));
}

function messageOf(error: ErrorObject, lang: Language): string {
  if (error.keyword === 'format') {
    const key = `errors.formats.${String(error.params['format'])}`;
    const exact = text(lang, key);
    if (exact !== key) return exact;
  }
  return error.message ?? error.keyword;
}

function pathOf(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  const named = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof named !== 'string') return error.instancePath;
  return `${error.instancePath}/${named.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

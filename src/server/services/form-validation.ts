import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { RE2JS } from 're2js';
import type { JsonObject } from '../../contracts/json.ts';
import {
  dropWrappers,
  formFormats,
  validateForm,
  type CompiledForm,
  type SchemaError,
  type Scope,
  type Texts,
  type ValidationResult,
} from '../../engine/core/index.ts';
import { toSchemaError } from '../kernel/validation.ts';

export interface FormInput {
  /** The whole record: what is stored, with what was sent over it. */
  record: JsonObject;
  /** What expressions see beside `form`: user, tenant, lang, now. */
  scope: Scope;
  texts: Texts;
}

/**
 * The server's verdict on the data of a form. Ajv judges the schema; rules, hidden fields, checks and words are the code
 * the browser runs too, so every fault lands at the same path with the same text.
 */
export function formValidator(form: CompiledForm): (input: FormInput) => Promise<ValidationResult> {
  const validate = compile(form);
  return (input) => validateForm({ form, ...input, validateSchema: (data) => schemaErrors(validate, data) });
}

/**
 * Ajv in its default mode: never `code.source`, which would run what a hostile `$id` says. The schema was vetted
 * (checkFormSafety) when its document was saved: known keywords only, no `$id`, no `$async`, no foreign `$ref`.
 */
function compile(form: CompiledForm): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    ownProperties: true,
    logger: false,
    code: { regExp: linearRegExp },
  });
  for (const [name, validate] of Object.entries(formFormats))
    ajv.addFormat(name, { type: 'string', validate });
  return ajv.compile(form.schema);
}

/** Patterns are matched in linear time, whatever text is sent. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  // Ajv asks for the source of the call in case it writes stand-alone code, which it never does here.
  { code: 'new RegExp' },
);

function schemaErrors(validate: ValidateFunction, data: JsonObject): SchemaError[] {
  validate(data);
  return dropWrappers(
    (validate.errors ?? []).filter((error, _, all) => !isBranchNoise(error, all)).map(toSchemaError),
  );
}

/** What did not fit an oneOf that matches twice, or a `contains`, is no fault by itself: the keyword's own is. */
function isBranchNoise(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  return all.some(
    (other) =>
      (other.keyword === 'contains' ||
        (other.keyword === 'oneOf' && other.params['passingSchemas'] !== null)) &&
      error.schemaPath.startsWith(`${other.schemaPath}/`),
  );
}

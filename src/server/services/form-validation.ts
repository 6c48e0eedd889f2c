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
  /** The whole record: the stored values, overlaid by those that were sent. */
  record: JsonObject;
  /** Variables of expressions beside `form`: user, tenant, lang, now. */
  scope: Scope;
  texts: Texts;
}

/**
 * Validates the data of a form on the server. Ajv validates the schema. The code of rules, hidden fields, checks and texts
 * is the browser's, so that both report each error at the same path with the same text.
 */
export function formValidator(form: CompiledForm): (input: FormInput) => Promise<ValidationResult> {
  const validate = compile(form);
  return (input) => validateForm({ form, ...input, validateSchema: (data) => schemaErrors(validate, data) });
}

/**
 * Compiles the schema with Ajv in its default mode, never `code.source`, which would execute a hostile `$id`. The schema
 * passed the safety check when its document was saved: no `$async`, no remote `$ref`.
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

/** Matches patterns in linear time. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  // Ajv reads this for stand-alone code, which is never generated here.
  { code: 'new RegExp' },
);

function schemaErrors(validate: ValidateFunction, data: JsonObject): SchemaError[] {
  validate(data);
  return dropWrappers(
    (validate.errors ?? []).filter((error, _, all) => !isBranchNoise(error, all)).map(toSchemaError),
  );
}

/** Whether an error comes from a branch of a `oneOf` that matches twice, or of a `contains`; the keyword reports it itself. */
function isBranchNoise(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  return all.some(
    (other) =>
      (other.keyword === 'contains' ||
        (other.keyword === 'oneOf' && other.params['passingSchemas'] !== null)) &&
      error.schemaPath.startsWith(`${other.schemaPath}/`),
  );
}

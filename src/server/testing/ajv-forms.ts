import {
  _,
  Ajv,
  type CodeKeywordDefinition,
  type FuncKeywordDefinition,
  type KeywordCxt,
  type ValidateFunction,
} from 'ajv';
import type { Json, JsonObject } from '../../contracts/json.ts';
import {
  compilePattern,
  dropWrappers,
  formFormats,
  loadPatternEngine,
  multipleOfPrecision,
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
  /** Keys of the record that are not data, such as its version. */
  keep?: readonly string[];
}

/**
 * Validates the data of a form as the browser does, with Ajv, which validates the routes' input, in place of the browser's
 * interpreter: both must report each error at the same path with the same text. Routes validate by their own schemas, which
 * those of entities share with the forms, so the product itself has no use for it.
 */
export function ajvFormValidator(form: CompiledForm): (input: FormInput) => Promise<ValidationResult> {
  let validate: ValidateFunction | undefined;
  return async (input) => {
    if (form.needsPatternEngine) await loadPatternEngine();
    validate ??= compile(form);
    const schemaValidator = validate;
    return validateForm({
      form,
      ...input,
      validateSchema: (data) => schemaErrors(schemaValidator, data),
    });
  };
}

/**
 * Ajv in its default mode: never `code.source`, which would run what a hostile `$id` says. The compiled form's schema is
 * sanitised (`sanitiseSchema`): known keywords and `#/definitions/…` references only, no `$id`, no `$async`.
 */
function compile(form: CompiledForm): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    ownProperties: true,
    logger: false,
    multipleOfPrecision,
    code: { regExp: linearRegExp },
  });
  for (const [name, validate] of Object.entries(formFormats))
    ajv.addFormat(name, { type: 'string', validate });
  namePropertyNames(ajv, form);
  dropInnerErrors(ajv, 'contains', 'uniqueItems', () => _`true`);
  // With no branch matching, the errors of the branches are all there is to say.
  dropInnerErrors(ajv, 'oneOf', 'allOf', ({ params }) => _`${params['passing']} !== null`);
  return ajv.compile(form.schema);
}

/** Adds the name to errors of property names, which Ajv leaves out when the schema of names is a reference. */
function namePropertyNames(ajv: Ajv, form: CompiledForm): void {
  ajv.removeKeyword('propertyNames');
  const validate: FuncKeywordDefinition['validate'] = (schema: Json, data: JsonObject): boolean => {
    const wrong = Object.keys(data).filter((name) => !form.interpreter().matches(schema, name));
    validate!.errors = wrong.map((propertyName) => ({
      keyword: 'propertyName',
      propertyName,
      params: { propertyName },
    }));
    return wrong.length === 0;
  };
  ajv.addKeyword({
    keyword: 'propertyNames',
    type: 'object',
    schemaType: ['object', 'boolean'],
    before: 'additionalProperties',
    errors: true,
    validate,
  });
}

/**
 * Redefines a keyword of Ajv so that a failure of its own, such as an `oneOf` that matches twice, reports no errors of the
 * branches or items that did not match. Those errors do not name the keyword when they come from behind a reference.
 * @param before the keyword that Ajv checks next.
 */
function dropInnerErrors(
  ajv: Ajv,
  keyword: string,
  before: string,
  isOwnFailure: (context: KeywordCxt) => ReturnType<typeof _>,
): void {
  const original = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...original,
    before,
    code(context) {
      const result = context.result.bind(context);
      context.result = (valid, onSuccess, onFailure) =>
        result(valid, onSuccess, () => {
          context.gen.if(isOwnFailure(context), () => context.reset());
          if (onFailure) onFailure();
          else context.error();
        });
      original.code(context);
    },
  });
}

/** Matches patterns in linear time, whatever text is sent, and as the browser does. */
const linearRegExp = Object.assign(
  // Ajv keeps one of all that have the same text.
  (pattern: string) => ({ test: compilePattern(pattern), toString: () => pattern }),
  // Ajv names this call in stand-alone code, which it never generates here.
  { code: 'new RegExp' },
);

function schemaErrors(validate: ValidateFunction, data: JsonObject): SchemaError[] {
  validate(data);
  return dropWrappers((validate.errors ?? []).map(toSchemaError));
}

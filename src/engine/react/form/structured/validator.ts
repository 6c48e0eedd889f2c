import {
  hashForSchema,
  ROOT_SCHEMA_PREFIX,
  toErrorSchema,
  withIdRefPrefix,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { makeInterpreter, makeMatcher } from '../../../core/form/interpreter.ts';

/** Id that rjsf gives to a branch it only invents; nothing fits it. */
const junkOptionId = '_$junk_option_schema_id$_';

type Matcher = (data: unknown) => boolean;

/**
 * rjsf's validator on the interpreter of the form's core: it answers which alternative and which condition of a schema
 * the data fits, without generating code. What is wrong with the data the form's own judge tells.
 */
export function interpreterValidator(): ValidatorType {
  let matchers = new Map<string, Matcher>();

  const matcherOf = (schema: RJSFSchema, root: RJSFSchema): Matcher => {
    const key = `${hashForSchema(schema)} ${hashForSchema(root)}`;
    const known = matchers.get(key);
    if (known !== undefined) return known;
    const { $id: _own, ...fragment } = withIdRefPrefix(schema) as RJSFSchema;
    const made = makeMatcher(fragment as JsonSchema, root as JsonSchema, ROOT_SCHEMA_PREFIX);
    matchers.set(key, made);
    return made;
  };
  const errorsOf = (schema: RJSFSchema, data: unknown): RJSFValidationError[] =>
    makeInterpreter(schema as JsonSchema)
      .validate((data ?? {}) as JsonObject)
      .map(({ keyword, path, params }) => ({
        name: keyword,
        property: path.replaceAll('/', '.'),
        message: keyword,
        params,
        stack: `${path} ${keyword}`,
      }));

  return {
    isValid(schema, data, root) {
      if (schema.$id === junkOptionId) return false;
      try {
        return matcherOf(schema, root)(data);
      } catch {
        // A fragment that cannot be read fits nothing; the form's vetting has told about it.
        return false;
      }
    },
    validateFormData(data, schema) {
      const errors = errorsOf(schema, data);
      return { errors, errorSchema: toErrorSchema(errors) };
    },
    rawValidation<Result>(schema: RJSFSchema, data?: unknown) {
      return { errors: errorsOf(schema, data) as Result[] };
    },
    reset() {
      matchers = new Map();
    },
  };
}

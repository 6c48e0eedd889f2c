import { escapeSegment, parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { deepEqual, isObject, jsonTypeOf, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import { formFormats } from './formats.ts';
import { compilePattern } from './patterns.ts';
import { dropWrappers, type SchemaError } from './schema-errors.ts';

/**
 * Validates by a sanitised schema without generating code, so it runs under `script-src 'self'`. It reports the
 * same errors as Ajv in the same order; tests/conformance compares both.
 */
export interface Interpreter {
  /** Errors of the whole data. */
  validate(data: Json): SchemaError[];
  /** Errors of one root property's value by its own schema, and of its name. */
  validateProperty(name: string, value: Json): SchemaError[];
  /** Errors of a value by a subschema. */
  errorsOf(part: Json, value: Json, path: string): SchemaError[];
  /** Whether a value matches a subschema; stops at the first error. */
  matches(part: Json, value: Json): boolean;
  /** Whether a text matches one of the schema's patterns. */
  matchesPattern(pattern: string, text: string): boolean;
}

/** @param schema sanitised. If it needs the pattern engine, `loadPatternEngine` must have completed. */
export function createInterpreter(schema: JsonSchema): Interpreter {
  const evaluation = new Evaluation(schema);
  const validate = (part: Json, value: Json, path: string) => {
    const errors: SchemaError[] = [];
    evaluation.check(part, value, path, errors);
    return dropWrappers(errors);
  };
  return {
    validate: (data) => validate(schema, data, ''),
    validateProperty: (name, value) => validate(ofOneProperty(schema), { [name]: value }, ''),
    errorsOf: validate,
    matches: (part, value) => evaluation.check(part, value, '', null),
    matchesPattern: (pattern, text) => evaluation.matchesPattern(pattern, text),
  };
}

/** The keywords of a schema that concern each property by itself. */
function ofOneProperty(schema: JsonSchema): JsonSchema {
  const keywords = ['properties', 'patternProperties', 'additionalProperties', 'propertyNames'];
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

/** Collected errors; null to stop at the first error without collecting. */
type Errors = SchemaError[] | null;

/** A value's path and the schema it is checked against. */
interface Check {
  schema: JsonSchema;
  path: string;
  errors: Errors;
  /** Reports an error of the value; always false. */
  fail(keyword: string, params: Record<string, unknown>, path?: string): boolean;
}

/** Ajv checks keywords in groups by the type of value that they apply to, in this order. */
const groups = ['number', 'string', 'array', 'object'] as const;
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  number: ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf'],
  string: ['maxLength', 'minLength', 'pattern', 'format'],
  array: ['maxItems', 'minItems', 'additionalItems', 'items', 'contains', 'uniqueItems'],
  object: [
    'maxProperties',
    'minProperties',
    'required',
    'propertyNames',
    'additionalProperties',
    'dependencies',
    'properties',
    'patternProperties',
  ],
};
/** Significant decimal places: 19.99 is a multiple of 0.01 despite floating-point errors. */
export const multipleOfPrecision = 8;

class Evaluation {
  private readonly root: JsonSchema;
  private readonly targets = new Map<string, Json>();
  private readonly patterns = new Map<string, (text: string) => boolean>();

  constructor(root: JsonSchema) {
    this.root = root;
  }

  matchesPattern(pattern: string, text: string): boolean {
    let test = this.patterns.get(pattern);
    if (test === undefined) this.patterns.set(pattern, (test = compilePattern(pattern)));
    return test(text);
  }

  check(part: Json, value: Json, path: string, errors: Errors): boolean {
    if (part === true) return true;
    const fail: Check['fail'] = (keyword, params, at = path) => {
      errors?.push({ keyword, path: at, params });
      return false;
    };
    if (!isObject(part)) return fail('false schema', {});
    if (typeof part['$ref'] === 'string') return this.check(this.target(part['$ref']), value, path, errors);
    const check: Check = { schema: part, path, errors, fail };
    const type = jsonTypeOf(value);
    const types = part['type'] === undefined ? [] : [part['type']].flat();
    const fits =
      types.length === 0 || types.includes(type) || (types.includes('integer') && Number.isInteger(value));
    // Ajv reports a type error in the group of that type if the schema has keywords of the group.
    const typeErrorGroup =
      types.length === 1 && keywordsOf[String(types[0])]?.some((keyword) => part[keyword] !== undefined)
        ? types[0]
        : undefined;
    const failType = () => fail('type', { type: types.join(',') });
    return every(errors, ['type', 'any', ...groups], (group) => {
      if (group === 'type') return fits || typeErrorGroup !== undefined || failType();
      if (group === 'any') return this.checkAny(check, value);
      if (group !== type) return fits || group !== typeErrorGroup || failType();
      if (typeof value === 'number') return checkNumber(check, value);
      if (typeof value === 'string') return this.checkText(check, value);
      return Array.isArray(value)
        ? this.checkList(check, value)
        : this.checkObject(check, value as JsonObject);
    });
  }

  private target(reference: string): Json {
    let target = this.targets.get(reference);
    if (target === undefined) {
      target = (valueAt(this.root, parsePointer(reference.slice(1))) ?? true) as Json;
      this.targets.set(reference, target);
    }
    return target;
  }

  private checkAny({ schema, path, errors, fail }: Check, value: Json): boolean {
    const { const: only, enum: listed, not, anyOf, oneOf, allOf, if: condition } = schema;
    return every(errors, ['const', 'enum', 'not', 'anyOf', 'oneOf', 'allOf', 'if'], (keyword) => {
      if (schema[keyword] === undefined) return true;
      switch (keyword) {
        case 'const':
          return deepEqual(only, value) || fail(keyword, { allowedValue: only });
        case 'enum':
          return (
            (listed as Json[]).some((one) => deepEqual(one, value)) ||
            fail(keyword, { allowedValues: listed })
          );
        case 'not':
          return !this.check(not!, value, '', null) || fail(keyword, {});
        case 'anyOf':
          return this.checkBranches(keyword, anyOf as Json[], value, { schema, path, errors, fail });
        case 'oneOf':
          return this.checkBranches(keyword, oneOf as Json[], value, { schema, path, errors, fail });
        case 'allOf':
          return every(errors, allOf as Json[], (one) => this.check(one, value, path, errors));
        default: {
          const branch = this.check(condition!, value, '', null) ? schema['then'] : schema['else'];
          return branch === undefined || this.check(branch, value, path, errors);
        }
      }
    });
  }

  private checkBranches(
    keyword: 'anyOf' | 'oneOf',
    branches: readonly Json[],
    value: Json,
    check: Check,
  ): boolean {
    const { path, errors, fail } = check;
    const found: Errors = errors === null ? null : [];
    const passing: number[] = [];
    for (const [index, branch] of branches.entries()) {
      if (this.check(branch, value, path, found)) passing.push(index);
      if (passing.length === (keyword === 'anyOf' ? 1 : 2)) break;
    }
    if (passing.length === 1) return true;
    if (passing.length === 0) errors?.push(...found!);
    return fail(
      keyword,
      keyword === 'anyOf' ? {} : { passingSchemas: passing.length === 0 ? null : passing },
    );
  }

  private checkText({ schema, errors, fail }: Check, text: string): boolean {
    return every(errors, keywordsOf['string']!, (keyword) => {
      const limit = schema[keyword];
      if (limit === undefined) return true;
      if (keyword === 'pattern')
        return this.matchesPattern(limit as string, text) || fail(keyword, { pattern: limit });
      if (keyword === 'format')
        return (
          !Object.hasOwn(formFormats, limit as string) ||
          formFormats[limit as string]!(text) ||
          fail(keyword, { format: limit })
        );
      return isWithin(keyword, characters(text), limit as number) || fail(keyword, { limit });
    });
  }

  private checkList({ schema, path, errors, fail }: Check, list: readonly Json[]): boolean {
    const { items, additionalItems } = schema;
    const each = (part: Json, from: number) =>
      every(errors, list.slice(from), (item, index) =>
        this.check(part, item, `${path}/${from + index}`, errors),
      );
    return every(errors, keywordsOf['array']!, (keyword) => {
      const limit = schema[keyword];
      if (limit === undefined) return true;
      switch (keyword) {
        case 'additionalItems':
          if (!Array.isArray(items)) return true;
          if (additionalItems !== false) return each(additionalItems!, items.length);
          return list.length <= items.length || fail(keyword, { limit: items.length });
        case 'items':
          if (!Array.isArray(items)) return each(items!, 0);
          return every(errors, items.slice(0, list.length), (part, index) =>
            this.check(part, list[index]!, `${path}/${index}`, errors),
          );
        case 'contains':
          return list.some((item) => this.check(limit, item, '', null)) || fail(keyword, { minContains: 1 });
        case 'uniqueItems':
          return limit === false || isUnique(list) || fail(keyword, {});
        default:
          return isWithin(keyword, list.length, limit as number) || fail(keyword, { limit });
      }
    });
  }

  private checkObject({ schema, path, errors, fail }: Check, value: JsonObject): boolean {
    const names = Object.keys(value);
    const under = (name: string) => `${path}/${escapeSegment(name)}`;
    const checkAt = (part: Json, name: string) => this.check(part, value[name]!, under(name), errors);
    const properties = (schema['properties'] ?? {}) as JsonObject;
    const patterns = (schema['patternProperties'] ?? {}) as JsonObject;
    return every(errors, keywordsOf['object']!, (keyword) => {
      const part = schema[keyword];
      if (part === undefined) return true;
      switch (keyword) {
        case 'required':
          return every(
            errors,
            part as string[],
            (name) => Object.hasOwn(value, name) || fail(keyword, { missingProperty: name }, under(name)),
          );
        case 'propertyNames':
          return every(
            errors,
            names,
            (name) =>
              this.check(part, name, '', null) || fail('propertyName', { propertyName: name }, under(name)),
          );
        case 'additionalProperties': {
          const isNamed = (name: string) =>
            Object.hasOwn(properties, name) ||
            Object.keys(patterns).some((pattern) => this.matchesPattern(pattern, name));
          return every(
            errors,
            names.filter((name) => !isNamed(name)),
            (name) =>
              part === false ? fail(keyword, { additionalProperty: name }, under(name)) : checkAt(part, name),
          );
        }
        case 'dependencies':
          return this.checkDependencies(part as JsonObject, value, { schema, path, errors, fail });
        case 'properties':
          return every(
            errors,
            Object.keys(properties),
            (name) => !Object.hasOwn(value, name) || checkAt(properties[name]!, name),
          );
        case 'patternProperties':
          return every(errors, Object.keys(patterns), (pattern) =>
            every(
              errors,
              names,
              (name) => !this.matchesPattern(pattern, name) || checkAt(patterns[pattern]!, name),
            ),
          );
        default:
          return isWithin(keyword, names.length, part as number) || fail(keyword, { limit: part });
      }
    });
  }

  private checkDependencies(dependencies: JsonObject, value: JsonObject, check: Check): boolean {
    const { path, errors, fail } = check;
    const present = Object.entries(dependencies).filter(([name]) => Object.hasOwn(value, name));
    const inOrder = [
      ...present.filter(([, needs]) => Array.isArray(needs)),
      ...present.filter(([, needs]) => !Array.isArray(needs)),
    ];
    return every(errors, inOrder, ([property, needs]) => {
      if (!Array.isArray(needs)) return this.check(needs, value, path, errors);
      return every(
        errors,
        needs as string[],
        (name) =>
          Object.hasOwn(value, name) ||
          fail('dependencies', { property, missingProperty: name }, `${path}/${escapeSegment(name)}`),
      );
    });
  }
}

/** Whether all items are valid. Without a list of errors it stops at the first invalid one. */
function every<T>(
  errors: Errors,
  items: readonly T[],
  isValid: (item: T, index: number) => boolean,
): boolean {
  if (errors === null) return items.every(isValid);
  return items.reduce((valid, item, index) => isValid(item, index) && valid, true);
}

function checkNumber({ schema, errors, fail }: Check, value: number): boolean {
  return every(errors, keywordsOf['number']!, (keyword) => {
    const limit = schema[keyword];
    if (typeof limit !== 'number') return true;
    switch (keyword) {
      case 'maximum':
        return value <= limit || fail(keyword, { comparison: '<=', limit });
      case 'minimum':
        return value >= limit || fail(keyword, { comparison: '>=', limit });
      case 'exclusiveMaximum':
        return value < limit || fail(keyword, { comparison: '<', limit });
      case 'exclusiveMinimum':
        return value > limit || fail(keyword, { comparison: '>', limit });
      default: {
        const times = value / limit;
        return (
          !(Math.abs(Math.round(times) - times) > 10 ** -multipleOfPrecision) ||
          fail(keyword, { multipleOf: limit })
        );
      }
    }
  });
}

function isWithin(keyword: string, count: number, limit: number): boolean {
  return keyword.startsWith('max') ? count <= limit : count >= limit;
}

/** Number of code points. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isUnique(list: readonly Json[]): boolean {
  const plain = list.filter((item) => typeof item !== 'object' || item === null);
  const others = list.filter((item) => typeof item === 'object' && item !== null);
  return (
    new Set(plain).size === plain.length &&
    others.every((item, index) => !others.slice(0, index).some((before) => deepEqual(before, item)))
  );
}

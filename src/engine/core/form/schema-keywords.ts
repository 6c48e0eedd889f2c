import type { Json } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';

const isText = (value: Json) => typeof value === 'string';
const isFlag = (value: Json) => typeof value === 'boolean';
const isNumber = (value: Json) => typeof value === 'number';
const isCount = (value: Json) => Number.isInteger(value) && (value as number) >= 0;
const isAny = () => true;

/** Keywords that are kept as they are when their value has the right shape. */
export const plainKeywords: Readonly<Record<string, (value: Json) => boolean>> = {
  title: isText,
  description: isText,
  default: isAny,
  examples: Array.isArray,
  readOnly: isFlag,
  writeOnly: isFlag,
  deprecated: isFlag,
  const: isAny,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => typeof value === 'number' && value > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  minProperties: isCount,
  maxProperties: isCount,
};

/** Keywords with a schema for the value itself. */
export const schemaInPlace = new Set(['not', 'if', 'then', 'else']);
/** Keywords with a schema for parts of the value. */
export const schemaOfParts = new Set([
  'additionalProperties',
  'propertyNames',
  'additionalItems',
  'contains',
]);
export const schemaLists = new Set(['allOf', 'anyOf', 'oneOf']);
export const schemaMaps = new Set(['properties', 'patternProperties']);
export const dependencyMaps = new Set(['dependencies', 'dependentRequired', 'dependentSchemas']);
export const referenceKeywords = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
export const branchKeywords = new Set([...schemaLists, ...dependencyMaps, 'if']);

/** Keywords that may stand beside a `$ref` without restricting the value further. */
export const annotations = new Set([
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
]);

/** Keywords that other validators check and forms do not. */
export const uncheckedKeywords = new Set([
  'unevaluatedProperties',
  'unevaluatedItems',
  'minContains',
  'maxContains',
  'contentSchema',
  'extends',
  'disallow',
]);

/** Keywords that references are resolved by, and descriptions that every tool knows. */
export const silentKeywords = new Set([
  ...referenceKeywords,
  'definitions',
  '$defs',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  'contentEncoding',
  'contentMediaType',
]);

export const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

/** Keywords whose values are names to schemas: in them, a keyword is a name like any other. */
export const mapKeywords = new Set([...schemaMaps, ...dependencyMaps, 'definitions', '$defs']);
/** Keywords whose values are data, not schemas. */
export const dataKeywords = new Set(['enum', 'const', 'default', 'examples']);

/** By the flags of draft-04: the limits that they turn into exclusive ones. */
export const exclusiveFlags: Readonly<Record<string, string>> = {
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
};

/** Draft-04 says `minimum: 3, exclusiveMinimum: true` for draft-07's `exclusiveMinimum: 3`. */
export function applyExclusiveFlags(made: JsonSchema, written: JsonSchema): void {
  for (const [flag, limit] of Object.entries(exclusiveFlags)) {
    if (written[flag] !== true || made[limit] === undefined) continue;
    made[flag] = made[limit];
    delete made[limit];
  }
}

/** Does `unevaluatedProperties: false` mean the same as `additionalProperties: false` in this schema? */
export function closesObject(keyword: string, part: Json, written: JsonSchema): boolean {
  if (keyword !== 'unevaluatedProperties' || part !== false) return false;
  const others = [schemaInPlace, schemaLists, dependencyMaps, referenceKeywords, ['additionalProperties']];
  return !others.some((names) => [...names].some((one) => Object.hasOwn(written, one)));
}

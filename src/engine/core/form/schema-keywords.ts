import type { Json } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';

const isText = (value: Json) => typeof value === 'string';
const isFlag = (value: Json) => typeof value === 'boolean';
const isNumber = (value: Json) => typeof value === 'number';
const isCount = (value: Json) => Number.isInteger(value) && (value as number) >= 0;
const isAny = () => true;

/** Keywords that are copied if their value has the right type. */
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
/** Keywords with a schema for items or properties of the value. */
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

/** Keywords beside a `$ref` that do not restrict the value further. */
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

/** Keywords that take part in resolving references, and well-known descriptions; both cause no warning. */
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

/** Keywords whose values map names to schemas; a name in them is not a keyword. */
export const mapKeywords = new Set([...schemaMaps, ...dependencyMaps, 'definitions', '$defs']);
/** Keywords whose values are data, not schemas. */
export const dataKeywords = new Set(['enum', 'const', 'default', 'examples']);

/** Flags of draft-04, with the limits that they make exclusive. */
export const exclusiveFlags: Readonly<Record<string, string>> = {
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
};

/** Converts draft-04's `minimum: 3, exclusiveMinimum: true` to draft-07's `exclusiveMinimum: 3`. */
export function applyExclusiveFlags(made: JsonSchema, written: JsonSchema): void {
  for (const [flag, limit] of Object.entries(exclusiveFlags)) {
    if (written[flag] !== true || made[limit] === undefined) continue;
    made[flag] = made[limit];
    delete made[limit];
  }
}

/** Whether `unevaluatedProperties: false` is equivalent to `additionalProperties: false` in this schema. */
export function closesObject(keyword: string, part: Json, written: JsonSchema): boolean {
  if (keyword !== 'unevaluatedProperties' || part !== false) return false;
  const others = [schemaInPlace, schemaLists, dependencyMaps, referenceKeywords, ['additionalProperties']];
  return !others.some((names) => [...names].some((one) => Object.hasOwn(written, one)));
}

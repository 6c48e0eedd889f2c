import { escapeSegment, parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { Validator, type OutputUnit, format as interpreterFormats } from '@cfworker/json-schema';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import { formFormats } from './formats.ts';
import { followRef } from './references.ts';
import { dropWrappers, type SchemaError } from './schema-errors.ts';

/**
 * The browser's judge of a form's data: an interpreter that generates no code, so it runs under `script-src 'self'`.
 * The server's Ajv has the last word; tests/conformance/forms.test.ts holds both to the same verdicts.
 */
export interface Interpreter {
  /** The faults of the whole data, wrappers dropped. */
  validate(data: JsonObject): SchemaError[];
  /** The faults of one root property's value by its own schema: what a field can be told as one leaves it. */
  validateProperty(name: string, value: Json): SchemaError[];
}

/** Schemas are JSON, and core knows neither Node nor the browser to ask for a clone. */
const copyOf = <T>(schema: T): T => JSON.parse(JSON.stringify(schema)) as T;

/** Draft-07 interpreter of a vetted schema. The schema is copied: the library writes into what it gets. */
export function createInterpreter(schema: JsonSchema): Interpreter {
  registerFormats();
  const root = copyOf(schema);
  const whole = new Validator(root, '7', false);
  const byProperty = new Map<string, { validator: Validator; schema: JsonSchema } | null>();

  const propertyValidator = (name: string) => {
    const known = byProperty.get(name);
    if (known !== undefined) return known;
    const made = buildPropertyValidator(schema, name);
    byProperty.set(name, made);
    return made;
  };

  return {
    validate(data) {
      return toSchemaErrors(whole.validate(data).errors, schema, data);
    },
    validateProperty(name, value) {
      const property = propertyValidator(name);
      if (property === null) return [];
      const data = { [name]: value };
      return toSchemaErrors(property.validator.validate(data).errors, property.schema, data);
    },
  };
}

function buildPropertyValidator(schema: JsonSchema, name: string) {
  const properties = schema['properties'];
  if (!isObject(properties) || !Object.hasOwn(properties, name)) return null;
  const definitions = ['definitions', '$defs'].filter((key) => Object.hasOwn(schema, key));
  const own: JsonSchema = { properties: { [name]: properties[name]! } };
  for (const key of definitions) own[key] = schema[key]!;
  return { validator: new Validator(copyOf(own), '7', false), schema: own };
}

let registered = false;
/** The library keeps its formats in one exported map; ours and Ajv's are the same functions. */
function registerFormats(): void {
  if (registered) return;
  registered = true;
  Object.assign(interpreterFormats, formFormats);
}

/** The interpreter's output units as Ajv would have told them. */
export function toSchemaErrors(
  units: readonly OutputUnit[],
  schema: JsonSchema,
  data: unknown,
): SchemaError[] {
  const errors: SchemaError[] = [];
  const told = new Set<string>();
  for (const [index, unit] of units.entries()) {
    const location = unit.keywordLocation;
    const path = fromFragment(unit.instanceLocation);
    // The branches of an oneOf that matches twice have nothing to say: the match itself is the fault.
    if (insideDoubleMatch(units, index)) continue;
    const onlyOnce = unit.keyword === 'required' || unit.keyword === 'dependencies';
    if (onlyOnce) {
      const key = `${location} ${path}`;
      if (told.has(key)) continue;
      told.add(key);
    }
    const owner = ownerOf(location, unit.keyword, schema);
    errors.push(...describe(unit, path, owner, valueAt(data, parsePointer(path)), errors.at(-1)));
  }
  return dropWrappers(errors);
}

function describe(
  unit: OutputUnit,
  path: string,
  owner: Record<string, unknown> | null,
  value: unknown,
  before: SchemaError | undefined,
): SchemaError[] {
  const { keyword } = unit;
  const limit = owner?.[keyword];
  switch (keyword) {
    case 'required':
      return missingOf(owner?.['required'], value).map((missingProperty) => ({
        keyword,
        path: `${path}/${escapeSegment(missingProperty)}`,
        params: { missingProperty },
      }));
    case 'dependencies':
      return dependencyErrors(owner?.['dependencies'], value, path);
    case 'false':
      // A surplus property is told by its parent; any other `false` is a fault of its own.
      return before?.keyword === 'additionalProperties' && before.path === path
        ? []
        : [{ keyword: 'false schema', path, params: {} }];
    case 'additionalProperties': {
      const name = /^Property "(.*)" does not match additional/s.exec(unit.error)?.[1] ?? '';
      return owner?.['additionalProperties'] === false
        ? [{ keyword, path: `${path}/${escapeSegment(name)}`, params: { additionalProperty: name } }]
        : [];
    }
    case 'oneOf': {
      const passing = matchCount(unit);
      return [{ keyword, path, params: { passingSchemas: passing > 1 ? passing : null } }];
    }
    case 'enum':
      return [{ keyword, path, params: { allowedValues: limit } }];
    case 'const':
      return [{ keyword, path, params: { allowedValue: limit } }];
    case 'type':
      return [{ keyword, path, params: { type: Array.isArray(limit) ? limit.join(',') : limit } }];
    case 'format':
      return [{ keyword, path, params: { format: limit } }];
    case 'pattern':
      return [{ keyword, path, params: { pattern: limit } }];
    case 'multipleOf':
      return [{ keyword, path, params: { multipleOf: limit } }];
    case 'minimum':
    case 'exclusiveMinimum':
      return [{ keyword, path, params: { comparison: keyword === 'minimum' ? '>=' : '>', limit } }];
    case 'maximum':
    case 'exclusiveMaximum':
      return [{ keyword, path, params: { comparison: keyword === 'maximum' ? '<=' : '<', limit } }];
    case 'additionalItems':
    case 'patternProperties':
      return [];
    default:
      return [{ keyword, path, params: limit === undefined ? {} : { limit } }];
  }
}

function missingOf(required: unknown, value: unknown): string[] {
  if (!Array.isArray(required) || !isObject(value)) return [];
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(value, name));
}

function dependencyErrors(dependencies: unknown, value: unknown, path: string): SchemaError[] {
  if (!isObject(dependencies) || !isObject(value)) return [];
  return Object.entries(dependencies).flatMap(([property, needs]) => {
    if (!Array.isArray(needs) || !Object.hasOwn(value, property)) return [];
    return missingOf(needs, value).map((missingProperty) => ({
      keyword: 'dependencies',
      path: `${path}/${escapeSegment(missingProperty)}`,
      params: { property, missingProperty, depsCount: needs.length, deps: needs.join(', ') },
    }));
  });
}

function matchCount(unit: OutputUnit): number {
  return Number(/\((\d+) matches\)/.exec(unit.error)?.[1] ?? 0);
}

function insideDoubleMatch(units: readonly OutputUnit[], index: number): boolean {
  const { keywordLocation } = units[index]!;
  for (let before = index - 1; before >= 0; before--) {
    const unit = units[before]!;
    if (unit.keyword !== 'oneOf' || matchCount(unit) < 2) continue;
    if (keywordLocation.startsWith(`${unit.keywordLocation}/`)) return true;
  }
  return false;
}

/** The subschema a unit's keyword stands in, found by walking its location and following every `$ref` on the way. */
function ownerOf(location: string, keyword: string, schema: JsonSchema): Record<string, unknown> | null {
  const segments = parsePointer(fromFragment(location));
  if (segments.at(-1) === keyword) segments.pop();
  let current: unknown = schema;
  for (const segment of segments) {
    if (segment === '$ref') {
      current = followRef(current, schema);
      continue;
    }
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return null;
    current = (current as Record<string, unknown>)[segment];
  }
  return isObject(current) ? current : null;
}

/** `#/a%20b` as the pointer `/a b`. */
function fromFragment(location: string): string {
  return decodeURIComponent(location.slice(1));
}

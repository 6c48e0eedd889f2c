import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import { rootProperties } from './field.ts';
import type { SchemaReader } from './shape.ts';

/** Rounds after which conditions that keep excluding each other's values stop. */
const maxRounds = 20;

/**
 * Values of a record's properties, each without the properties inside of it that belong to conditions, dependencies or
 * alternatives which the data do not choose.
 * @param record the data that decide which schema each property has.
 */
export function applicableValues(
  reader: SchemaReader,
  record: JsonObject,
  values: JsonObject = record,
): JsonObject {
  if (!reader.hasConditions) return values;
  const { properties } = reader.read(reader.schema, record);
  if (!isObject(properties)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? applicableValue(reader, properties[name], value) : value,
    ]),
  );
}

/**
 * A value without the properties that belong to conditions, dependencies or alternatives which its data do not choose. The same
 * object where there are none.
 * @param part the value's schema, of the reader's.
 */
function applicableValue(reader: SchemaReader, part: Json | undefined, value: Json): Json {
  if (typeof value !== 'object' || value === null || part === undefined) return value;
  if (!Array.isArray(value)) return ofObject(reader, part, value);
  const { items } = reader.read(part, value);
  if (items === undefined) return value;
  const own = value.map((item, at) =>
    applicableValue(reader, Array.isArray(items) ? items[at] : items, item),
  );
  return own.every((item, at) => item === value[at]) ? value : own;
}

function ofObject(reader: SchemaReader, part: Json, value: JsonObject): JsonObject {
  const conditional = conditionalNames(reader, part);
  let own = value;
  let schema = reader.read(part, own);
  for (let round = 0; round < maxRounds && conditional.length > 0; round += 1) {
    const left = withoutForeign(reader, schema, own, conditional);
    if (left === own) break;
    own = left;
    schema = reader.read(part, own);
  }
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const inner = Object.entries(own).map(([name, one]): [string, Json] => [
    name,
    Object.hasOwn(properties, name) ? applicableValue(reader, properties[name], one) : one,
  ]);
  return inner.every(([name, one]) => one === own[name]) ? own : Object.fromEntries(inner);
}

/** Alternatives that the person chooses, and entries with free names, may have a name that no condition declares. */
function withoutForeign(
  reader: SchemaReader,
  schema: JsonSchema,
  value: JsonObject,
  conditional: readonly string[],
): JsonObject {
  const { properties, patternProperties, additionalProperties } = schema;
  const isOpen = patternProperties !== undefined || isObject(additionalProperties);
  if (isOpen || reader.alternatives(schema) !== null) return value;
  const foreign = conditional.filter(
    (name) => Object.hasOwn(value, name) && !(isObject(properties) && Object.hasOwn(properties, name)),
  );
  if (foreign.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !foreign.includes(name)));
}

const known = new WeakMap<object, readonly string[]>();

/** Names that only conditions, dependencies and alternatives of an object's schema declare. */
function conditionalNames(reader: SchemaReader, part: Json): readonly string[] {
  if (!isObject(part)) return [];
  let names = known.get(part);
  if (names === undefined) {
    names = [...rootProperties(reader.schema, part)]
      .filter(([, { always }]) => !always)
      .map(([name]) => name);
    known.set(part, names);
  }
  return names;
}

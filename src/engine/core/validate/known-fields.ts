import type { Schema } from '@cfworker/json-schema';
import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema, WidgetSpec } from '../contract.ts';
import type { LocalRoot } from '../expressions/references.ts';
import type { Path } from '../paths.ts';
import { resolveReference } from './language-schemas.ts';

/** A local root whose fields are known. */
export interface KnownLocal {
  root: LocalRoot;
  schema: JsonSchema;
}

/** A root that a location has beside the global ones. */
export type Local = LocalRoot | KnownLocal;

export const rootOf = (local: Local): LocalRoot => (typeof local === 'string' ? local : local.root);

/** Adds a local, in place of one with the same root. */
export const withLocal = (locals: readonly Local[], more: Local): Local[] => [
  ...locals.filter((one) => rootOf(one) !== rootOf(more)),
  more,
];

/** `event` in the steps of `onError`. */
export const failureLocal: KnownLocal = {
  root: 'event',
  schema: { $ref: 'event.schema.json#/$defs/failure' },
};

// Keywords that may give a value further fields.
const openings = ['allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependencies', 'dependentSchemas'];

/**
 * Fields of a value by its schema: those that `properties` names; an empty list for a value without fields. Null when the
 * schema leaves them open. A list has the fields of its items, as paths in expressions run through lists.
 */
function fieldsOf(schema: Schema): ReadonlyMap<string, Schema> | null {
  if (typeof schema.$ref === 'string') {
    const target = resolveReference(schema.$ref, schema);
    return target ? fieldsOf(target.schema) : null;
  }
  if (schema.type === 'array') return isObject(schema.items) ? fieldsOf(schema.items as Schema) : null;
  const { properties, type, additionalProperties } = schema;
  if (openings.some((key) => Object.hasOwn(schema, key)) || additionalProperties === true) return null;
  if (isObject(additionalProperties)) return null;
  if (isObject(properties)) return new Map(Object.entries(properties as Record<string, Schema>));
  const types = type === undefined ? [] : [type].flat();
  return types.length === 0 || types.includes('object') || types.includes('array') ? null : new Map();
}

/** The first name of a path that the schema does not have, with the names that it has there; null when all are known. */
export function unknownField(
  schema: JsonSchema,
  path: Path,
): { path: Path; known: readonly string[] } | null {
  let current = schema as Schema;
  for (const [index, name] of path.entries()) {
    const fields = fieldsOf(current);
    if (fields === null) return null;
    const next = fields.get(name);
    if (next === undefined) return { path: path.slice(0, index + 1), known: [...fields.keys()] };
    current = next;
  }
  return null;
}

/** Paths of the fields below a schema, at most three names deep, such as `values.name`. */
export function fieldPaths(schema: JsonSchema, above = '', depth = 0): string[] {
  if (depth > 2) return [];
  return [...(fieldsOf(schema as Schema) ?? [])].flatMap(([name, part]) => [
    `${above}${name}`,
    ...fieldPaths(part as JsonSchema, `${above}${name}.`, depth + 1),
  ]);
}

/** A payload in which the schemas that the node itself contains (`x-from`, a pointer into its props) are filled in. */
function filledIn(payload: JsonSchema, props: JsonObject): JsonSchema {
  if (!isObject(payload.properties)) return payload;
  const entries = Object.entries(payload.properties).map(([name, part]) => {
    const from = isObject(part) ? part['x-from'] : undefined;
    // A form with `keep` sends fields that its schema does not have.
    const own =
      typeof from === 'string' && !Object.hasOwn(props, 'keep') && valueAt(props, parsePointer(from));
    return [name, isObject(own) ? own : part] as const;
  });
  return { ...payload, properties: Object.fromEntries(entries) as JsonObject };
}

/** `event` where nothing gives it a value. */
const noEvent: KnownLocal = { root: 'event', schema: { type: 'null' } };

/** `event` in the steps of a node's event; any value for an unknown event. */
export function eventLocal(spec: WidgetSpec | undefined, event: string, props: unknown): Local {
  const found = spec?.events?.find(({ name }) => name === event);
  if (!found) return 'event';
  if (!found.payload) return noEvent;
  return { root: 'event', schema: filledIn(found.payload, isObject(props) ? props : {}) };
}

/** `event` in steps within props, by the `x-event` beside the reference to the steps. */
export function stepsLocal(schema: Schema): Local {
  const event = (schema as { 'x-event'?: JsonSchema })['x-event'];
  return event ? { root: 'event', schema: event } : noEvent;
}

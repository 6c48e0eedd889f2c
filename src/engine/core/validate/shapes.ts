import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';

/** A JSON Schema of a part of an answer or a body. */
export type Shape = JsonObject;

/** Deeper alternatives than this are not followed. */
const maxDepth = 20;

interface Fields {
  /** Whether there may be fields that the schema does not name. */
  open: boolean;
  named: Map<string, Json[]>;
}

function alternatives({ anyOf, oneOf }: Shape): Json[] | null {
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(oneOf) ? oneOf : null;
}

function typesOf({ type }: Shape): Json[] {
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

function collect(schema: Json | undefined, into: Fields, depth: number): void {
  if (!isObject(schema) || depth > maxDepth || schema.$ref !== undefined) {
    into.open ||= schema !== false;
    return;
  }
  const branches = [...(alternatives(schema) ?? []), ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
  for (const branch of branches) collect(branch, into, depth + 1);
  const types = typesOf(schema);
  if (types.includes('array') || schema.items !== undefined) collect(schema.items ?? {}, into, depth + 1);
  if (isObject(schema.properties)) {
    for (const [name, below] of Object.entries(schema.properties)) {
      into.named.set(name, [...(into.named.get(name) ?? []), below]);
    }
    const { additionalProperties, patternProperties } = schema;
    into.open ||= isObject(patternProperties) || (additionalProperties ?? false) !== false;
    return;
  }
  const isBare = branches.length === 0 && schema.items === undefined && schema.enum === undefined;
  const isAny = types.length === 0 && isBare && schema.const === undefined;
  into.open ||= isAny || types.includes('object');
}

/** The fields of an object, of the items of a list, and of all alternatives. */
function fieldsOf(shape: Json): Fields {
  const fields: Fields = { open: false, named: new Map() };
  collect(shape, fields, 0);
  return fields;
}

/** Names of the fields of a shape, through lists; empty for simple values. */
export function fieldNames(shape: Shape): string[] {
  return [...fieldsOf(shape).named.keys()];
}

/** The first name of a path that a shape does not have, and the names that it has instead. */
export interface UnknownField {
  field: string;
  known: readonly string[];
}

/**
 * Follows a path through objects and lists.
 * @returns the shape there; null where anything may stand.
 */
export function shapeAt(shape: Shape, path: readonly string[]): Shape | null | UnknownField {
  let current: Shape = shape;
  for (const field of path) {
    const { open, named } = fieldsOf(current);
    const below = named.get(field);
    // The position of an item: the fields of the items are those of the list.
    if (below === undefined && /^\d+$/.test(field) && canBeList(current)) continue;
    if (below === undefined) return open ? null : { field, known: [...named.keys()] };
    const [only] = below;
    if (below.length === 1) {
      if (!isObject(only)) return null;
      current = only;
    } else {
      current = { anyOf: below };
    }
  }
  return current;
}

export function isUnknownField(found: Shape | null | UnknownField): found is UnknownField {
  return found !== null && Array.isArray(found.known) && typeof found.field === 'string';
}

/** Whether a shape can be a list. */
export function canBeList(shape: Shape): boolean {
  const types = typesOf(shape);
  if (types.includes('array') || shape.items !== undefined) return true;
  const branches = alternatives(shape);
  if (branches) return branches.some((one) => !isObject(one) || canBeList(one));
  return types.length === 0 && shape.properties === undefined && shape.const === undefined;
}

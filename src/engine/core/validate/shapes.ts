import type { Schema } from '@cfworker/json-schema';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { resolveReference } from './language-schemas.ts';

/** A JSON Schema of a value: a part of an answer or a body, the payload of an event, the record of a form. */
export type Shape = JsonObject;

/** Deeper alternatives than this are not followed. */
const maxDepth = 20;

/** A schema, and the document that its `#/…` references refer to. */
interface Located {
  schema: Json;
  root: Shape;
}

interface Fields {
  /** Whether there may be fields that the schema does not name. */
  open: boolean;
  named: Map<string, Located[]>;
}

function alternatives({ anyOf, oneOf }: Shape): Json[] | null {
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(oneOf) ? oneOf : null;
}

function typesOf({ type }: Shape): Json[] {
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

/** Schemas that give the same value further fields, always or under a condition. */
function branchesOf(schema: Shape): Json[] {
  const { allOf, then, else: otherwise, dependencies, dependentSchemas } = schema;
  const dependent = [dependencies, dependentSchemas].flatMap((one) =>
    isObject(one) ? Object.values(one) : [],
  );
  return [
    ...(alternatives(schema) ?? []),
    ...(Array.isArray(allOf) ? allOf : []),
    ...[then, otherwise, ...dependent].filter(isObject),
  ];
}

/** Follows a chain of references; one without a target stays. */
function dereferenced(located: Located): Located {
  let current = located;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const { schema, root } = current;
    if (!isObject(schema) || typeof schema.$ref !== 'string') break;
    const target = resolveReference(schema.$ref, root as Schema);
    if (!target) break;
    current = { schema: target.schema as Shape, root: target.root as Shape };
  }
  return current;
}

function collect(located: Located, into: Fields, depth: number): void {
  const { schema, root } = dereferenced(located);
  if (!isObject(schema) || depth > maxDepth || schema.$ref !== undefined) {
    into.open ||= schema !== false;
    return;
  }
  const branches = branchesOf(schema);
  for (const branch of branches) collect({ schema: branch, root }, into, depth + 1);
  const types = typesOf(schema);
  if (types.includes('array') || schema.items !== undefined)
    collect({ schema: schema.items ?? {}, root }, into, depth + 1);
  const { properties, additionalProperties, patternProperties } = schema;
  into.open ||= isObject(patternProperties) || (additionalProperties ?? false) !== false;
  if (isObject(properties)) {
    for (const [name, below] of Object.entries(properties)) {
      into.named.set(name, [...(into.named.get(name) ?? []), { schema: below, root }]);
    }
    return;
  }
  const isBare = branches.length === 0 && schema.items === undefined && schema.enum === undefined;
  const isAny = types.length === 0 && isBare && schema.const === undefined;
  into.open ||= isAny || types.includes('object');
}

/** The fields of an object, of the items of a list, and of all alternatives. */
function fieldsOf(located: readonly Located[]): Fields {
  const fields: Fields = { open: false, named: new Map() };
  for (const one of located) collect(one, fields, 0);
  return fields;
}

/** Names of the fields of a shape, through lists; empty for simple values. */
export function fieldNames(shape: Shape): string[] {
  return [...fieldsOf([{ schema: shape, root: shape }]).named.keys()];
}

/** Paths of the fields below a shape, at most three names deep, such as `values.name`. */
export function fieldPaths(shape: Shape, at: readonly string[] = []): string[] {
  const visit = (located: readonly Located[], above: string, depth: number): string[] =>
    depth > 2
      ? []
      : [...fieldsOf(located).named].flatMap(([name, below]) => [
          `${above}${name}`,
          ...visit(below, `${above}${name}.`, depth + 1),
        ]);
  const found = follow(shape, at);
  return found === null || 'field' in found ? [] : visit(found, '', 0);
}

/** The first name of a path that a shape does not have, with the path to it, and the names that it has instead. */
export interface UnknownField {
  field: string;
  path: readonly string[];
  known: readonly string[];
}

/** Follows a path through objects and lists; null where anything may stand. */
function follow(shape: Shape, path: readonly string[]): readonly Located[] | null | UnknownField {
  let current: readonly Located[] = [{ schema: shape, root: shape }];
  for (const [index, field] of path.entries()) {
    const { open, named } = fieldsOf(current);
    const below = named.get(field);
    // The position of an item: the fields of the items are those of the list.
    if (below === undefined && /^\d+$/.test(field) && canBeList(shapeOf(current))) continue;
    if (below === undefined)
      return open ? null : { field, path: path.slice(0, index + 1), known: [...named.keys()] };
    if (below.some(({ schema }) => !isObject(schema))) return null;
    current = below.map(dereferenced);
  }
  return current;
}

function shapeOf(located: readonly Located[]): Shape {
  const [only] = located;
  return located.length === 1 ? (only!.schema as Shape) : { anyOf: located.map(({ schema }) => schema) };
}

/**
 * Follows a path through objects and lists.
 * @returns the shape there; null where anything may stand.
 */
export function shapeAt(shape: Shape, path: readonly string[]): Shape | null | UnknownField {
  const found = follow(shape, path);
  return found === null || 'field' in found ? found : shapeOf(found);
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

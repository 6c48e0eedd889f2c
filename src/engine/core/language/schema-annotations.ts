import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, jsonTypeOf, type JsonObject } from '../../../contracts/json.ts';
import type { Schema } from '@cfworker/json-schema';
import option from '../../../../schemas/option.schema.json' with { type: 'json' };
import options from '../../../../schemas/options.schema.json' with { type: 'json' };
import { isExpression } from '../expressions/expression.ts';
import { isTextWithValues } from './texts.ts';
import { repeatName } from './node-lists.ts';

/** Role of a language schema that a props schema references. */
export type Annotation =
  | 'text'
  | 'expression'
  | 'row-expression'
  | 'steps'
  | 'bind'
  | 'access'
  | 'address'
  | 'child'
  | 'source'
  | 'url'
  | 'icon'
  | 'field'
  | 'repeat';

const annotations: Readonly<Record<string, Annotation>> = {
  'text.schema.json': 'text',
  'prop-text.schema.json': 'text',
  'expression.schema.json': 'expression',
  'repeat.schema.json': 'repeat',
  'row-expression.schema.json': 'row-expression',
  'action.schema.json': 'steps',
  'action.schema.json#/$defs/steps': 'steps',
  'bind.schema.json': 'bind',
  'place.schema.json': 'bind',
  'access.schema.json': 'access',
  'address.schema.json': 'address',
  'child.schema.json': 'child',
  'source-id.schema.json': 'source',
  'url.schema.json': 'url',
  'icon.schema.json': 'icon',
  'field.schema.json': 'field',
};

/** Schemas of values that contain annotated ones. */
const shapes = { 'option.schema.json': option, 'options.schema.json': options } as unknown as Readonly<
  Record<string, Schema>
>;

/** `../action.schema.json#/$defs/steps` without its folders. */
export function fileName(reference: string): string {
  const [file = '', pointer] = reference.split('#');
  const name = file.slice(file.lastIndexOf('/') + 1);
  return pointer === undefined ? name : `${name}#${pointer}`;
}

/** The annotation of a `$ref` to a language schema; null for other references. */
function annotationOf(reference: string): Annotation | null {
  return reference.startsWith('#') ? null : (annotations[fileName(reference)] ?? null);
}

/** A `repeat` of an item of a list: where the item stands, and the name of the element. */
export interface RepeatedItem {
  path: readonly (string | number)[];
  as: string;
}

/**
 * Called for each value whose schema references the language. `schema` is the one with the reference; `repeats` are those
 * around the value, outermost first.
 */
export type AnnotationVisitor = (
  annotation: Annotation,
  path: readonly (string | number)[],
  value: unknown,
  schema: Schema,
  repeats: readonly RepeatedItem[],
) => void;

/** Resolves `#/$defs/x` and the shapes, the only other references in a props schema, with the file that contains them. */
function definitionOf(reference: string, root: Schema): { schema: Schema; root: Schema } | null {
  const local = reference.startsWith('#');
  const schema = local
    ? asSchema(valueAt(root, parsePointer(reference.slice(1))))
    : (shapes[fileName(reference)] ?? null);
  return schema && { schema, root: local ? root : schema };
}

const maxDepth = 60;

const asSchema = (value: unknown): Schema | null => (isObject(value) ? (value as Schema) : null);

function matchesAnnotation(annotation: Annotation, value: unknown): boolean {
  switch (annotation) {
    case 'text':
      return typeof value === 'string' || isExpression(value) || isTextWithValues(value);
    case 'url':
      return typeof value === 'string' || isExpression(value);
    case 'expression':
    case 'row-expression':
      return isExpression(value);
    case 'steps':
      return Array.isArray(value);
    case 'bind':
    case 'address':
    case 'child':
    case 'source':
    case 'icon':
    case 'field':
      return typeof value === 'string';
    case 'access':
    case 'repeat':
      return isObject(value) && !isExpression(value);
  }
}

/** Whether an alternative matches a value by its own type and keys; nested values are not compared. */
function matches(schema: Schema, root: Schema, value: unknown, depth: number): boolean {
  if (depth > maxDepth) return false;
  if (schema.$ref !== undefined) {
    const annotation = annotationOf(schema.$ref);
    if (annotation) return matchesAnnotation(annotation, value);
    const target = definitionOf(schema.$ref, root);
    return target !== null && matches(target.schema, target.root, value, depth + 1);
  }
  if (schema.const !== undefined && schema.const !== value) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const type = jsonTypeOf(value);
  const typed = types.some((one) => one === type || (one === 'integer' && Number.isInteger(value)));
  if (types.length > 0 && !typed) return false;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives) && !alternatives.some((one) => matches(one, root, value, depth + 1)))
    return false;
  if (!isObject(value)) return true;
  if (schema.required?.some((key) => !Object.hasOwn(value, key))) return false;
  if (schema.additionalProperties !== false) return true;
  return Object.keys(value).every((key) => Object.hasOwn(schema.properties ?? {}, key));
}

function walkObject(
  schema: Schema,
  root: Schema,
  value: Record<string, unknown>,
  path: readonly (string | number)[],
  visit: AnnotationVisitor,
  repeats: readonly RepeatedItem[],
): void {
  const as = schema.properties?.repeat === undefined ? null : repeatName(value as JsonObject);
  const inner = as === null ? repeats : [...repeats, { path, as }];
  for (const [key, item] of Object.entries(value)) {
    const own = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties![key] : undefined;
    const below = asSchema(own ?? schema.additionalProperties);
    if (below) walk(below, root, item, [...path, key], visit, key === 'repeat' ? repeats : inner);
  }
}

function walk(
  schema: Schema,
  root: Schema,
  value: unknown,
  path: readonly (string | number)[],
  visit: AnnotationVisitor,
  repeats: readonly RepeatedItem[] = [],
): void {
  if (path.length > maxDepth) return;
  if (schema.$ref !== undefined) {
    const annotation = annotationOf(schema.$ref);
    if (annotation) {
      if (matchesAnnotation(annotation, value)) visit(annotation, path, value, schema, repeats);
      return;
    }
    const target = definitionOf(schema.$ref, root);
    // A schema that references itself without a property or item would recurse forever.
    if (target && target.schema !== schema) walk(target.schema, target.root, value, path, visit, repeats);
    return;
  }
  const alternative = (schema.anyOf ?? schema.oneOf)?.find((one) => matches(one, root, value, 0));
  if (alternative) walk(alternative, root, value, path, visit, repeats);
  for (const branch of schema.allOf ?? []) walk(branch, root, value, path, visit, repeats);
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      const itemSchema = asSchema(schema.prefixItems?.[index]) ?? asSchema(schema.items);
      if (itemSchema) walk(itemSchema, root, item, [...path, index], visit, repeats);
    });
  } else if (isObject(value)) {
    walkObject(schema, root, value, path, visit, repeats);
  }
}

/**
 * Walks a value along its schema and visits every value of the definition language: texts, expressions, steps,
 * state bindings, access rules. The engine thereby knows the roles of a widget's props without knowing the widget.
 */
export function walkAnnotations(schema: object, value: unknown, visit: AnnotationVisitor): void {
  walk(schema as Schema, schema as Schema, value, [], visit);
}

interface Located {
  schema: Schema;
  root: Schema;
}

/** Every property of a name in a schema, at any depth. */
function propertiesNamed(at: Located, name: string, seen: Set<Schema>): Located[] {
  const { schema, root } = at;
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema.$ref !== undefined) {
    const target = annotationOf(schema.$ref) ? null : definitionOf(schema.$ref, root);
    return target ? propertiesNamed(target, name, seen) : [];
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const below = asSchema(one);
    return key === name && below ? [{ schema: below, root }] : [];
  });
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    schema.items,
    schema.additionalProperties,
  ].flatMap((one) => {
    const below = asSchema(one);
    return below ? propertiesNamed({ schema: below, root }, name, seen) : [];
  });
  return [...own, ...inner];
}

const lists = new WeakMap<object, Map<string, readonly Located[]>>();

/** Walks a list of items along every list of that name in a props schema, wherever the list will stand. */
export function walkListAnnotations(
  schema: object,
  name: string,
  list: unknown,
  visit: AnnotationVisitor,
): void {
  const known = lists.get(schema) ?? new Map<string, readonly Located[]>();
  lists.set(schema, known);
  const root = schema as Schema;
  const found = known.get(name) ?? propertiesNamed({ schema: root, root }, name, new Set());
  known.set(name, found);
  for (const one of found) walk(one.schema, one.root, list, [], visit);
}

/** Names that repeats in a node's props give the nodes that their items name, by the nodes' ids. */
export function namesOfChildren(schema: object, props: unknown): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  walkAnnotations(schema, props, (annotation, _path, value, _schema, repeats) => {
    if (annotation !== 'child' || repeats.length === 0) return;
    const known = names.get(String(value)) ?? [];
    names.set(String(value), [...known, ...repeats.map(({ as }) => as)]);
  });
  return names;
}

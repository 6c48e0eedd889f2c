import { parsePointer, toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import type { Path } from '../language/paths.ts';
import type { CompiledForm } from './compile.ts';
import type { SchemaError } from './schema-errors.ts';

/** Index of the alternative that the user chose for the value at a pointer; undefined when the value decides. */
export type ChosenAlternative = (pointer: string) => number | undefined;

/** Maximum depth of alternatives within alternatives of one value. */
const maxDepth = 8;

/**
 * Drops errors of alternatives (`oneOf`, `anyOf`) other than the chosen one. A value that matches none has the errors of
 * all of them. Errors that the chosen alternative does not explain stay, so an invalid value always has one.
 */
export function errorsOfChosen(
  form: CompiledForm,
  data: JsonObject,
  errors: readonly SchemaError[],
  chosen: ChosenAlternative = () => undefined,
): SchemaError[] {
  const reader = form.reader();

  function visit(
    part: Json | undefined,
    path: Path,
    within: readonly SchemaError[],
    depth = 0,
  ): SchemaError[] {
    const value = valueAt(data, path) as Json | undefined;
    if (value === undefined || part === undefined) return [...within];
    const pointer = toPointer(path);
    const read = reader.read(part, value);
    const alternatives = reader.alternatives(read);
    // An inner choice of the same value has its pointer too, so its index is unknown.
    const index =
      (depth === 0 ? chosen(pointer) : undefined) ?? reader.indexOfMatch(alternatives ?? [], value);
    const schema = alternatives?.[index]?.schema ?? read;
    let left = within;
    if (alternatives !== null || reader.hasBranches(part)) {
      const own = form
        .interpreter()
        .errorsOf(schema, value, pointer)
        .filter((one) => within.some((error) => error.path === one.path && error.keyword === one.keyword));
      if (own.length > 0) left = own;
    }
    return alternatives !== null && depth < maxDepth
      ? visit(schema, path, left, depth + 1)
      : visitChildren(path, left, (name) => childSchema(form, schema, name));
  }

  function visitChildren(
    path: Path,
    within: readonly SchemaError[],
    schemaOf: (name: string) => Json | undefined,
  ): SchemaError[] {
    const byName = new Map<string | undefined, SchemaError[]>();
    for (const error of within) {
      const name = parsePointer(error.path)[path.length];
      byName.set(name, [...(byName.get(name) ?? []), error]);
    }
    return [...byName].flatMap(([name, own]) =>
      name === undefined ? own : visit(schemaOf(name), [...path, name], own),
    );
  }

  const root = reader.read(reader.schema, data);
  return visitChildren([], errors, (name) => childSchema(form, root, name) ?? form.fields.get(name)?.schema);
}

function childSchema(form: CompiledForm, schema: JsonSchema, name: string): Json | undefined {
  const { items, additionalItems, properties, patternProperties, additionalProperties } = schema;
  if (Array.isArray(items)) return items[Number(name)] ?? additionalItems;
  if (items !== undefined) return items;
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const match = patterns.find(([pattern]) => form.interpreter().matchesPattern(pattern, name));
  return match?.[1] ?? additionalProperties;
}

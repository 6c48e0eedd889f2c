import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic, JsonSchema } from '../contract.ts';
import { checkSchemaSafety } from './schema-safety.ts';

/** Marks a subschema that is not safe to work with: its place is drawn as a notice. */
export const unsupportedKey = 'x-unshown';

/** A schema that can be worked with whatever was written, and what of it could not be kept. */
export interface SanitisedSchema {
  schema: JsonSchema;
  /** Checks that are left out and parts that are not shown, by their places in the schema. */
  diagnostics: readonly Diagnostic[];
}

/** Keywords of newer drafts that check something we would not check; all other unknown ones only comment. */
const uncheckedKeywords = new Set([
  'unevaluatedProperties',
  'unevaluatedItems',
  'minContains',
  'maxContains',
  '$dynamicRef',
  '$recursiveRef',
  'contentSchema',
  'extends',
  'disallow',
]);
/** What is taken out of its schema, the rest of which works. */
const removed = new Set(['form-keyword', 'form-format', 'form-pattern', 'form-name', 'form-too-many-fields']);

/**
 * A copy of a schema that keeps to the keywords of draft-07 and holds nothing unsafe. What vetting would refuse at save is
 * taken out or marked here, so that one bad part does not take the whole form along.
 */
export function sanitiseSchema(written: JsonSchema): SanitisedSchema {
  const schema = lifted(written, 0) as JsonSchema;
  const found = checkSchemaSafety(schema);
  if (found.length === 0) return { schema, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  // From the last to the first: what stands in a list keeps its index until its turn.
  for (const diagnostic of found.toReversed()) {
    const path = parsePointer(diagnostic.pointer);
    const keyword = path.at(-1) ?? '';
    if (diagnostic.code === 'form-keyword' && !uncheckedKeywords.has(keyword)) remove(schema, path);
    else {
      if (removed.has(diagnostic.code)) remove(schema, path);
      else annotation(schema, path, diagnostic);
      diagnostics.unshift(diagnostic);
    }
  }
  return { schema, diagnostics };
}

function remove(root: JsonSchema, path: readonly string[]): void {
  const owner = valueAt(root, path.slice(0, -1));
  if (typeof owner !== 'object' || owner === null) return;
  delete (owner as JsonObject)[path.at(-1)!];
}

/** Empties the subschema a fault lies in and leaves a note of why; fields at fault keep their titles. */
function annotation(root: JsonSchema, path: readonly string[], diagnostic: Diagnostic): void {
  const isOwn = diagnostic.code === 'form-too-deep' || diagnostic.code === 'form-schema-shape';
  const ownerPath = diagnostic.code === 'form-too-large' || isOwn ? path : path.slice(0, -1);
  const note: Json = {
    pointer: diagnostic.pointer,
    code: diagnostic.code,
    values: { ...diagnostic.values } as JsonObject,
  };
  const owner = valueAt(root, ownerPath);
  if (!isObject(owner)) {
    const parent = valueAt(root, ownerPath.slice(0, -1));
    const key = ownerPath.at(-1);
    if (typeof parent === 'object' && parent !== null && key !== undefined)
      (parent as JsonObject)[key] = { [unsupportedKey]: note };
    return;
  }
  const schema = owner as JsonObject;
  const { title } = schema;
  for (const key of Object.keys(schema)) delete schema[key];
  if (typeof title === 'string') schema['title'] = title;
  schema[unsupportedKey] = note;
}

const maps = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas']);
const asWritten = new Set(['enum', 'const', 'default', 'examples', 'required']);
const maxDepth = 100;

/** Draft-04 and 2020-12 said in draft-07's words. Depth is vetting's business; here it only must not end the stack. */
function lifted(value: Json, depth: number): Json {
  if (depth > maxDepth) return {};
  if (Array.isArray(value)) return value.map((one) => lifted(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const made: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    if (asWritten.has(key)) setOwn(made, key, part);
    else if (maps.has(key) && isObject(part)) setOwn(made, key, liftedMap(part, depth));
    else setOwn(made, key, lifted(part, depth + 1));
  }
  return liftedKeywords(made);
}

function liftedMap(map: JsonObject, depth: number): JsonObject {
  const made: JsonObject = {};
  for (const [name, part] of Object.entries(map)) setOwn(made, name, lifted(part, depth + 2));
  return made;
}

function liftedKeywords(schema: JsonObject): JsonObject {
  for (const side of ['minimum', 'maximum'] as const) {
    const exclusive = side === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
    if (typeof schema[exclusive] !== 'boolean') continue;
    if (schema[exclusive] && typeof schema[side] === 'number') {
      schema[exclusive] = schema[side];
      delete schema[side];
    } else delete schema[exclusive];
  }
  if (Object.hasOwn(schema, 'required') && !Array.isArray(schema['required'])) delete schema['required'];
  if (Array.isArray(schema['prefixItems'])) {
    if (schema['items'] !== undefined) schema['additionalItems'] = schema['items'];
    schema['items'] = schema['prefixItems'];
    delete schema['prefixItems'];
  }
  const dependencies = [schema['dependentRequired'], schema['dependentSchemas']].filter(isObject);
  if (dependencies.length > 0) {
    schema['dependencies'] = Object.assign({}, schema['dependencies'], ...dependencies) as JsonObject;
    delete schema['dependentRequired'];
    delete schema['dependentSchemas'];
  }
  return schema;
}

/** Assigning to `__proto__` would not make a key; vetting must see it to refuse it. */
function setOwn(target: JsonObject, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

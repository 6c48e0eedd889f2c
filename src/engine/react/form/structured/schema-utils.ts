import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { JsonSchema } from '../../../core/index.ts';
import type { CompiledForm } from '../../../core/form/compile.ts';
import { mainType, type Alternative, type SchemaReader } from '../../../core/form/shape.ts';

/** Names that reach behind plain data are no names for entries. */
const refusedNames = new Set(['', '__proto__', 'constructor', 'prototype']);

export function isEntryName(name: string): boolean {
  return !refusedNames.has(name);
}

/** Schema of an entry, by its name, of an object that takes more than its named properties. */
export interface EntrySchemas {
  /** Names of the properties, which are no entries. */
  properties: ReadonlySet<string>;
  patterns: readonly { pattern: string; matches(name: string): boolean; schema: JsonSchema }[];
  others: JsonSchema | null;
  /** Schema of the names. */
  names: Json | undefined;
}

/** null: the object holds no entries. Where it has properties, `additionalProperties` must name a schema. */
function entriesOf(form: CompiledForm, schema: JsonSchema, names: readonly string[]): EntrySchemas | null {
  const hasProperties = names.length > 0;
  const { patternProperties, additionalProperties, propertyNames } = schema;
  const patterns = isObject(patternProperties)
    ? Object.entries(patternProperties).map(
        // The form's own matcher takes linear time; RegExp may not.
        ([pattern, own]) => ({
          pattern,
          matches: (name: string) => form.interpreter().matchesPattern(pattern, name),
          schema: isObject(own) ? own : {},
        }),
      )
    : [];
  const others = isObject(additionalProperties)
    ? additionalProperties
    : additionalProperties === true || (additionalProperties === undefined && !hasProperties)
      ? {}
      : null;
  if (patterns.length === 0 && (others === null || (hasProperties && additionalProperties === true)))
    return null;
  return { properties: new Set(names), patterns, others, names: propertyNames };
}

export function entrySchema({ patterns, others }: EntrySchemas, name: string): JsonSchema | null {
  return patterns.find(({ matches }) => matches(name))?.schema ?? others;
}

/** Alternatives and entries of a resolved schema, which its own keywords do not show. */
interface Resolution {
  alternatives: readonly Alternative[] | null;
  entries: EntrySchemas | null;
}

const resolutions = new WeakMap<object, Resolution>();

/** The alternatives of a schema that `retrieveSchema` answered. */
export function alternativesOf(schema: object): readonly Alternative[] {
  return resolutions.get(schema)?.alternatives ?? [];
}

/** The entries that an object's schema allows beside its properties; null: none. */
export function entriesIn(schema: object): EntrySchemas | null {
  return resolutions.get(schema)?.entries ?? null;
}

/**
 * rjsf's view of a schema, answered by the form's own reader: references, conditions and alternatives are resolved one
 * level at a time, by the same interpreter that validates. rjsf's own utilities would resolve each subschema whole, at
 * every level again.
 */
export function createSchemaUtils(form: CompiledForm): SchemaUtilsType {
  const retrieveSchema = (schema: RJSFSchema, value?: Json): RJSFSchema =>
    resolutions.has(schema) ? schema : (resolve(form, schema as JsonSchema, value) as RJSFSchema);
  const utils: Partial<SchemaUtilsType<Json>> = {
    retrieveSchema,
    getDefaultFormState: (items) => seedItem(form.reader(), items as JsonSchema),
    getDisplayLabel: () => true,
    isSelect: () => false,
    isMultiSelect: () => false,
    isFilesArray: () => false,
  };
  // SchemaField, ObjectField and ArrayField call these; the others serve rjsf's Form and its own widgets.
  return utils as SchemaUtilsType;
}

function resolve(form: CompiledForm, written: JsonSchema, value: Json | undefined): JsonSchema {
  const reader = form.reader();
  const read = reader.read(written, value);
  const alternatives = reader.alternatives(read);
  if (alternatives !== null && alternatives.length > 0) {
    const { title, description } = read;
    const choice = {
      title: title ?? '',
      description: description ?? '',
      oneOf: alternatives.map((one) => one.schema),
    };
    resolutions.set(choice, { alternatives, entries: null });
    return choice;
  }
  const type = mainType(read);
  // rjsf renders nothing for a schema without keywords, and takes an $id for the name of a field of its registry.
  const { $id: _id, ...keywords } = read;
  const schema: JsonSchema = { readOnly: false, ...keywords };
  if (type !== undefined && schema['type'] === undefined) schema['type'] = type;
  let entries: EntrySchemas | null = null;
  if (type === 'array' && !isObject(read['items']) && !Array.isArray(read['items'])) schema['items'] = {};
  if (type === 'object') {
    const properties = isObject(read['properties']) ? read['properties'] : {};
    entries = entriesOf(form, read, Object.keys(properties));
    schema['properties'] = entries === null ? properties : withEntries(properties, entries, value);
  }
  resolutions.set(schema, { alternatives: null, entries });
  return schema;
}

/** Entries that are there are properties to rjsf. */
function withEntries(properties: JsonObject, entries: EntrySchemas, value: Json | undefined): JsonObject {
  if (!isObject(value)) return properties;
  const made = { ...properties };
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(made, name) && isEntryName(name)) made[name] = entrySchema(entries, name) ?? {};
  }
  return made;
}

function seedItem(reader: SchemaReader, items: JsonSchema): Json {
  return reader.seed(items) ?? (reader.read(items, undefined)['type'] === 'string' ? '' : null);
}

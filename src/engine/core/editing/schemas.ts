import { isObject } from '../../../contracts/json.ts';
/// <reference types="vite/types/importMeta.d.ts" />
import type { JsonSchema } from '../contract.ts';
import { fileName } from '../schema-annotations.ts';
import type { Registry } from '../registry.ts';
import { allLanguageSchemas } from '../validate/language-schemas.ts';

/** A schema as an editor's completion takes it: under its address, every reference in it absolute. */
export interface EditingSchema {
  uri: string;
  schema: JsonSchema;
}

/** What a text can be: a document of a kind, one node, or the props of one widget type (`props:table`). */
export type EditedKind = string;

/** How a widget type is told to the person who chooses one. */
export interface TypeWords {
  title: string;
  description: string;
}

// As they are written: what runs in the browser carries the schemas without their words.
const written = import.meta.glob<string>('../../../../schemas/widgets/*.schema.json', {
  eager: true,
  import: 'default',
  query: '?raw',
});
const base = 'https://molde.app/schemas/';

const propsUri = (type: string): string => `${base}widgets/${type}.schema.json`;

/** The address of a reference to one of the language's files; references inside the own file stay. */
function absolute(reference: string): string {
  return reference.startsWith('#') ? reference : base + fileName(reference);
}

/**
 * A copy with absolute references. Words beside a reference win over those of what it leads to: editors show the first
 * they find, and those beside it say what the place is for.
 */
function prepared(value: unknown, language: ReadonlyMap<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => prepared(item, language));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? absolute(item) : prepared(item, language),
    ]),
  ) as JsonSchema;
  const { $ref, ...beside } = copy;
  const target =
    typeof $ref === 'string' && ('title' in beside || 'description' in beside) && language.get($ref);
  if (!target) return copy;
  const { $id: _, $schema: __, ...meant } = prepared(target, language) as JsonSchema;
  // A part of the target that it names by `#` would be looked for in the wrong file.
  return JSON.stringify(meant).includes('"#/') ? copy : { ...meant, ...beside };
}

/** A node whose props and events depend on its type, with the types there are. */
function nodeSchema(node: JsonSchema, registry: Registry, words: (type: string) => TypeWords): JsonSchema {
  const types = [...registry.types].sort();
  const told = types.map((type) => words(type));
  const properties = node.properties as JsonSchema;
  return {
    ...node,
    properties: {
      ...properties,
      type: {
        description: 'Which widget it is.',
        enum: types,
        enumDescriptions: told.map(({ title, description }) => `${title}. ${description}`),
      },
    },
    allOf: types.map((type) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      then: { properties: { props: { $ref: propsUri(type) }, ...eventsOf(registry, type, properties) } },
    })),
  };
}

function eventsOf(registry: Registry, type: string, properties: JsonSchema): JsonSchema {
  const names = (registry.get(type)?.events ?? []).map((event) => event.name);
  if (names.length === 0) return {};
  const steps = (properties.on as JsonSchema).additionalProperties!;
  return { on: { properties: Object.fromEntries(names.map((name) => [name, steps])) } };
}

/**
 * The schemas behind completion and hover, the one of `kind` first: the language's own, and for each type of the
 * registry its props. None when nobody knows the kind.
 */
export function editingSchemas(
  kind: EditedKind,
  registry: Registry,
  words: (type: string) => TypeWords,
): EditingSchema[] {
  const language = new Map(
    allLanguageSchemas().map((schema) => [String(schema.$id), schema as unknown as JsonSchema]),
  );
  const schemas = [...language].map(([uri, schema]) => {
    const ready = prepared(schema, language) as JsonSchema;
    return { uri, schema: uri === `${base}node.schema.json` ? nodeSchema(ready, registry, words) : ready };
  });
  for (const type of registry.types) {
    const text = written[`../../../../schemas/widgets/${type}.schema.json`];
    const own = text === undefined ? registry.get(type)?.propsSchema : (JSON.parse(text) as JsonSchema);
    if (own) schemas.push({ uri: propsUri(type), schema: prepared(own, language) as JsonSchema });
  }
  const uri = kind.startsWith('props:') ? propsUri(kind.slice(6)) : `${base}${kind}.schema.json`;
  const first = schemas.find((one) => one.uri === uri);
  return first ? [first, ...schemas.filter((one) => one !== first)] : [];
}

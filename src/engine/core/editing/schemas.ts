/// <reference types="vite/types/importMeta.d.ts" />
import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import { fileName } from '../language/schema-annotations.ts';
import type { Registry } from '../language/registry.ts';
import { allLanguageSchemas } from '../validate/language-schemas.ts';

/** A schema for an editor's completion, under its URI and with absolute references only. */
export interface EditingSchema {
  uri: string;
  schema: JsonSchema;
}

/** Kind of an edited text: a document kind, `node`, `json`, or the props of one widget type (`props:table`). */
export type EditedKind = string;

/** Texts that describe a widget type in completion. */
export interface WidgetTypeTexts {
  title: string;
  description: string;
}

// The raw schema files, because schemas bundled for the browser have no titles and descriptions.
const rawSchemas = import.meta.glob<string>(
  ['../../../../schemas/widgets/*.schema.json', '../../../../schemas/option*.schema.json'],
  { eager: true, import: 'default', query: '?raw' },
);
const base = 'https://molde.app/schemas/';

const propsUri = (type: string): string => `${base}widgets/${type}.schema.json`;

/**
 * Copies a schema for the editor, with absolute references to other files. A title or description beside a reference
 * replaces that of the target, which is copied for it: editors show the target's, and the one beside the reference is
 * more specific.
 */
function forEditor(schema: JsonSchema, uri: string, language: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const files = new Map([...language, [uri, schema]]);
  /** Copies a part of the schema at `file`, inside the targets of the references `within`. */
  const copyOf = (value: unknown, file: string, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => copyOf(item, file, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, copyOf(item, file, within)]),
    );
    if (typeof $ref !== 'string') return $ref === undefined ? beside : { ...beside, $ref };
    const reference = $ref.startsWith('#') ? file + $ref : base + fileName($ref);
    const described = 'title' in beside || 'description' in beside;
    const [targetFile = '', pointer = ''] = reference.split('#');
    const root = files.get(targetFile);
    const target = described && root && !within.includes(reference) && valueAt(root, parsePointer(pointer));
    if (!target)
      return { ...beside, $ref: targetFile === uri ? reference.slice(uri.length) || '#' : reference };
    const copy = copyOf(target, targetFile, [...within, reference]) as JsonSchema;
    const { $id: _, $schema: __, $defs: ___, ...content } = copy;
    return { ...content, ...beside };
  };
  // The schema's own $id and $defs stand beside its reference, if it is one: copied one by one, they stay.
  return Object.fromEntries(
    Object.entries(schema).map(([key, item]) => [key, copyOf(item, uri, [])]),
  ) as JsonSchema;
}

/** A node schema whose props and events depend on its type, with the registered types as completion values. */
function nodeSchema(
  node: JsonSchema,
  registry: Registry,
  textsOf: (type: string) => WidgetTypeTexts,
): JsonSchema {
  const types = [...registry.types].sort();
  const labels = types.map((type) => textsOf(type));
  const properties = node.properties as JsonSchema;
  return {
    ...node,
    properties: {
      ...properties,
      type: {
        description: 'Type of the widget.',
        enum: types,
        enumDescriptions: labels.map(({ title, description }) => `${title}. ${description}`),
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
 * Schemas for completion and hover; the schema of `kind` comes first, followed by the language's schemas and the
 * props schema of each registered type. Empty for an unknown kind.
 */
export function editingSchemas(
  kind: EditedKind,
  registry: Registry,
  textsOf: (type: string) => WidgetTypeTexts,
): EditingSchema[] {
  const language = new Map(
    allLanguageSchemas().map((schema): [string, JsonSchema] => {
      const uri = String(schema.$id);
      const text = rawSchemas[`../../../../schemas/${uri.slice(base.length)}`];
      return [uri, text === undefined ? (schema as unknown as JsonSchema) : (JSON.parse(text) as JsonSchema)];
    }),
  );
  const schemas = [...language].map(([uri, schema]) => {
    const ready = forEditor(schema, uri, language);
    return { uri, schema: uri === `${base}node.schema.json` ? nodeSchema(ready, registry, textsOf) : ready };
  });
  for (const type of registry.types) {
    const text = rawSchemas[`../../../../schemas/widgets/${type}.schema.json`];
    const own = text === undefined ? registry.get(type)?.propsSchema : (JSON.parse(text) as JsonSchema);
    if (own) schemas.push({ uri: propsUri(type), schema: forEditor(own, propsUri(type), language) });
  }
  const uri = kind.startsWith('props:') ? propsUri(kind.slice(6)) : `${base}${kind}.schema.json`;
  const requested = schemas.find((one) => one.uri === uri);
  return requested ? [requested, ...schemas.filter((one) => one !== requested)] : [];
}

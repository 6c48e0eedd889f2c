/// <reference types="vite/types/importMeta.d.ts" />
import { isObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import { fileName } from '../schema-annotations.ts';
import type { Registry } from '../registry.ts';
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

/** The URI of a reference to another language schema; references inside the same file stay. */
function absolute(reference: string): string {
  return reference.startsWith('#') ? reference : base + fileName(reference);
}

/**
 * Copies a schema with absolute references. A title or description beside a reference replaces that of the target,
 * since editors show the first one they find and the one beside the reference is more specific.
 */
function withAbsoluteReferences(value: unknown, language: ReadonlyMap<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => withAbsoluteReferences(item, language));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? absolute(item) : withAbsoluteReferences(item, language),
    ]),
  ) as JsonSchema;
  const { $ref, ...beside } = copy;
  const target =
    typeof $ref === 'string' && ('title' in beside || 'description' in beside) && language.get($ref);
  if (!target) return copy;
  const { $id: _, $schema: __, ...targetSchema } = withAbsoluteReferences(target, language) as JsonSchema;
  // References by `#` inside the target would resolve against the wrong file.
  return JSON.stringify(targetSchema).includes('"#/') ? copy : { ...targetSchema, ...beside };
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
    const ready = withAbsoluteReferences(schema, language) as JsonSchema;
    return { uri, schema: uri === `${base}node.schema.json` ? nodeSchema(ready, registry, textsOf) : ready };
  });
  for (const type of registry.types) {
    const text = rawSchemas[`../../../../schemas/widgets/${type}.schema.json`];
    const own = text === undefined ? registry.get(type)?.propsSchema : (JSON.parse(text) as JsonSchema);
    if (own)
      schemas.push({ uri: propsUri(type), schema: withAbsoluteReferences(own, language) as JsonSchema });
  }
  const uri = kind.startsWith('props:') ? propsUri(kind.slice(6)) : `${base}${kind}.schema.json`;
  const requested = schemas.find((one) => one.uri === uri);
  return requested ? [requested, ...schemas.filter((one) => one !== requested)] : [];
}

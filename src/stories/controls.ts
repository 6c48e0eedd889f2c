import type { ArgTypes } from '@storybook/react-vite';
import { isObject, textOrEmpty, type Json, type JsonObject } from '../contracts/json.ts';
import type { WidgetSpec } from '../engine/core/index.ts';

/** A prop as its schema declares it, for the docs page and the controls. */
export interface PropRow {
  name: string;
  title: string;
  description: string;
  /** Described as `text`, `"a" | "b"`, `whole number 1 to 4`, `list of column`. */
  type: string;
  required: boolean;
  defaultValue: Json | undefined;
}

const refName = (schema: JsonObject): string =>
  /([\w-]+?)(?:\.schema\.json)?$/.exec(textOrEmpty(schema.$ref))?.[1] ?? '';
const isExpression = (schema: Json): boolean => isObject(schema) && refName(schema) === 'expression';

/** Returns the schema of a prop's plain values, without the alternative of an expression. */
function plain(schema: JsonObject): JsonObject {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [];
  const rest = branches.filter((branch) => !isExpression(branch));
  return rest.length === 1 && rest[0] ? { ...schema, anyOf: [], ...rest[0] } : schema;
}

function range(schema: JsonObject): string {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return '';
  if (maximum === undefined) return ` from ${String(minimum)}`;
  return minimum === undefined ? ` to ${String(maximum)}` : ` ${String(minimum)} to ${String(maximum)}`;
}

/** Describes a schema. */
function typeOf(schema: JsonObject): string {
  if (Array.isArray(schema.anyOf) && schema.anyOf.length > 0)
    return schema.anyOf.filter(isObject).map(typeOf).join(' | ');
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.$ref !== undefined) return refName(schema);
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return isObject(schema.items) ? `list of ${typeOf(schema.items)}` : 'list';
  if (schema.type === 'integer' || schema.type === 'number')
    return `${schema.type === 'integer' ? 'whole number' : 'number'}${range(schema)}`;
  return textOrEmpty(schema.type) || 'any';
}

/** Lists the props of a widget from its schema. */
export function propRows({ propsSchema }: WidgetSpec): (PropRow & { schema: JsonObject })[] {
  const properties = isObject(propsSchema.properties) ? propsSchema.properties : {};
  const required = Array.isArray(propsSchema.required) ? propsSchema.required : [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isObject(schema)
      ? [
          {
            name,
            title: textOrEmpty(schema.title) || name,
            description: textOrEmpty(schema.description),
            type: typeOf(schema),
            required: required.includes(name),
            defaultValue: schema.default,
            schema,
          },
        ]
      : [],
  );
}

/** Chooses the control of a prop by its schema; JSON if no simpler control fits. */
function controlOf(declared: JsonObject): ArgTypes[string] {
  const schema = plain(declared);
  if (Array.isArray(schema.enum)) {
    return { control: schema.enum.length <= 4 ? 'inline-radio' : 'select', options: schema.enum };
  }
  if (schema.type === 'boolean') return { control: 'boolean' };
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum: min, maximum: max } = schema;
    return {
      control: {
        type: 'number',
        ...(typeof min === 'number' ? { min } : {}),
        ...(typeof max === 'number' ? { max } : {}),
        ...(schema.type === 'integer' ? { step: 1 } : {}),
      },
    };
  }
  if (schema.type === 'string' || ['text', 'bind', 'address'].includes(refName(schema)))
    return { control: 'text' };
  return { control: 'object' };
}

/** Derives controls, the table of props and events from a widget's declaration. */
export function argTypesOf(spec: WidgetSpec, translate: (key: string) => string): ArgTypes {
  const props = propRows(spec).map(({ name, description, type, required, defaultValue, schema }) => [
    name,
    {
      name,
      description,
      ...controlOf(schema),
      type: { name: 'other', value: type, required },
      table: {
        category: 'props',
        type: { summary: type },
        ...(defaultValue === undefined ? {} : { defaultValue: { summary: JSON.stringify(defaultValue) } }),
      },
    },
  ]);
  const events = (spec.events ?? []).map(({ name, description }) => [
    `on.${name}`,
    {
      name,
      description: translate(description),
      control: false,
      table: { category: 'events', type: { summary: 'steps' } },
    },
  ]);
  return Object.fromEntries([...props, ...events]) as ArgTypes;
}

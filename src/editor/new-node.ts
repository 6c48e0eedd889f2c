import { isObject, type Json, type JsonObject } from '../contracts/json.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import { freeId } from './commands/insert.ts';
import { variantsOf } from './panel-schema.ts';

const fileOf = (reference: string): string => /([\w-]+)\.schema\.json/.exec(reference)?.[1] ?? '';

/** Gives the first of what an id can name (`x-target`). */
export type FirstTarget = (kind: string) => string | undefined;

/**
 * A first value that a schema takes, so that what is new is valid before anybody has set it.
 * @param name stands in required texts; `plain` in those that nobody reads, where a key would be no words
 */
export function sampleOf(
  schema: Json | undefined,
  root: JsonObject,
  name: string,
  firstTarget: FirstTarget = () => undefined,
  plain = name,
  depth = 0,
): Json {
  if (!isObject(schema) || depth > 12) return null;
  const below = (inner: Json | undefined): Json => sampleOf(inner, root, name, firstTarget, plain, depth + 1);
  const target = typeof schema['x-target'] === 'string' ? firstTarget(schema['x-target']) : undefined;
  if (target !== undefined) return target;
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    if (reference.startsWith('#/$defs/') && isObject(root['$defs']))
      return below(root['$defs'][reference.slice('#/$defs/'.length)]);
    switch (fileOf(reference)) {
      case 'field':
        return 'name';
      case 'bind':
      case 'place':
        return 'state.value';
      case 'address':
        return '/';
      case 'expression':
      case 'row-expression':
        return { $expr: 'null' };
      case 'icon':
        return 'square';
      case 'url':
        // The product's own mark, until there is a picture.
        return '/favicon.svg';
      case 'action':
        return [];
      default:
        return isShown(schema) ? name : plain;
    }
  }
  const branches = schema['anyOf'] ?? schema['oneOf'];
  const isWhole = Array.isArray(branches) && !isObject(schema['properties']);
  if (isWhole && branches.length > 0) return below(branches[0]);
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'array': {
      const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
      return Array.from({ length: least }, () => below(schema['items']));
    }
    case 'object': {
      const values = requiredValues(schema, below);
      const least = typeof schema['minProperties'] === 'number' ? schema['minProperties'] : 0;
      if (isObject(schema['properties']) || least === 0) return values;
      return { [String(below(schema['propertyNames']))]: below(schema['additionalProperties']) };
    }
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    default:
      return type === 'string' ? plain : null;
  }
}

/** Values that an object requires, with the first of the properties of which it has one. */
function requiredValues(schema: JsonObject, sample: (inner: Json | undefined) => Json): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = [...required, ...variantsOf(schema).slice(0, 1)];
  return Object.fromEntries(
    names.flatMap((key) => (typeof key === 'string' ? [[key, sample(properties[key])]] : [])),
  );
}

/** Whether a property is a text in the reader's language, which a key can stand for. */
const isShown = (schema: JsonObject): boolean => /\btext$/.test(fileOf(String(schema['$ref'] ?? '')));

/** Whether a property is a text that is shown, and not the name of a field. */
export const isText = (schema: Json | undefined): boolean =>
  isObject(schema) && (schema['type'] === 'string' || isShown(schema));

/** The widget's default, which an empty text is not. */
function ownDefault(defaults: Readonly<Record<string, unknown>>, key: string): Json | undefined {
  const value = Object.hasOwn(defaults, key) ? (defaults[key] as Json) : undefined;
  return value === '' ? undefined : structuredClone(value);
}

const camelCase = (type: string): string =>
  type.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * A new node of a widget, with what its props require. Until somebody names it, it has the product's name of the widget, which
 * each reader sees in their own language. `name` stands in texts that no key can stand for.
 */
export function newNode(spec: WidgetSpec, name: string, isTaken: (id: string) => boolean): JsonObject {
  const schema = spec.propsSchema;
  const props = requiredValues(schema, (inner) => sampleOf(inner, schema, spec.title, undefined, name));
  // A document states what its schema requires, also where the widget has a default for it.
  const own = Object.fromEntries(
    Object.entries(props).map(([key, sample]) => [key, ownDefault(spec.defaults, key) ?? sample]),
  );
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  // Property by which a reader recognises it, where it is a text of the widget's own.
  const named = ['title', 'label', 'text'].find((key) => isText(properties[key]));
  const isNamed = ['title', 'label', 'text'].some((key) => Object.hasOwn(own, key));
  if (named !== undefined && !isNamed && spec.group !== 'layout') {
    const declared = properties[named];
    own[named] = isObject(declared) && isShown(declared) ? spec.title : name;
  }
  return {
    id: freeId(camelCase(spec.type), isTaken),
    type: spec.type,
    typeVersion: spec.version,
    ...(Object.keys(own).length > 0 && { props: own }),
  };
}

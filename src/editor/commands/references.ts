import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { walkAnnotations, type Registry } from '../../engine/core/index.ts';

type Names = ReadonlyMap<string, string>;

/** Steps whose value names a node. */
const namingSteps = ['open', 'close', 'submit', 'reset'] as const;

/**
 * Copies of nodes in which every id and every name of a node is replaced: ids, children that props name, and steps that open
 * or submit. The same list when there is nothing to replace.
 */
export function renameIn(nodes: readonly Json[], names: Names, registry: Registry): readonly Json[] {
  return names.size === 0 ? nodes : nodes.map((node) => inNode(node, names, registry));
}

const renamed = (value: Json, names: Names): Json =>
  typeof value === 'string' ? (names.get(value) ?? value) : value;

function inNode(node: Json, names: Names, registry: Registry): Json {
  if (!isObject(node)) return node;
  return mapObject(node, (key, value) => {
    switch (key) {
      case 'id':
        return renamed(value, names);
      case 'children':
        return inList(value, names, registry);
      case 'slots':
        return isObject(value) ? mapObject(value, (_, list) => inList(list, names, registry)) : value;
      case 'on':
        return isObject(value) ? mapObject(value, (_, steps) => inSteps(steps, names)) : value;
      case 'props':
        return isObject(value) ? inProps(value, String(node.type ?? ''), names, registry) : value;
      default:
        return value;
    }
  });
}

const inList = (list: Json, names: Names, registry: Registry): Json =>
  Array.isArray(list) ? list.map((node) => inNode(node, names, registry)) : list;

/** Replaces names in the props and steps of one node, which is written without its lists. */
export function renameInOwn(own: JsonObject, names: Names, registry: Registry): JsonObject {
  const made = inNode(
    { ...own, id: own.id ?? '' },
    new Map([...names, [String(own.id), String(own.id)]]),
    registry,
  );
  const next = isObject(made) ? { ...made } : own;
  if (own.id === undefined) delete (next as { id?: Json }).id;
  return JSON.stringify(next) === JSON.stringify(own) ? own : next;
}

function mapObject(value: JsonObject, map: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(key, one)]));
}

function inProps(props: JsonObject, type: string, names: Names, registry: Registry): JsonObject {
  const spec = registry.loaded(type);
  if (!spec) return props;
  const changes = new Map<string, Json>();
  walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
    if (annotation === 'child') changes.set(JSON.stringify(path), renamed(value as Json, names));
    if (annotation === 'steps') changes.set(JSON.stringify(path), inSteps(value as Json, names));
  });
  const copy = (value: Json, path: readonly (string | number)[]): Json => {
    const change = changes.get(JSON.stringify(path));
    if (change !== undefined) return change;
    if (Array.isArray(value)) return value.map((item, at) => copy(item, [...path, at]));
    return isObject(value) ? mapObject(value, (key, one) => copy(one, [...path, key])) : value;
  };
  return copy(props, []) as JsonObject;
}

function inSteps(steps: Json, names: Names): Json {
  if (!Array.isArray(steps)) return steps;
  return steps.map((step) =>
    isObject(step)
      ? mapObject(step, (key, value) => {
          if ((namingSteps as readonly string[]).includes(key)) return inNaming(value, names);
          return Array.isArray(value) ? inSteps(value, names) : value;
        })
      : step,
  );
}

function inNaming(value: Json, names: Names): Json {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (!isObject(value)) return renamed(value, names);
  return mapObject(value, (key, one) => (key === 'dialog' ? renamed(one, names) : one));
}

import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { DefinitionChange, DefinitionConflict } from '../../../contracts/definitions.ts';
import { isObject, type Json, type JsonObject, deepEqual } from '../../../contracts/json.ts';
import { mergeOrder } from './order.ts';

/** Where a merge writes down what it did. */
export interface Sink {
  changes: DefinitionChange[];
  conflicts: DefinitionConflict[];
}

/** A value on three sides; a side without it is undefined. */
export interface Sides {
  base: Json | undefined;
  mine: Json | undefined;
  theirs: Json | undefined;
}

/** Keys by which items of a list are known, in this order: actions and rows have ids, columns their field. */
const itemKeys = ['id', 'field', 'name', 'key', 'value'] as const;

/**
 * Merges one value: what one side left alone is the other's; objects go key by key, lists of things with a name item by
 * item. What is left are conflicts, where mine stands.
 */
export function mergeValues(sides: Sides, sink: Sink, place: DefinitionChange): Json | undefined {
  const { base, mine, theirs } = sides;
  if (deepEqual(mine, theirs) || deepEqual(base, theirs)) return mine;
  if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base))) {
    return mergeObjects(base ?? {}, mine, theirs, sink, place);
  }
  if (deepEqual(base, mine)) {
    sink.changes.push(place);
    return theirs;
  }
  const key = itemKey(sides);
  if (key !== null) return mergeItems(sides as Items, key, sink, place);
  sink.conflicts.push({
    ...place,
    ...(base === undefined ? {} : { base }),
    ...(mine === undefined ? {} : { mine }),
    ...(theirs === undefined ? {} : { theirs }),
  });
  return mine;
}

/** Mine's order of keys, theirs' new ones behind. */
function mergeObjects(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  sink: Sink,
  { nodeId, pointer }: DefinitionChange,
): JsonObject {
  const merged: [string, Json][] = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])) {
    const sides = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) };
    const value = mergeValues(sides, sink, { nodeId, pointer: `${pointer}/${escapeSegment(key)}` });
    if (value !== undefined) merged.push([key, value]);
  }
  // Not by assignment: a key may be called __proto__.
  return Object.fromEntries(merged);
}

interface Items {
  base: JsonObject[] | undefined;
  mine: JsonObject[];
  theirs: JsonObject[];
}

function mergeItems(
  { base = [], mine, theirs }: Items,
  key: string,
  sink: Sink,
  { nodeId, pointer }: DefinitionChange,
): Json {
  const byName = (items: JsonObject[]) => new Map(items.map((item) => [String(item[key]), item]));
  const [from, my, their] = [byName(base), byName(mine), byName(theirs)];
  const merged = new Map<string, Json>();
  for (const name of new Set([...my.keys(), ...their.keys(), ...from.keys()])) {
    const sides = { base: from.get(name), mine: my.get(name), theirs: their.get(name) };
    const value = mergeValues(sides, sink, { nodeId, pointer: `${pointer}/${escapeSegment(name)}` });
    if (value !== undefined) merged.set(name, value);
  }
  const orderOf = (items: Map<string, JsonObject>): string[] =>
    [...items.keys()].filter((name) => merged.has(name));
  const orders = { base: orderOf(from), mine: orderOf(my), theirs: orderOf(their) };
  const { order, conflict } = mergeOrder(orders);
  if (conflict) sink.conflicts.push({ nodeId, pointer, ...orders });
  return order.flatMap((name) => (merged.has(name) ? [merged.get(name)!] : []));
}

/** The key that tells the items of all sides apart, or null where there is none. */
function itemKey({ base, mine, theirs }: Sides): string | null {
  const lists = [base ?? [], mine, theirs];
  if (!lists.every((list): list is Json[] => Array.isArray(list))) return null;
  return (
    itemKeys.find((key) =>
      lists.every((list) => {
        const names = list.map((item) => (isObject(item) ? own(item, key) : undefined));
        return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
      }),
    ) ?? null
  );
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

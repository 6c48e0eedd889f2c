import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { DefinitionChange, DefinitionConflict } from '../../../contracts/definitions.ts';
import { deepEqual, isObject, type Json, type JsonObject } from '../../../contracts/json.ts';

/** The changes that a merge took from theirs, and its conflicts. */
export interface MergeReport {
  changes: DefinitionChange[];
  conflicts: DefinitionConflict[];
}

/** A value in three versions; undefined where it is missing. */
interface Versions {
  base: Json | undefined;
  mine: Json | undefined;
  theirs: Json | undefined;
}

/** Keys that identify the items of a list, in this order: actions and rows have ids, columns their field. */
const itemKeys = ['id', 'field', 'name', 'key', 'value'] as const;

/**
 * Merges one value. A side that did not change it takes the other's; objects are merged key by key, lists whose items have
 * a name item by item. Anything else is a conflict, and the value is mine.
 */
export function mergeValues(
  versions: Versions,
  report: MergeReport,
  location: DefinitionChange,
): Json | undefined {
  const { base, mine, theirs } = versions;
  if (deepEqual(mine, theirs) || deepEqual(base, theirs)) return mine;
  if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base))) {
    return mergeObjects(base ?? {}, mine, theirs, report, location);
  }
  if (deepEqual(base, mine)) {
    report.changes.push(location);
    return theirs;
  }
  const key = itemKey(versions);
  if (key !== null) return mergeItems(versions as Items, key, report, location);
  report.conflicts.push({
    ...location,
    ...(base === undefined ? {} : { base }),
    ...(mine === undefined ? {} : { mine }),
    ...(theirs === undefined ? {} : { theirs }),
  });
  return mine;
}

/** Keeps mine's order of keys, with the new keys of theirs behind. */
function mergeObjects(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  report: MergeReport,
  { nodeId, pointer }: DefinitionChange,
): JsonObject {
  const merged: [string, Json][] = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])) {
    const versions = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) };
    const value = mergeValues(versions, report, { nodeId, pointer: `${pointer}/${escapeSegment(key)}` });
    if (value !== undefined) merged.push([key, value]);
  }
  // Assigning would set the prototype for a key called __proto__.
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
  report: MergeReport,
  { nodeId, pointer }: DefinitionChange,
): Json {
  const byName = (items: JsonObject[]) => new Map(items.map((item) => [String(item[key]), item]));
  const [from, my, their] = [byName(base), byName(mine), byName(theirs)];
  const merged = new Map<string, Json>();
  for (const name of new Set([...my.keys(), ...their.keys(), ...from.keys()])) {
    const versions = { base: from.get(name), mine: my.get(name), theirs: their.get(name) };
    const value = mergeValues(versions, report, { nodeId, pointer: `${pointer}/${escapeSegment(name)}` });
    if (value !== undefined) merged.set(name, value);
  }
  const orderOf = (items: Map<string, JsonObject>): string[] =>
    [...items.keys()].filter((name) => merged.has(name));
  const orders = { base: orderOf(from), mine: orderOf(my), theirs: orderOf(their) };
  const { order, conflict } = mergeOrder(orders);
  if (conflict) report.conflicts.push({ nodeId, pointer, ...orders });
  return order.flatMap((name) => (merged.has(name) ? [merged.get(name)!] : []));
}

/** The key that identifies the items in all versions; null when there is none. */
function itemKey({ base, mine, theirs }: Versions): string | null {
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

/** The order of one list in three versions, each without the items that the merge removes. */
interface Orders {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

interface MergedOrder {
  order: string[];
  /** Both reordered the common items, differently; the order is mine. */
  conflict: boolean;
  /** The order differs from mine. */
  fromTheirs: boolean;
}

/** Merges an order. The side that changed it determines it; an item that the other side added follows its predecessor there. */
export function mergeOrder({ base, mine, theirs }: Orders): MergedOrder {
  const known = new Set(base);
  const inMine = new Set(mine);
  const inTheirs = new Set(theirs);
  const common = (list: readonly string[]): string[] =>
    list.filter((id) => known.has(id) && inMine.has(id) && inTheirs.has(id));
  const [before, my, their] = [common(base), common(mine), common(theirs)];
  const iMoved = !sameList(before, my);
  const theyMoved = !sameList(before, their);
  if (theyMoved && !iMoved) return { order: interleave(theirs, mine), conflict: false, fromTheirs: true };
  const conflict = iMoved && theyMoved && !sameList(my, their);
  const order = interleave(mine, theirs);
  return { order, conflict, fromTheirs: !sameList(order, mine) };
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** The main order with the items that only the other has, each behind its predecessor there. */
function interleave(main: readonly string[], other: readonly string[]): string[] {
  const known = new Set(main);
  /** By the id they follow; null is the front. */
  const following = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const id of other) {
    if (known.has(id)) {
      last = id;
    } else {
      const group = following.get(last);
      if (group) group.push(id);
      else following.set(last, [id]);
    }
  }
  return [...(following.get(null) ?? []), ...main.flatMap((id) => [id, ...(following.get(id) ?? [])])];
}

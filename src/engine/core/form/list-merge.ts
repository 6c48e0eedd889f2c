import { isObjectList, type Json, type JsonObject } from '../../../contracts/json.ts';
import { isStructured, type CompiledField } from './field.ts';
import { sameValue } from './same-value.ts';

/** A value inside a list's item that two users changed to different values. */
export interface ItemConflict {
  index: number;
  /** Name of the value in its item. */
  inner: string;
  mine: Json | undefined;
  theirs: Json | undefined;
}

/** A list of objects as it was loaded and as both sides have it, with each item at the place that it had. */
interface AlignedLists {
  loaded: readonly JsonObject[];
  mine: readonly JsonObject[];
  theirs: readonly JsonObject[];
}

/**
 * The three values of a list of objects, when both sides changed items or appended some. Null where one removed or moved
 * items: nobody can tell then which belongs to which, and the list is one value.
 */
export function alignedLists(
  field: CompiledField | undefined,
  ...values: readonly (Json | undefined)[]
): AlignedLists | null {
  if (field === undefined || !isStructured(field) || !values.every(isObjectList)) return null;
  const [loaded, mine, theirs] = values as [JsonObject[], JsonObject[], JsonObject[]];
  const shown = field.own.fields?.map((one) => (typeof one === 'string' ? one : one.field));
  const stays = (side: readonly JsonObject[]) =>
    side.length >= loaded.length && loaded.every((item, at) => isSameItem(item, side[at]!, loaded, shown));
  return stays(mine) && stays(theirs) ? { loaded, mine, theirs } : null;
}

/** @param shown names of the values that a person can change; others identify an item */
function isSameItem(
  before: JsonObject,
  after: JsonObject,
  all: readonly JsonObject[],
  shown: readonly string[] | undefined,
): boolean {
  const isKept = (name: string) => shown?.includes(name) !== false || sameValue(before[name], after[name]);
  if (!namesOf(before, after).every(isKept)) return false;
  return sameValue(before, after) || all.every((other) => !sameValue(other, after));
}

const namesOf = (...items: readonly JsonObject[]): string[] => [...new Set(items.flatMap(Object.keys))];

/** Properties that both sides changed differently. */
export function itemConflicts({ loaded, mine, theirs }: AlignedLists): ItemConflict[] {
  return loaded.flatMap((before, index) => {
    const [my, their] = [mine[index]!, theirs[index]!];
    return namesOf(before, my, their).flatMap((inner): ItemConflict[] => {
      const isBoth = !sameValue(before[inner], my[inner]) && !sameValue(before[inner], their[inner]);
      if (!isBoth || sameValue(my[inner], their[inner])) return [];
      return [{ index, inner, mine: my[inner], theirs: their[inner] }];
    });
  });
}

/** Their list with what I changed and appended. */
export function mergedList({ loaded, mine, theirs }: AlignedLists): JsonObject[] {
  const merged = theirs.map((item, at) => {
    const [before, my] = [loaded[at], mine[at]];
    if (before === undefined || my === undefined) return item;
    const own = namesOf(before, my).filter((name) => !sameValue(before[name], my[name]));
    const others = Object.entries(item).filter(([name]) => !own.includes(name));
    return Object.fromEntries([
      ...others,
      ...own.flatMap((name) => (my[name] === undefined ? [] : [[name, my[name]] as const])),
    ]);
  });
  const added = mine.slice(loaded.length);
  return [...merged, ...added.filter((item) => !theirs.some((other) => sameValue(other, item)))];
}

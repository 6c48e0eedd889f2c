import { isObject, type Json } from '../../../contracts/json.ts';

/** The JSON `after`, in which every part that equals the same part of `before` is that object. */
export function keepParts(before: Json | undefined, after: Json): Json {
  if (before === after) return after;
  if (Array.isArray(after)) {
    if (!Array.isArray(before)) return after;
    const kept = after.map((one, at) => keepParts(counterpart(before, one, at), one));
    return kept.length === before.length && kept.every((one, at) => one === before[at]) ? before : kept;
  }
  if (!isObject(after) || !isObject(before)) return after;
  const keys = Object.keys(after);
  const kept = keys.map((key) =>
    keepParts(Object.hasOwn(before, key) ? before[key] : undefined, after[key]!),
  );
  const isSame =
    keys.length === Object.keys(before).length && keys.every((key, at) => kept[at] === before[key]);
  return isSame ? before : Object.fromEntries(keys.map((key, at) => [key, kept[at]!]));
}

/** Earlier state of a list's item: the one with its id, as items before it come and go. */
function counterpart(before: readonly Json[], item: Json, at: number): Json | undefined {
  const known = before[at];
  if (!isObject(item) || typeof item['id'] !== 'string') return known;
  if (isObject(known) && known['id'] === item['id']) return known;
  return before.find((one) => isObject(one) && one['id'] === item['id']);
}

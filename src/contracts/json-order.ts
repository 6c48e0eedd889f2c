import { isObject, type Json } from './json.ts';

/** Keys that stand first, in this order. */
const first = ['$schema', 'kind', 'formatVersion', 'id'];

/** A value with the keys of its objects in a fixed order, so that the same content is the same text. */
export function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const rank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length);
  const keys = Object.keys(value).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key]!)]));
}

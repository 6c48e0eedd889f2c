/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON object; keys come from outside, so read them with `Object.hasOwn` or known names only. */
export type JsonObject = { [key: string]: Json };

/** Whether a JSON value is an object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON of a text; undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether two JSON values are equal. The order of keys does not count, the order of items does. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => deepEqual(item, right[index]));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      deepEqual((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  );
}

/** Whether a value stands for itself in a text: neither null, an object nor a list. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether a value may identify a record. */
export const isRecordKey = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

export const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Whether there is a value: an empty text is none. */
export const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The type of a JSON value by the words of JSON Schema. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The text of a value; an empty one of anything else. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

export const numberOr = (value: unknown, absent: number): number =>
  typeof value === 'number' ? value : absent;

/** The finite number of a value, also of one that is a text; null for anything else. */
export function finiteNumberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return isFiniteNumber(number) ? number : null;
}

/** A value where a list is expected: JSONata gives a list of one as its only item, and an empty one as no value. */
export const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** The objects of a list; none of what is no list. */
export const objectsOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The numbers of a list; none of what is no list. */
export const numbersOf = (value: Json | undefined): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];

/** Whether a value is a list of nothing but objects. */
export const isObjectList = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.every(isObject);

/** Whether two values have the same text as JSON. Unlike in `deepEqual`, the order of keys counts. */
export const isSameText = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The object that a text is; null for one that is none, or no JSON. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether there is no value: an empty text and an empty list are none. */
export const isAbsent = (value: unknown): boolean =>
  !isPresent(value) || (Array.isArray(value) && value.length === 0);

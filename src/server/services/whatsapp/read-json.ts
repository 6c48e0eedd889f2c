import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';

/** Readers of JSON from outside, whose shapes are only expected. */

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const objectsOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A text, well-formed: NUL and lone surrogates become U+FFFD. Numbers count as their text. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return Buffer.from(value, 'utf8').toString('utf8').replaceAll('\0', '\uFFFD');
}

export const numberOf = (value: Json | undefined): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

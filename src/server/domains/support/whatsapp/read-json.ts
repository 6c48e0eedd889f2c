import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { storable } from '../../../kernel/unstorable.ts';

/** Readers of JSON from outside, whose shapes are only expected. */

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const objectsOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A storable text. Numbers count as their text. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storable(value) : '';
}

export const numberOf = (value: Json | undefined): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { storable } from '../../../kernel/unstorable.ts';

/** Readers of JSON from outside, whose shapes are only expected. */

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** A storable text. Numbers count as their text. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storable(value) : '';
}

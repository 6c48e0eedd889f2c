import { cnpjSigns, cpfDigits, phoneDigits } from '../../../contracts/formats.ts';
import type { Json } from '../../../contracts/json.ts';
import { trimText } from '../../../contracts/text.ts';
import type { EntityField } from '../../../engine/core/index.ts';
import type { ModelField } from './entity-model.ts';

/** PostgreSQL types of columns. A number is a double: comparisons of numeric are not leakproof, so no index would serve them. */
export const columnTypes: Readonly<Record<EntityField['type'], string>> = {
  string: 'text',
  text: 'text',
  integer: 'bigint',
  number: 'float8',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  reference: 'bigint',
  list: 'jsonb',
};

/** A value of the wire in its stored form: trimmed, without the signs of its format; null for an empty text. */
export function toStored({ type, field }: ModelField, value: Json): Json {
  if (value === null || value === '') return null;
  if (typeof value !== 'string' || (type !== 'string' && type !== 'text')) return value;
  const text = trimText(value);
  if (text === '') return null;
  switch (field.format) {
    case 'cpf':
      return cpfDigits(text);
    case 'cnpj':
      return cnpjSigns(text);
    case 'phone':
      return phoneDigits(text);
    case 'cep':
      return text.replaceAll(/\D/g, '');
    default:
      return text;
  }
}

/** Whether a number has at most so many decimals. */
export const fitsScale = (value: number, scale: number): boolean =>
  Math.abs(value - Number(value.toFixed(scale))) <= Math.abs(value) * Number.EPSILON;

/** Converts `2026-11-21 02:44:26.298123+00` to ISO 8601 with milliseconds, as text, which is faster than a Date. */
export function isoTime(text: string): string {
  if (!/^\d{4}-.*\+00$/.test(text)) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;
}

import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { type Json, isObject } from '../../../src/contracts/json.ts';
import type { Column, Row, RowKey } from '../view.ts';

/** What is going on in one row; another object whenever something of it changes. */
export interface RowEdits {
  /** Key of the column whose control is open. */
  open: string | null;
  /** Columns on their way to the server. */
  saving: ReadonlySet<string>;
  /** Why a value was refused, by column. */
  errors: ReadonlyMap<string, string>;
}

export const untouched: RowEdits = { open: null, saving: new Set(), errors: new Map() };

/** A row with values that are not loaded yet, and the row that they were put over. */
export interface Patch {
  source: Row;
  row: Row;
}

/** A saved change, for the way back. */
export interface Done {
  key: RowKey;
  column: string;
  before: Json;
  after: Json;
}

export const mostUndone = 200;

/** A copy of the row with another value at a path. */
export function withValue(row: Row, path: readonly string[], value: Json): Row {
  const [key, ...rest] = path;
  if (key === undefined) return row;
  if (rest.length === 0) return { ...row, [key]: value };
  const inner = row[key];
  const below = isObject(inner) ? inner : {};
  return { ...row, [key]: withValue(below as Row, rest, value) };
}

/** The rows with what was changed over them, as long as the loaded ones are those that it was put over. */
export function applyPatches(
  rows: readonly Row[],
  patches: ReadonlyMap<RowKey, Patch>,
  keyOf: (row: Row) => unknown,
): readonly Row[] {
  if (patches.size === 0) return rows;
  return rows.map((row) => {
    const patch = patches.get(keyOf(row) as RowKey);
    return patch?.source === row ? patch.row : row;
  });
}

export type EditError = 'required' | 'number' | 'min' | 'max' | 'long' | 'date';

/** What was typed as the value that is saved, or why it cannot be. */
export function parseEdit(
  column: Column,
  typed: string,
  previous: unknown,
): { value: Json } | { fault: EditError; limit?: number } {
  const { edit } = column;
  const text = typed.trim();
  if (text === '') return edit?.required ? { fault: 'required' } : { value: null };
  switch (edit?.kind) {
    case 'number': {
      // 1.234,5 and 1234.5 alike: the last sign is the decimal one when a comma stands in it.
      const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
      const value = Number(plain);
      if (!Number.isFinite(value)) return { fault: 'number' };
      if (edit.min !== undefined && value < edit.min) return { fault: 'min', limit: edit.min };
      if (edit.max !== undefined && value > edit.max) return { fault: 'max', limit: edit.max };
      return { value };
    }
    case 'date': {
      const items = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
      if (!items) return { fault: 'date' };
      const [, day = '', month = '', year = ''] = items;
      const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
      const date = new Date(`${iso}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
        ? { value: iso }
        : { fault: 'date' };
    }
    case 'select':
      // A number stays one.
      return {
        value:
          typeof previous === 'number' || options(column).some((one) => one.value === Number(text))
            ? Number(text)
            : text,
      };
    default:
      if (edit?.maxLength !== undefined && [...text].length > edit.maxLength) {
        return { fault: 'long', limit: edit.maxLength };
      }
      return { value: text };
  }
}

/** What a select offers. */
export function options(column: Column): readonly { value: string | number; text: string }[] {
  return (
    column.edit?.options ??
    Object.entries(column.map ?? {}).map(([value, text]) => ({ value, text: text ?? value }))
  );
}

/** A value as it stands in its control. */
export function asTyped(column: Column, raw: unknown): string {
  if (raw === null || raw === undefined || typeof raw === 'object') return '';
  const date = column.edit?.kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(String(raw)) : null;
  if (date) return `${date[3]}/${date[2]}/${date[1]}`;
  return column.edit?.kind === 'number' ? String(raw).replace('.', ',') : String(raw);
}

/** The other one of two values, whichever way yes is written. */
export function flipped(raw: unknown): Json {
  if (raw === 'Y' || raw === 'N') return raw === 'Y' ? 'N' : 'Y';
  if (raw === 1 || raw === 0) return raw === 1 ? 0 : 1;
  return raw !== true;
}

export const valueOf = (row: Row, column: Column): Json =>
  (valueAt(row, column.field.split('.')) as Json | undefined) ?? null;

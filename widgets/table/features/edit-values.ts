import { exactDigits, isExact } from '../../../src/contracts/exact-number.ts';
import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { type Json, isObject } from '../../../src/contracts/json.ts';
import type { Option } from '../../../src/engine/core/index.ts';
import type { Resolved } from '../../../src/engine/react/index.ts';
import type { Column } from '../columns.ts';
import type { Row, RowKey } from '../view.ts';

/** An edited row, and the loaded row that it was made from. */
export interface Patch {
  source: Row;
  row: Row;
}

/** A copy of the row with another value at a path. */
export function withValue(row: Row, path: readonly string[], value: Json): Row {
  const [key, ...rest] = path;
  if (key === undefined) return row;
  if (rest.length === 0) return { ...row, [key]: value };
  const inner = row[key];
  return { ...row, [key]: withValue(isObject(inner) ? (inner as Row) : {}, rest, value) };
}

/** The rows with their edited copies. An edited copy is dropped when its row is loaded again. */
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

export type EditError = 'required' | 'number' | 'min' | 'max' | 'long' | 'date' | 'inexact';

/** Reads typed text as the value to save, or says why it cannot be one. */
export function parseEdit(
  column: Column,
  typed: string,
  previous: unknown,
): { value: Json } | { error: EditError; limit?: number } {
  const { edit } = column;
  const text = typed.trim();
  if (text === '') return edit?.required ? { error: 'required' } : { value: null };
  switch (edit?.kind) {
    case 'number': {
      // 1.234,5 and 1234.5 alike: a comma, where there is one, is the decimal sign.
      const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
      const value = Number(plain);
      if (!Number.isFinite(value)) return { error: 'number' };
      if (!isExact(plain)) return { error: 'inexact', limit: exactDigits };
      if (edit.min !== undefined && value < edit.min) return { error: 'min', limit: edit.min };
      if (edit.max !== undefined && value > edit.max) return { error: 'max', limit: edit.max };
      return { value };
    }
    case 'date': {
      const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
      if (!day || !month || !year) return { error: 'date' };
      const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
      const date = new Date(`${iso}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
        ? { value: iso }
        : { error: 'date' };
    }
    case 'select': {
      // A number stays a number.
      const numeric =
        typeof previous === 'number' || optionsOf(column).some((option) => option.value === Number(text));
      return { value: numeric ? Number(text) : text };
    }
    default:
      if (edit?.maxLength !== undefined && [...text].length > edit.maxLength)
        return { error: 'long', limit: edit.maxLength };
      return { value: text };
  }
}

/** Target of the focus after editing; `none`: it has moved already. */
export type EditExit = 'none' | 'cell' | 'down' | 'next' | 'previous';

/** A value that was chosen rather than typed. */
export interface ChosenValue {
  value: Json;
}

/** Whether a chosen value may be saved: none is refused where one is required. */
export const checkChosen = (
  column: Column,
  { value }: ChosenValue,
): { value: Json } | { error: EditError; limit?: number } =>
  value === null && column.edit?.required ? { error: 'required' } : { value };

/** Options of a select: its own, else the entries of the column's map. */
export function optionsOf(column: Column): readonly Resolved<Option>[] {
  const options = column.edit?.options;
  if (Array.isArray(options)) return options;
  return Object.entries(column.map ?? {}).map(([value, label]) => ({ value, label: label ?? value }));
}

/** A value as the text of its control. */
export function editText(column: Column, raw: unknown): string {
  if (raw === null || raw === undefined || typeof raw === 'object') return '';
  const date = column.edit?.kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(String(raw)) : null;
  if (date) return `${date[3]}/${date[2]}/${date[1]}`;
  return column.edit?.kind === 'number' ? String(raw).replace('.', ',') : String(raw);
}

/** The opposite of a yes or no, in the values that the column uses. */
export function opposite(raw: unknown): Json {
  if (raw === 'Y' || raw === 'N') return raw === 'Y' ? 'N' : 'Y';
  if (raw === 1 || raw === 0) return raw === 1 ? 0 : 1;
  return raw !== true;
}

export const valueOf = (row: Row, column: Column): Json =>
  (valueAt(row, column.field.split('.')) as Json | undefined) ?? null;

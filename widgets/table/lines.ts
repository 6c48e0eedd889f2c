import { useMemo } from 'react';
import { isBlank, useLanguage } from '../../src/engine/react/index.ts';
import type { LineLayout } from '../../src/ui/index.ts';
import { orderField } from './columns.ts';
import type { Column, Order, TableSettings } from './columns.ts';
import type { TableView } from './view.ts';

/** Lines of a table from top to bottom: rows, headers of groups, opened details. Holds indices, no object per line. */
export interface Lines extends LineLayout {
  kind(line: number): 'row' | 'group' | 'detail';
  /** Index of the row that the line shows or details; of a group's header, index of the group. */
  rowOf(line: number): number;
  /** React key of the line; null: the row's own key. */
  keyOf(line: number): string | null;
}

/** Lists of more lines than this are rendered a window at a time, and cards in steps of as many. */
export const windowedAbove = 100;

/** Lines that are all rows, of one height. */
export function flatLines(count: number, rowOf: (line: number) => number = (line) => line): Lines {
  return {
    count,
    kind: () => 'row',
    rowOf,
    keyOf: () => null,
    topOf: (line, rowHeight) => line * rowHeight,
    lineAt: (top, rowHeight) => Math.floor(top / rowHeight),
  };
}

/** Indices of the rows that pass a test, in their order; of all rows without a test. */
export function filterRows(count: number, passes: ((row: number) => boolean) | null): Uint32Array {
  const found = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    if (passes && !passes(row)) continue;
    found[length] = row;
    length += 1;
  }
  return found.subarray(0, length);
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN;

/** Columns that show texts instead of their values are sorted by the texts. */
const sortsByText = (column: Column) => column.map !== undefined || column.cell === 'avatar-group';

/**
 * Sorts rows by a column: numbers by size, all else by the language's order. Missing values come last in either
 * direction, and equal rows stay in their order. Returns indices: no row is copied.
 * @param subset indices of the rows to sort, in the order of the source.
 */
export function sortRows(
  subset: Uint32Array,
  view: Pick<TableView, 'columns' | 'raw' | 'text'>,
  column: number,
  descending: boolean,
  lang: string,
): Uint32Array {
  const settings = view.columns[column];
  if (!settings) return subset;
  const direction = descending ? -1 : 1;
  const byText = sortsByText(settings);
  const filled: number[] = [];
  const missing: number[] = [];
  const numbers = new Float64Array(subset.length);
  let numeric = !byText;
  for (const row of subset) {
    const value = view.raw(column, row);
    if (isBlank(value)) {
      missing.push(row);
      continue;
    }
    const at = filled.push(row) - 1;
    const number = numberOf(value);
    numbers[at] = number;
    if (Number.isNaN(number)) numeric = false;
  }
  const order = Uint32Array.from(filled.keys());
  if (numeric) {
    order.sort((a, b) => direction * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || a - b);
  } else {
    const collator = new Intl.Collator(lang, { numeric: true });
    const words = filled.map((row) => {
      const value = view.raw(column, row);
      return byText || typeof value === 'object' ? view.text(column, row) : String(value);
    });
    order.sort((a, b) => direction * collator.compare(words[a] ?? '', words[b] ?? '') || a - b);
  }
  const sorted = order.map((at) => filled[at] ?? 0);
  const all = new Uint32Array(subset.length);
  all.set(sorted);
  all.set(missing, filled.length);
  return all;
}

/** Index of the column by which rows held in memory are sorted; -1: none, or the server sorts. */
export const sortedColumn = (settings: TableSettings, view: TableView, order: Order | null): number =>
  settings.paging === 'none' && order
    ? view.columns.findIndex((column) => column.sort && orderField(column) === order.field)
    : -1;

/** Lines of the plain table: its rows, sorted when they are all in memory. */
export function usePlainLines(settings: TableSettings, view: TableView, order: Order | null): Lines {
  const lang = useLanguage();
  const column = sortedColumn(settings, view, order);
  const descending = order?.descending === true;
  const sorted = useMemo(
    () => (column < 0 ? null : sortRows(filterRows(view.rows.length, null), view, column, descending, lang)),
    [view, column, descending, lang],
  );
  const count = view.rows.length;
  return useMemo(() => flatLines(count, sorted ? (line) => sorted[line] ?? 0 : undefined), [count, sorted]);
}

import { isObject, type Json } from '../../../src/contracts/json.ts';
import { columnKey } from '../view.ts';
import type { Column } from '../view.ts';

/** How a person set the columns up for themselves, by their keys. */
export interface Arrangement {
  /** From left to right; columns that are not in it stand where the definition has them. */
  order: readonly string[];
  hidden: readonly string[];
  /** Pixels. */
  widths: Readonly<Record<string, number>>;
}

export const leastColumn = 48;
export const mostColumn = 1200;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const clampWidth = (width: number): number =>
  Math.round(Math.min(mostColumn, Math.max(leastColumn, width)));

/** What was kept, or the definition's own where nothing (or nothing that can be read) is. */
export function readArrangement(kept: unknown, columns: readonly Column[]): Arrangement {
  const standard: Arrangement = {
    order: [],
    hidden: columns.filter((column) => column.hidden).map(columnKey),
    widths: {},
  };
  if (!isObject(kept)) return standard;
  const widths = Object.entries(isObject(kept.widths) ? kept.widths : {}).flatMap(([key, width]) =>
    typeof width === 'number' && Number.isFinite(width) ? [[key, clampWidth(width)] as const] : [],
  );
  return { order: texts(kept.order), hidden: texts(kept.hidden), widths: Object.fromEntries(widths) };
}

export const toJson = ({ order, hidden, widths }: Arrangement): Json => ({
  order: [...order],
  hidden: [...hidden],
  widths: { ...widths },
});

/** Every column in the person's order; new ones of the definition stand behind the neighbour they have there. */
export function ordered(columns: readonly Column[], { order }: Arrangement): Column[] {
  const byKey = new Map(columns.map((column) => [columnKey(column), column]));
  const known = order.filter((key) => byKey.has(key));
  const result = known.map((key) => byKey.get(key) as Column);
  columns.forEach((column, index) => {
    if (result.includes(column)) return;
    const left = columns[index - 1];
    result.splice(left ? result.indexOf(left) + 1 : 0, 0, column);
  });
  return result;
}

/** The columns to draw. One always stays: a table without columns cannot be told from a broken one. */
export function arranged(columns: readonly Column[], arrangement: Arrangement): Column[] {
  const all = ordered(columns, arrangement);
  const shown = all.filter((column) => !arrangement.hidden.includes(columnKey(column)));
  return (shown.length > 0 ? shown : all.slice(0, 1)).map((column) => {
    const width = arrangement.widths[columnKey(column)];
    return width === undefined ? column : { ...column, width };
  });
}

/** A column moved by so many places among those that are shown. */
export function moved(
  columns: readonly Column[],
  arrangement: Arrangement,
  key: string,
  by: number,
): Arrangement {
  const all = ordered(columns, arrangement).map(columnKey);
  const shown = all.filter((one) => !arrangement.hidden.includes(one) || one === key);
  const neighbour = shown[shown.indexOf(key) + by];
  if (neighbour === undefined) return arrangement;
  const rest = all.filter((one) => one !== key);
  rest.splice(rest.indexOf(neighbour) + (by > 0 ? 1 : 0), 0, key);
  return { ...arrangement, order: rest };
}

import type { Json } from '../../../contracts/json.ts';
import { assignColors, fieldValue, figuresOf, maxColors } from '../../../ui/index.ts';
import type { ChartProblem } from './chart-hooks.ts';
import { timeOf } from '../figure-format.ts';

export type ChartRow = Readonly<Record<string, Json>>;

/** Whether a row is the one that a dataset made of all values of a field beyond its first ones. */
export const isRestOf = (row: ChartRow, field: string): boolean => fieldValue(row, `${field}Rest`) === true;

/** Sorts rows by the time of a field; those without a date come last, in their order. */
export function rowsByTime(rows: readonly ChartRow[], field: string): readonly ChartRow[] {
  const times = rows.map((row) => timeOf(fieldValue(row, field)) ?? Number.POSITIVE_INFINITY);
  if (times.every((time, index) => index === 0 || times[index - 1]! <= time)) return rows;
  const order = rows.map((_, index) => index).sort((a, b) => times[a]! - times[b]! || a - b);
  return order.map((index) => rows[index]!);
}

/** Reason why rows cannot be drawn: a field that none of them has, or a measure of texts. */
export function problemOfRows(
  rows: readonly ChartRow[],
  names: readonly (string | undefined)[],
  measures: readonly (string | undefined)[],
): ChartProblem | null {
  if (rows.length === 0) return null;
  const unknown = names.find(
    (field) => field !== undefined && rows.every((row) => fieldValue(row, field) === undefined),
  );
  if (unknown !== undefined) return { kind: 'unknown', field: unknown };
  for (const field of measures) {
    const problem = field === undefined ? null : figuresOf(rows, field).problem;
    if (problem) return { kind: problem, field: field! };
  }
  return null;
}

/**
 * The colours of groups by their keys: the largest ones have one each, the others none. `known` remembers them over changes of
 * filters.
 */
export function colorsOfGroups(
  known: Map<string, number>,
  groups: readonly { key: string; size: number }[],
): ReadonlyMap<string, number> {
  const largest = [...groups].sort((a, b) => b.size - a.size).slice(0, maxColors);
  assignColors(
    known,
    groups.filter((group) => largest.includes(group)).map(({ key }) => key),
  );
  return new Map(largest.flatMap(({ key }) => (known.has(key) ? [[key, known.get(key)!]] : [])));
}

import type { PieProps } from '../../src/engine/core/index.ts';
import { isRestOf, problemOfRows } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow as Row, Resolved } from '../../src/engine/react/index.ts';
import { assignColors, fieldValue, figuresOf } from '../../src/ui/index.ts';

export interface Part {
  raw: unknown;
  name: string;
  value: number;
  /** From 0 to 1. */
  share: number;
  /** Null: the grey of all others. */
  color: number | null;
  /** Null: the part is of several rows. */
  row: Row | null;
}

export interface Parts {
  parts: readonly Part[];
  total: number;
  problem: ChartProblem | null;
}

const defaultParts = 5;

/** Reads rows as parts of a whole: the largest first, then all others as one. `colors` remembers the colour of each value. */
export function createParts(
  props: Resolved<PieProps>,
  rows: readonly Row[],
  nameOf: (value: unknown) => string,
  others: string,
  colors: Map<string, number>,
): Parts {
  const none = (problem: ChartProblem | null): Parts => ({ parts: [], total: 0, problem });
  const problem = problemOfRows(rows, [props.category], [props.value]);
  if (problem) return none(problem);
  const { values } = figuresOf(rows, props.value);
  const isRest = (row: Row) => isRestOf(row, props.category);
  const all = rows.flatMap((row, index) => {
    const value = values[index];
    return typeof value === 'number' && value > 0 ? [{ row, value }] : [];
  });
  const total = all.reduce((sum, { value }) => sum + value, 0);
  const sorted = all.filter(({ row }) => !isRest(row)).sort((a, b) => b.value - a.value);
  const rest = all.filter(({ row }) => isRest(row));
  const max = props.parts ?? defaultParts;
  // The last of the parts is that of all others, unless all have room.
  const room = sorted.length + rest.length > max ? max - 1 : sorted.length;
  const kept = sorted.slice(0, room);
  const dropped = [...sorted.slice(room), ...rest];
  const keyOf = (row: Row) => JSON.stringify(fieldValue(row, props.category) ?? null);
  assignColors(
    colors,
    kept.map(({ row }) => keyOf(row)),
  );
  const parts = kept.map(({ row, value }): Part => {
    const raw = fieldValue(row, props.category);
    return {
      raw,
      name: nameOf(raw),
      value,
      share: value / total,
      color: colors.get(keyOf(row)) ?? null,
      row,
    };
  });
  if (dropped.length > 0) {
    const value = dropped.reduce((sum, part) => sum + part.value, 0);
    const row = dropped.length === 1 ? dropped[0]!.row : null;
    parts.push({ raw: null, name: others, value, share: value / total, color: null, row });
  }
  return { parts, total, problem: null };
}

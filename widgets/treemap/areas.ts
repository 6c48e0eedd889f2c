import type { TreemapProps } from '../../src/engine/core/index.ts';
import { colorsOfGroups, isRestOf, problemOfRows, toScalar } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow, Resolved, Scalar } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf } from '../../src/ui/index.ts';

export interface Area {
  raw: unknown;
  name: string;
  value: number;
  /** Of the whole, from 0 to 1. */
  share: number;
  row: ChartRow;
}

export interface AreaGroup {
  /** Null: the areas have no groups. */
  name: string | null;
  key: Scalar;
  /** Null: the grey of all others. */
  color: number | null;
  value: number;
  areas: readonly Area[];
}

export interface Areas {
  groups: readonly AreaGroup[];
  /** Rows in their order with what they have, those without an area too. */
  listed: readonly { group: string | null; name: string; value: number | null; share: number | null }[];
  total: number;
  problem: ChartProblem | null;
}

/** Areas beyond this number are smaller than a few pixels. */
const maxAreas = 5_000;

const none = (problem: ChartProblem | null): Areas => ({ groups: [], listed: [], total: 0, problem });

/** Reads rows as areas of a whole, the largest first. `colors` remembers the colour of each group. */
export function createAreas(
  props: Resolved<TreemapProps>,
  rows: readonly ChartRow[],
  names: { area(value: unknown): string; group(value: unknown): string; others: string },
  colors: Map<string, number>,
): Areas {
  const { category, groupBy } = props;
  const problem = problemOfRows(rows, [category, groupBy], [props.value]);
  if (problem) return none(problem);
  if (rows.length > maxAreas) return none({ kind: 'points', count: rows.length, limit: maxAreas });
  const { values } = figuresOf(rows, props.value);
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  const found = new Map<string, { key: Scalar; name: string | null; isRest: boolean; areas: Area[] }>();
  const listed = rows.map((row, index) => {
    const value = values[index] ?? null;
    const isRest = groupBy !== undefined && isRestOf(row, groupBy);
    const key = groupBy === undefined || isRest ? null : toScalar(fieldValue(row, groupBy));
    const group = groupBy === undefined ? null : isRest ? names.others : names.group(key);
    const raw = fieldValue(row, category);
    const name = isRestOf(row, category) ? names.others : names.area(raw);
    const share = value !== null && value > 0 ? value / total : null;
    if (share !== null) {
      const id = isRest ? 'rest' : `=${JSON.stringify(key)}`;
      const its = found.get(id) ?? { key, name: group, isRest, areas: [] };
      found.set(id, its);
      its.areas.push({ raw, name, value: value!, share, row });
    }
    return { group, name, value, share };
  });
  const sizes = [...found].map(([id, one]) => ({
    id,
    ...one,
    size: one.areas.reduce((sum, { value }) => sum + value, 0),
  }));
  const colorOf = colorsOfGroups(
    colors,
    sizes.flatMap(({ id, isRest, size }) => (isRest ? [] : [{ key: id, size }])),
  );
  const groups = sizes
    .sort((a, b) => b.size - a.size)
    .map(({ id, key, name, size, areas }): AreaGroup => ({
      key,
      name,
      color: colorOf.get(id) ?? null,
      value: size,
      areas: areas.sort((a, b) => b.value - a.value),
    }));
  return { groups, listed, total, problem: null };
}

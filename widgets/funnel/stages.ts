import type { FunnelProps } from '../../src/engine/core/index.ts';
import { isRestOf, problemOfRows } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf } from '../../src/ui/index.ts';

export interface Stage {
  raw: unknown;
  name: string;
  value: number | null;
  /** Shares of the first stage and of the one before; null where there is none to compare with. */
  ofFirst: number | null;
  ofPrevious: number | null;
  row: ChartRow;
}

export interface Stages {
  stages: readonly Stage[];
  problem: ChartProblem | null;
}

/** More stages would be thinner than their names. */
const maxStages = 40;

const shareOf = (value: number | null, whole: number | null | undefined): number | null =>
  value === null || whole === null || whole === undefined || whole <= 0 ? null : value / whole;

/** Reads rows as stages of a process, in their order. */
export function createStages(
  props: Resolved<FunnelProps>,
  rows: readonly ChartRow[],
  nameOf: (value: unknown) => string,
  others: string,
): Stages {
  const problem = problemOfRows(rows, [props.category], [props.value]);
  if (problem) return { stages: [], problem };
  if (rows.length > maxStages)
    return { stages: [], problem: { kind: 'points', count: rows.length, limit: maxStages } };
  const { values } = figuresOf(rows, props.value);
  const stages = rows.map((row, index): Stage => {
    const raw = fieldValue(row, props.category);
    const value = values[index] ?? null;
    return {
      raw,
      name: isRestOf(row, props.category) ? others : nameOf(raw),
      value,
      ofFirst: shareOf(value, values[0]),
      ofPrevious: index === 0 ? null : shareOf(value, values[index - 1]),
      row,
    };
  });
  return { stages, problem: null };
}

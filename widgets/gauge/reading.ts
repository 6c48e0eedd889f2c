import type { GaugeProps } from '../../src/engine/core/index.ts';
import { problemOfRows } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow, Resolved } from '../../src/engine/react/index.ts';
import { figuresOf, toFigure } from '../../src/ui/index.ts';
import type { ChartTone } from '../../src/ui/index.ts';

export interface Band {
  from: number;
  to: number;
  label: string | undefined;
  tone: ChartTone;
}

export interface Reading {
  value: number | null;
  goal: number | null;
  min: number;
  max: number;
  bands: readonly Band[];
  /** The band that the figure is in. */
  band: Band | null;
  problem: ChartProblem | 'range' | null;
}

/** A number, or a text of one as exact amounts are; null for anything else. */
const figure = (raw: unknown): number | null => {
  const value = toFigure(raw);
  return value === null || Number.isNaN(value) ? null : value;
};

function taken(
  rows: readonly ChartRow[],
  field: string | undefined,
  take: 'first' | 'last' | 'sum',
): number | null {
  if (field === undefined) return null;
  const { values } = figuresOf(rows, field);
  if (take === 'first') return values[0] ?? null;
  if (take === 'last') return values.at(-1) ?? null;
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The usual end, or the round number (1, 2 or 5 with zeros) that holds the figures, so that none is beyond the arc. */
function endFor(usual: number, figures: readonly (number | null)[]): number {
  const most = Math.max(usual, ...figures.map((one) => one ?? usual));
  if (most === usual || !Number.isFinite(most)) return usual;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * [1, 2, 5, 10].find((one) => one * power >= most * (1 - 1e-9))!;
}

/** Reads the figures of the props, else of the rows. */
export function readGauge(props: Resolved<GaugeProps>, rows: readonly ChartRow[]): Reading {
  const take = props.take ?? 'first';
  const of = (raw: unknown, field: string | undefined) =>
    raw === undefined ? taken(rows, field, take) : figure(raw);
  const value = of(props.value, props.field);
  const goal = of(props.goal, props.goalField);
  const min = figure(props.min) ?? 0;
  const max = of(props.max, props.maxField) ?? endFor(props.format === 'percent' ? 1 : 100, [value, goal]);
  const problem =
    problemOfRows(
      rows,
      [],
      [props.value === undefined ? props.field : undefined, props.goalField, props.maxField],
    ) ?? (min < max ? null : 'range');
  const starts = (props.bands ?? []).flatMap(({ from, label, tone }) => {
    const at = figure(from);
    return at === null ? [] : [{ from: at, label, tone }];
  });
  const bands = starts.map((band, index): Band => ({ ...band, to: starts[index + 1]?.from ?? max }));
  return {
    value,
    goal,
    min,
    max,
    bands,
    band: value === null ? null : (bands.findLast(({ from }) => value >= from) ?? null),
    problem,
  };
}

import type { HeatMapProps } from '../../src/engine/core/index.ts';
import { isRestOf, problemOfRows, rowsByTime } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf, maxScaleSteps } from '../../src/ui/index.ts';

export interface Heading {
  raw: unknown;
  text: string;
}

export interface Cell {
  column: number;
  row: number;
  value: number;
  /** Index of its step, which gives it its colour. */
  step: number;
  /** Null: the cell is of several rows. */
  source: ChartRow | null;
}

export interface Step {
  from: number;
  to: number;
}

export interface HeatMapModel {
  columns: readonly Heading[];
  rows: readonly Heading[];
  /** Those with a value, row by row. */
  cells: readonly Cell[];
  /** By row, then by column. */
  grid: readonly (readonly (Cell | null)[])[];
  steps: readonly Step[];
  problem: ChartProblem | null;
}

interface Names {
  column(value: unknown): string;
  row(value: unknown): string;
  others: string;
}

/** Cells beyond this number are smaller than a pixel. */
const maxCells = 50_000;

const empty = (problem: ChartProblem | null): HeatMapModel => ({
  columns: [],
  rows: [],
  cells: [],
  grid: [],
  steps: [],
  problem,
});

/** Numbers the values of a field in the order in which they appear. */
function createHeadings(field: string, nameOf: (value: unknown) => string, others: string) {
  const list: Heading[] = [];
  const known = new Map<unknown, number>();
  return {
    list,
    at(row: ChartRow): number {
      const isRest = isRestOf(row, field);
      const raw = isRest ? null : (fieldValue(row, field) ?? null);
      const key = isRest ? list : typeof raw === 'object' ? JSON.stringify(raw) : raw;
      const found = known.get(key);
      if (found !== undefined) return found;
      known.set(key, list.length);
      list.push({ raw, text: isRest ? others : nameOf(raw) });
      return list.length - 1;
    },
  };
}

/** The round number (1, 2, 2.5 or 5 with zeros) that is at least `size`. */
function roundUp(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * [1, 2, 2.5, 5, 10].find((one) => one * power >= size * (1 - 1e-9))!;
}

/** Equal parts of the range of values, at round numbers. */
function stepsOf(values: readonly number[]): Step[] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (values.length === 0) return [];
  if (least === most) return [{ from: least, to: most }];
  const whole = values.every((value) => Number.isInteger(value));
  let size = roundUp((most - least) / maxScaleSteps);
  // Half of a whole figure is none.
  if (whole) size = Math.max(1, Math.ceil(size));
  const start = Math.floor(least / size) * size;
  // Of whole figures one by one, each has a step of its own.
  const count = size === 1 && whole ? most - start + 1 : Math.ceil((most - start) / size);
  return Array.from({ length: count }, (_, index) => ({
    from: start + size * index,
    to: start + size * (index + 1),
  }));
}

/** Steps as a legend names them: of whole figures the end of one is not the start of the next. */
export function legendOf(steps: readonly Step[], cells: readonly Cell[]): Step[] {
  const whole = [...cells.map(({ value }) => value), ...steps.map(({ from }) => from)].every(
    Number.isInteger,
  );
  return steps.map(({ from, to }, at) => ({
    from,
    // The greatest value belongs to the last step.
    to: whole && from < to && at < steps.length - 1 ? to - 1 : to,
  }));
}

/** Reads rows as cells of two categories. */
export function createHeatMap(
  props: Resolved<HeatMapProps>,
  given: readonly ChartRow[],
  names: Names,
): HeatMapModel {
  const problem = problemOfRows(given, [props.column, props.row], [props.value]);
  if (problem) return empty(problem);
  const source = props.unit === undefined ? given : rowsByTime(given, props.column);
  const { values } = figuresOf(source, props.value);
  const columns = createHeadings(props.column, names.column, names.others);
  const rows = createHeadings(props.row, names.row, names.others);
  const found = new Map<string, Omit<Cell, 'step'>>();
  source.forEach((row, index) => {
    const at = { column: columns.at(row), row: rows.at(row) };
    const value = values[index] ?? null;
    if (value === null) return;
    const key = `${at.row}/${at.column}`;
    const before = found.get(key);
    // Two rows in one cell are none that can be selected.
    found.set(
      key,
      before ? { ...before, value: before.value + value, source: null } : { ...at, value, source: row },
    );
  });
  const count = columns.list.length * rows.list.length;
  if (count > maxCells) return empty({ kind: 'points', count, limit: maxCells });
  const steps = stepsOf([...found.values()].map(({ value }) => value));
  const grid = rows.list.map((_, row) =>
    columns.list.map((__, column): Cell | null => {
      const cell = found.get(`${row}/${column}`);
      if (!cell) return null;
      const step = steps.findIndex(({ to }) => cell.value < to);
      return { ...cell, step: step === -1 ? steps.length - 1 : step };
    }),
  );
  const cells = grid.flatMap((line) => line.filter((cell) => cell !== null));
  return { columns: columns.list, rows: rows.list, cells, grid, steps, problem: null };
}

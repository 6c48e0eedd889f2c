import type { Json } from '../../src/contracts/json.ts';
import type { TileMapProps } from '../../src/engine/core/index.ts';
import type { ChartProblem, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf } from '../../src/ui/index.ts';
import { stateOf, states } from './states.ts';

type Row = Readonly<Record<string, Json>>;

export interface MapTile {
  value: number | null;
  /** Index of the step of its value; null without a value. */
  step: number | null;
  /** Null: no row names the state. */
  row: Row | null;
  raw: unknown;
}

/** Values from `from` to `to`, which is the start of the next step where the definition gives the limits. */
export interface MapStep {
  from: number | null;
  to: number | null;
}

export type MapProblem = ChartProblem | { kind: 'doubled'; state: string };

export interface TileMapModel {
  /** By index of the state. */
  tiles: readonly MapTile[];
  steps: readonly MapStep[];
  /** Rows that name no state, with their values. */
  outside: readonly { raw: unknown; value: number | null }[];
  problem: MapProblem | null;
}

const defaultSteps = 5;

/** Values from which the next step begins. */
function startsOf(sorted: readonly number[], props: Resolved<TileMapProps>): number[] {
  if (props.limits) return [...new Set(props.limits)].sort((a, b) => a - b);
  const count = props.steps ?? defaultSteps;
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 0;
  const starts = Array.from({ length: count - 1 }, (_, index) =>
    props.scale === 'even'
      ? low + ((high - low) * (index + 1)) / count
      : sorted[Math.floor(((index + 1) * sorted.length) / count)]!,
  );
  // Equal values are in one step, so that there may be fewer steps than asked for.
  return [...new Set(starts)].filter((start) => start > low);
}

const stepAt = (starts: readonly number[], value: number) => starts.filter((start) => start <= value).length;

function stepsOf(
  starts: readonly number[],
  sorted: readonly number[],
  isGiven: boolean,
): { steps: MapStep[]; stepOf(value: number): number } {
  if (isGiven)
    return {
      steps: Array.from({ length: starts.length + 1 }, (_, index) => ({
        from: starts[index - 1] ?? null,
        to: starts[index] ?? null,
      })),
      stepOf: (value) => stepAt(starts, value),
    };
  const groups = new Map<number, number[]>();
  for (const value of sorted) {
    const at = stepAt(starts, value);
    groups.set(at, [...(groups.get(at) ?? []), value]);
  }
  // A step without a state says nothing.
  const used = [...groups.keys()];
  return {
    steps: [...groups.values()].map((values) => ({ from: values[0]!, to: values.at(-1)! })),
    stepOf: (value) => used.indexOf(stepAt(starts, value)),
  };
}

/** Reads rows as values of states. */
export function createTileMap(props: Resolved<TileMapProps>, rows: readonly Row[]): TileMapModel {
  const none = (problem: MapProblem): TileMapModel => ({ tiles: [], steps: [], outside: [], problem });
  if (rows.length > 0 && rows.every((row) => fieldValue(row, props.state) === undefined))
    return none({ kind: 'unknown', field: props.state });
  const { values, problem } = figuresOf(rows, props.value);
  if (problem) return none({ kind: problem, field: props.value });
  const found = new Map<number, { row: Row; value: number | null; raw: unknown }>();
  const outside: { raw: unknown; value: number | null }[] = [];
  for (const [index, row] of rows.entries()) {
    const raw = fieldValue(row, props.state);
    const value = values[index] ?? null;
    const state = stateOf(raw);
    if (state === undefined) outside.push({ raw, value });
    // Neither of two values is the state's, and their sum need not be.
    else if (found.has(state)) return none({ kind: 'doubled', state: states[state]!.name });
    else found.set(state, { row, value, raw });
  }
  const sorted = [...found.values()].flatMap(({ value }) => (value === null ? [] : [value]));
  sorted.sort((a, b) => a - b);
  const { steps, stepOf } = stepsOf(startsOf(sorted, props), sorted, props.limits !== undefined);
  return {
    tiles: states.map((_, index) => {
      const tile = found.get(index);
      if (!tile) return { value: null, step: null, row: null, raw: null };
      return { ...tile, step: tile.value === null ? null : stepOf(tile.value) };
    }),
    steps: sorted.length > 0 ? steps : [],
    outside,
    problem: null,
  };
}

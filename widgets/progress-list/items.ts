import type { Json } from '../../src/contracts/json.ts';
import type { ProgressListProps } from '../../src/engine/core/index.ts';
import type { ChartProblem, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf, toFigure } from '../../src/ui/index.ts';

type Row = Readonly<Record<string, Json>>;
export const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
export type BarTone = (typeof tones)[number];

export interface ProgressItem {
  row: Row;
  raw: unknown;
  /** All other values together. */
  isRest: boolean;
  value: number | null;
  target: number | null;
  /** Part of the target, which may be more than 1; null without a value or a target. */
  share: number | null;
  /** Length of the bar from 0 to 1. */
  length: number;
  /** Null: the colour of the first series. */
  tone: BarTone | null;
}

export interface ProgressItems {
  items: readonly ProgressItem[];
  problem: ChartProblem | null;
}

function toneOf(props: Resolved<ProgressListProps>, row: Row, share: number | null): BarTone | null {
  const own = props.toneField === undefined ? undefined : fieldValue(row, props.toneField);
  const named = tones.find((tone) => tone === own);
  if (named) return named;
  if (share === null) return null;
  const reached = (props.levels ?? []).filter(({ from }) => from <= share).sort((a, b) => a.from - b.from);
  return reached.at(-1)?.tone ?? null;
}

/** Reads rows as figures with a target. */
export function createItems(props: Resolved<ProgressListProps>, rows: readonly Row[]): ProgressItems {
  const none = (problem: ChartProblem): ProgressItems => ({ items: [], problem });
  const named = [props.category, props.toneField].filter((path) => path !== undefined);
  for (const path of named)
    if (rows.length > 0 && rows.every((row) => fieldValue(row, path) === undefined))
      return none({ kind: 'unknown', field: path });
  const { values, problem } = figuresOf(rows, props.value);
  if (problem) return none({ kind: problem, field: props.value });
  const targets = props.targetField === undefined ? null : figuresOf(rows, props.targetField);
  if (targets?.problem) return none({ kind: targets.problem, field: props.targetField! });
  const common = toFigure(props.target);
  if (Number.isNaN(common)) return none({ kind: 'text', field: 'target' });
  const hasTargets = targets !== null || common !== null;
  const largest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const items = rows.map((row, index): ProgressItem => {
    const value = values[index] ?? null;
    const target = targets?.values[index] ?? common;
    // Nothing is a part of zero.
    const share = value === null || target === null || target <= 0 ? null : value / target;
    const part = hasTargets ? (share ?? 0) : value === null || largest === 0 ? 0 : value / largest;
    return {
      row,
      raw: fieldValue(row, props.category) ?? null,
      isRest: fieldValue(row, `${props.category}Rest`) === true,
      value,
      target,
      share,
      length: Math.min(1, Math.max(0, part)),
      tone: toneOf(props, row, share),
    };
  });
  return { items, problem: null };
}

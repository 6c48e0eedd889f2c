import type { Column } from '../view.ts';

export type TotalKind = NonNullable<Column['total']>;

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

/**
 * One number over many values. Missing values count for nothing, and so do values that are no numbers; without any value
 * there is no sum, average, least or greatest.
 */
export function totalOf(kind: TotalKind, count: number, valueAt: (at: number) => unknown): number | null {
  let filled = 0;
  let numbers = 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at++) {
    const value = valueAt(at);
    if (isBlank(value)) continue;
    filled += 1;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) continue;
    numbers += 1;
    sum += number;
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  if (kind === 'count') return filled;
  if (numbers === 0) return null;
  if (kind === 'sum') return sum;
  if (kind === 'avg') return sum / numbers;
  return kind === 'min' ? least : greatest;
}

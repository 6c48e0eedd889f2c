import { useCallback, useLayoutEffect, useRef } from 'react';
import { isPresent } from '../../../contracts/json.ts';
import type { FilterChip } from '../../../ui/index.ts';
import { useBinding, useText } from '../hooks.ts';

export type Scalar = string | number | boolean | null;

/** A value that an event carries and the state holds; null for any other. */
export const toScalar = (value: unknown): Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** A value of the points that a figure writes into the state, to filter what reads it there. */
export interface ChartFilter {
  /** State path. */
  bind: string;
  of: 'category' | 'series';
  /** Name of the value: "Month". */
  name: string;
  nameOf(value: unknown): string;
}

/** Filters that presses on a figure write into the state, and the chips that show them: at most two filters. */
export function useChartFilters(filters: readonly ChartFilter[]): {
  chips: readonly FilterChip[];
  /** Filters by a point's values; a second press on the same takes the filters away. */
  press(point: Readonly<Record<ChartFilter['of'], Scalar>>): void;
} {
  const t = useText();
  const [first, setFirst] = useBinding(filters[0]?.bind);
  const [second, setSecond] = useBinding(filters[1]?.bind);
  const values = [first, second];
  const set = (index: number, value: Scalar) => (index === 0 ? setFirst : setSecond)(value);
  const chips = filters.flatMap(({ bind, name: of, nameOf }, index): FilterChip[] => {
    const value = values[index];
    if (!isPresent(value)) return [];
    const text = t('charts.filter.text', { name: of, value: nameOf(value) });
    const label = t('charts.filter.remove', { filter: text });
    return [{ id: bind, text, label, remove: () => set(index, null) }];
  });
  const latest = useRef({ filters, values, set });
  useLayoutEffect(() => {
    latest.current = { filters, values, set };
  });
  // The same function as long as the figure exists: lines of a table do not render again for it.
  const press = useCallback((point: Readonly<Record<ChartFilter['of'], Scalar>>) => {
    const now = latest.current;
    const isSecond = now.filters.every(({ of }, index) => now.values[index] === point[of]);
    now.filters.forEach(({ of }, index) => {
      if (point[of] !== null) now.set(index, isSecond ? null : point[of]);
    });
  }, []);
  return { chips, press };
}

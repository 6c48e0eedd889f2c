import { useMemo } from 'react';
import type { Json } from '../../../src/contracts/json.ts';
import { useEvaluateRows, useFormat, useText, valueText } from '../../../src/engine/react/index.ts';
import { writing } from '../view.ts';
import type { Row, TableView } from '../view.ts';
import type { Grouped } from './groups.ts';
import { totalOf } from './totals.ts';

/** The words of a total: `column` of all rows (-1) or of a group. Empty: the column has none. */
export interface Totals {
  any: boolean;
  text(column: number, group: number): string;
}

const none: readonly Row[] = [];

/** Totals of all rows that the filter leaves and of each group, each computed once for its rows. */
export function useTotals(view: TableView, order: Uint32Array, grouped: Grouped | null): Totals {
  const t = useText();
  const format = useFormat();
  const { columns } = view;
  const any = columns.some((column) => column.total || column.totalValue);
  const computed = columns.some((column) => column.totalValue);
  const asked = useMemo(() => {
    if (!computed) return none;
    const about = (from: number, to: number): Row => {
      const rows = Array.from(order.subarray(from, to), (row) => view.rows[row] as Json);
      return { rows, count: rows.length };
    };
    return [about(0, order.length), ...(grouped?.groups ?? []).map(({ from, to }) => about(from, to))];
  }, [computed, order, grouped, view]);
  const results = useEvaluateRows(
    columns.map((column) => column.totalValue),
    asked,
  );
  return useMemo(() => {
    const known = new Map<string, string>();
    const compute = (at: number, group: number): string => {
      const column = columns[at];
      if (!column) return '';
      if (column.totalValue) {
        const value = results[at]?.[group + 1];
        return value === undefined ? '' : valueText(writing(column), value, format, t);
      }
      if (!column.total) return '';
      const { from, to } = grouped?.groups[group] ?? { from: 0, to: order.length };
      const value = totalOf(column.total, to - from, (place) => view.raw(at, order[from + place] ?? 0));
      if (value === null) return column.blank ?? '–';
      if (column.total === 'count') return format.number(value);
      const rounded = column.decimals === undefined ? Math.round(value * 100) / 100 : value;
      return column.cell === 'progress'
        ? `${format.number(rounded)}`
        : format.number(rounded, column.decimals);
    };
    return {
      any,
      text(column, group) {
        const key = `${column} ${group}`;
        let text = known.get(key);
        if (text === undefined) known.set(key, (text = compute(column, group)));
        return text;
      },
    };
  }, [any, columns, results, grouped, order, view, format, t]);
}

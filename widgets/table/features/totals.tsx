/* oxlint-disable jsx-a11y/control-has-associated-label -- cells without text are no controls */
import { mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Json } from '../../../src/contracts/json.ts';
import { isBlank, useEvaluateRows, useFormat, useText, valueText } from '../../../src/engine/react/index.ts';
import { alignOf, columnKey, valueSettings } from '../columns.ts';
import type { Column } from '../columns.ts';
import type { Row, TableView } from '../view.ts';
import type { FeatureStyles } from './styles.ts';

type TotalKind = NonNullable<Column['total']>;

/**
 * One number over many values. Missing values and, except for a count, values that are no numbers are left out. Null: no
 * value is left for a sum, average, least or greatest.
 */
export function totalOf(
  kind: TotalKind,
  count: number,
  valueAt: (position: number) => unknown,
): number | null {
  let filled = 0;
  let numbers = 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < count; position++) {
    const value = valueAt(position);
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

/** Positions of rows in their order, `from` up to `to`. */
interface Range {
  from: number;
  to: number;
}

export interface Totals {
  any: boolean;
  /** Total of a column over all rows (group -1) or over a group; empty: the column has none. */
  text(column: number, group: number): string;
}

const noRows: readonly Row[] = [];
const noGroups: readonly Range[] = [];

/** Totals of all rows that the filter leaves and of each group, each computed once for its rows. */
export function useTotals(view: TableView, order: Uint32Array, groups = noGroups): Totals {
  const t = useText();
  const format = useFormat();
  const { columns } = view;
  const any = columns.some((column) => column.total || column.totalValue);
  const computed = columns.some((column) => column.totalValue);
  // Each range of rows is a row to the expressions of totals.
  const ranges = useMemo(() => [{ from: 0, to: order.length }, ...groups], [order, groups]);
  const rangeRows = useMemo(() => {
    if (!computed) return noRows;
    return ranges.map(({ from, to }): Row => {
      const rows = Array.from(order.subarray(from, to), (row) => view.rows[row] as Json);
      return { rows, count: rows.length };
    });
  }, [computed, order, ranges, view]);
  const results = useEvaluateRows(
    columns.map((column) => column.totalValue),
    rangeRows,
    (at) => columns[at]?.title,
  );
  return useMemo(() => {
    const known = new Map<string, string>();
    const compute = (at: number, group: number): string => {
      const column = columns[at];
      const range = ranges[group + 1];
      if (!column || !range) return '';
      if (column.totalValue) {
        const value = results[at]?.[group + 1];
        return value === undefined ? '' : valueText(valueSettings(column), value, format, t);
      }
      if (!column.total) return '';
      const { from, to } = range;
      const value = totalOf(column.total, to - from, (position) => view.raw(at, order[from + position] ?? 0));
      if (value === null) return column.blank ?? '–';
      if (column.total === 'count') return format.number(value);
      if (column.cell === 'money' || column.cell === 'percent')
        return valueText(valueSettings(column), value, format, t);
      const rounded = column.decimals === undefined ? Math.round(value * 100) / 100 : value;
      return format.number(rounded, column.cell === 'progress' ? undefined : column.decimals);
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
  }, [any, columns, results, ranges, order, view, format, t]);
}

export interface TotalsProps {
  columns: readonly Column[];
  total(column: number): string;
  styles: FeatureStyles;
}

/** Totals of all rows in their columns, below the part that scrolls. */
export function Footer({
  columns,
  lead,
  ends,
  pinned,
  total,
  label,
  styles,
}: TotalsProps & { lead: number; ends: boolean; pinned: boolean; label: string }) {
  return (
    <tfoot>
      <tr>
        {lead > 0 && <td className={styles.footCell} colSpan={lead} />}
        {columns.map((column, at) => (
          <td
            key={columnKey(column)}
            className={mergeClasses(
              styles.footCell,
              pinned && at === 0 && styles.footPinned,
              alignOf(column) === 'end' && styles.end,
              alignOf(column) === 'center' && styles.center,
            )}
          >
            {total(at) || (at === 0 ? label : '')}
          </td>
        ))}
        {ends && <td className={styles.footCell} style={{ padding: 0 }} />}
      </tr>
    </tfoot>
  );
}

/** Totals where there are no columns: each with its column's name. Nothing where there are none. */
export function TotalList({ columns, total, className, styles }: TotalsProps & { className: string }) {
  const totals = columns.flatMap((column, at) => {
    const text = total(at);
    return text === '' ? [] : [{ key: columnKey(column), title: column.title, text }];
  });
  if (totals.length === 0) return null;
  return (
    <dl className={className}>
      {totals.map(({ key, title, text }) => (
        <div key={key} className={styles.totalPair}>
          <dt className={styles.totalName}>{title}</dt>
          <dd className={styles.totalText}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Totals of all rows below the cards. */
export function CardFooter({ label, ...totals }: TotalsProps & { label: string }) {
  return (
    <section className={totals.styles.cardFoot} aria-label={label}>
      <strong>{label}</strong>
      <TotalList {...totals} className={totals.styles.totals} />
    </section>
  );
}

/* oxlint-disable jsx-a11y/control-has-associated-label -- cells without text are no controls */
import { mergeClasses } from '@fluentui/react-components';
import { valueText } from '../../../src/engine/react/index.ts';
import type { Formatter, Translate } from '../../../src/engine/react/index.ts';
import { alignOf, columnKey, valueSettings } from '../columns.ts';
import type { TableSettings } from '../columns.ts';
import { Chevron } from './expanding.tsx';
import { TotalList } from './totals.tsx';
import type { TotalsProps } from './totals.tsx';

/** Rows of one value: those at the positions `from` up to `to` of the grouped order. */
export interface Group {
  /** Identifies the group whatever is loaded: its values from the outermost level. */
  key: string;
  value: unknown;
  level: number;
  from: number;
  to: number;
}

export interface Grouped {
  /** Indices of the rows, group after group. */
  order: Uint32Array;
  /** An outer group comes before its inner ones. */
  groups: readonly Group[];
}

const keyOf = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '' : `${typeof value} ${String(value)}`;

/**
 * Groups rows by their values, level by level. Groups keep the order of their first rows in the source, however the rows
 * are sorted; the one without a value comes last.
 */
export function groupRows(order: Uint32Array, levels: readonly ((row: number) => unknown)[]): Grouped {
  const groups: Group[] = [];
  const result = new Uint32Array(order.length);
  let filled = 0;

  function split(rows: Uint32Array, level: number, prefix: string): void {
    const read = levels[level];
    if (!read) {
      result.set(rows, filled);
      filled += rows.length;
      return;
    }
    const buckets = new Map<string, { value: unknown; rows: number[]; first: number }>();
    for (const row of rows) {
      const value = read(row);
      const key = keyOf(value);
      const bucket = buckets.get(key);
      if (bucket) {
        bucket.rows.push(row);
        if (row < bucket.first) bucket.first = row;
      } else buckets.set(key, { value, rows: [row], first: row });
    }
    const sorted = [...buckets].sort(([a, one], [b, other]) =>
      a === '' || b === '' ? Number(a === '') - Number(b === '') : one.first - other.first,
    );
    for (const [bucketKey, bucket] of sorted) {
      const key = `${prefix}/${encodeURIComponent(bucketKey)}`;
      const group: Group = { key, value: bucket.value, level, from: filled, to: filled };
      groups.push(group);
      split(Uint32Array.from(bucket.rows), level + 1, key);
      group.to = filled;
    }
  }

  split(order, 0, '');
  return { order: result, groups };
}

/** Name of a group: its value as the column of its field formats it. */
export function groupName(
  settings: TableSettings,
  { level, value }: Group,
  format: Formatter,
  t: Translate,
): string {
  const grouping = settings.groupBy?.[level];
  if (keyOf(value) === '') return grouping?.blank ?? '–';
  const column = settings.columns.find((one) => one.field === grouping?.field && !one.value);
  return valueText(column ? valueSettings(column) : {}, value, format, t);
}

interface GroupHeaderProps extends TotalsProps {
  name: string;
  count: string;
  open: boolean;
  level: number;
  onToggle(): void;
}

function GroupButton({
  name,
  count,
  open,
  level,
  styles,
  onToggle,
  tabIndex,
}: GroupHeaderProps & { tabIndex: 0 | -1 }) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={styles.groupName}
      style={{ marginInlineStart: level * 24 }}
      aria-expanded={open}
      onClick={onToggle}
    >
      <Chevron open={open} />
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>{' '}
      <span className={styles.badge}>{count}</span>
    </button>
  );
}

/** Header of a group in the grid: its name, the number of its rows, and its totals in their columns. */
export function GroupLine({
  line,
  rowIndex,
  lead,
  ends,
  ...header
}: GroupHeaderProps & { line: number; rowIndex: number; lead: number; ends: boolean }) {
  const { open, level, columns, total, styles } = header;
  const totals = columns.map((_, at) => total(at));
  const first = totals.findIndex((text, at) => at > 0 && text !== '');
  const named = first < 0 ? columns.length : first;
  return (
    <tr
      className={styles.group}
      data-line={line}
      aria-rowindex={rowIndex}
      aria-expanded={open}
      aria-level={level + 1}
    >
      <td className={styles.groupCell} colSpan={lead + named + (first < 0 && ends ? 1 : 0)}>
        <GroupButton {...header} tabIndex={-1} />
      </td>
      {columns.slice(named).map((column, at) => (
        <td
          key={columnKey(column)}
          className={mergeClasses(styles.groupCell, alignOf(column) === 'end' && styles.end)}
        >
          {totals[named + at]}
        </td>
      ))}
      {first >= 0 && ends && <td className={styles.groupCell} />}
    </tr>
  );
}

/** Header of a group among cards. */
export function GroupCard(header: GroupHeaderProps) {
  const { columns, total, styles } = header;
  return (
    <li className={styles.groupCard}>
      <GroupButton {...header} tabIndex={0} />
      <TotalList columns={columns} total={total} className={styles.groupTotals} styles={styles} />
    </li>
  );
}

/** Rows that share a value; `from` up to `to` are places in the grouped order. */
export interface Group {
  /** Tells it apart from all others, whatever is loaded: the values from the outermost level. */
  key: string;
  value: unknown;
  level: number;
  from: number;
  to: number;
}

export interface Grouped {
  /** The rows, group after group. */
  order: Uint32Array;
  /** An outer group stands before its inner ones. */
  groups: readonly Group[];
}

const nameOf = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '' : `${typeof value} ${String(value)}`;

/**
 * Puts rows that share a value together, level by level. Groups stand as their first rows do in the source, whatever the
 * rows are sorted by; the one without a value comes last.
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
      const name = nameOf(value);
      const bucket = buckets.get(name);
      if (bucket) {
        bucket.rows.push(row);
        if (row < bucket.first) bucket.first = row;
      } else buckets.set(name, { value, rows: [row], first: row });
    }
    const sorted = [...buckets].sort(([a, one], [b, other]) =>
      a === '' || b === '' ? Number(a === '') - Number(b === '') : one.first - other.first,
    );
    for (const [name, bucket] of sorted) {
      const key = `${prefix}/${encodeURIComponent(name)}`;
      const group: Group = { key, value: bucket.value, level, from: filled, to: filled };
      groups.push(group);
      split(Uint32Array.from(bucket.rows), level + 1, key);
      group.to = filled;
    }
  }

  split(order, 0, '');
  return { order: result, groups };
}

import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { DatasetDocument, DatasetMeasure } from '../../../../engine/core/index.ts';

/**
 * Test support: computes what a dataset answers from rows in memory, record by record. It shares nothing with the compiler.
 * It knows `order` with `customer` and `item~order`, local days as texts, and neither fill nor previous.
 */

export interface ShopRows {
  order: JsonObject[];
  customer: JsonObject[];
  item: JsonObject[];
}

type Key = Json | undefined;

function valuesAt(rows: ShopRows, order: JsonObject, path: string): Json[] {
  const [first = '', second] = path.split('.');
  if (first === 'customer' && second !== undefined) {
    const found = rows.customer.find(({ id }) => id === order['customer']);
    return [found?.[second] ?? null];
  }
  if (first === 'item~order')
    return rows.item.filter((one) => one['order'] === order['id']).map((one) => one[second ?? 'id'] ?? null);
  return [order[path] ?? null];
}

function compares(operator: string, value: Json, to: Json): boolean {
  if (operator === 'empty') return (value === null) === to;
  if (value === null) return false;
  if (operator === 'in') return (to as Json[]).includes(value);
  if (operator === 'within') {
    const { from = '0', to: last = '9' } = to as Record<string, string>;
    const day = String(value).slice(0, 10);
    return day >= from && day <= last;
  }
  if (operator === 'from') return (value as number) >= (to as number);
  if (operator === 'to') return (value as number) <= (to as number);
  return value === to;
}

/** @param has the records that a path leads to, as the values of their fields */
function matches(
  filter: Json | undefined,
  at: (path: string) => Json,
  has: (path: string) => ((path: string) => Json)[],
): boolean {
  if (!isObject(filter)) return true;
  return Object.entries(filter).every(([name, condition]) => {
    if (name === 'all') return (condition as Json[]).every((one) => matches(one, at, has));
    if (name === 'any') return (condition as Json[]).some((one) => matches(one, at, has));
    if (name === 'not') return !matches(condition, at, has);
    if (name === 'has')
      return Object.entries(condition as JsonObject).every(([path, inner]) =>
        has(path).some((one) => inner === true || matches(inner, one, () => [])),
      );
    const operators = isObject(condition) ? condition : { eq: condition };
    return Object.entries(operators).every(([operator, to]) => compares(operator, at(name), to));
  });
}

function bucketOf(value: Json, unit: string | undefined, weekStart = 'monday'): Json {
  if (unit === undefined || value === null) return value;
  const day = String(value).slice(0, 10);
  const [year = '', month = ''] = day.split('-');
  switch (unit) {
    case 'year':
      return `${year}-01-01`;
    case 'quarter':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    case 'month':
      return `${year}-${month}-01`;
    case 'week': {
      const date = new Date(`${day}T12:00:00Z`);
      const first = ['sunday', 'monday'].indexOf(weekStart);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() - (first < 0 ? 6 : first) + 7) % 7));
      return date.toISOString().slice(0, 10);
    }
    default:
      return day;
  }
}

/** The records that a path to several leads to from an order, with the fields of each and of its order. */
function recordsAt(rows: ShopRows, order: JsonObject, path: string): ((name: string) => Json)[] {
  const orders =
    path === 'item~order' ? [order] : rows.order.filter((one) => one['customer'] === order['customer']);
  const same = order['customer'] === null && path !== 'item~order' ? [] : orders;
  if (path === 'customer.order~customer')
    return same.map((one) => (name) => valuesAt(rows, one, name)[0] ?? null);
  return same.flatMap((one) =>
    rows.item
      .filter((item) => item['order'] === one['id'])
      .map((item) => (name: string) => {
        const [first = '', ...rest] = name.split('.');
        return first === 'order' ? (valuesAt(rows, one, rest.join('.'))[0] ?? null) : (item[first] ?? null);
      }),
  );
}

function aggregate(rows: ShopRows, measure: DatasetMeasure, orders: readonly JsonObject[]): number | null {
  const { count, distinct, sum, avg, min, max, percentile, where } = measure;
  const path =
    percentile?.field ?? [count, distinct, sum, avg, min, max].find((one) => typeof one === 'string');
  const values = orders.flatMap((order) => {
    const own = (name: string): Json => valuesAt(rows, order, name)[0] ?? null;
    const has = (name: string) => recordsAt(rows, order, name);
    if (typeof path !== 'string' || !path.startsWith('item~order'))
      return matches(where as unknown as Json, own, has) ? [typeof path === 'string' ? own(path) : true] : [];
    return rows.item
      .filter((one) => one['order'] === order['id'])
      .filter((item) =>
        matches(
          where as unknown as Json,
          (name) => (name.startsWith('item~order.') ? (item[name.split('.')[1]!] ?? null) : own(name)),
          has,
        ),
      )
      .map((item) => item[path.split('.')[1] ?? 'id'] ?? null);
  });
  if (count !== undefined) return values.length;
  const known = values.filter((one) => one !== null);
  if (distinct !== undefined) return new Set(known).size;
  const numbers = known as number[];
  const total = numbers.reduce((all, one) => all + Math.round(one * 100), 0) / 100;
  if (sum !== undefined) return total;
  if (numbers.length === 0) return null;
  if (avg !== undefined) return total / numbers.length;
  if (min !== undefined) return Math.min(...numbers);
  if (max !== undefined) return Math.max(...numbers);
  const sorted = numbers.toSorted((one, other) => one - other);
  const place = percentile!.p * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

/** The rows of a level, as texts of keys and values that can be compared in any order. */
export function referenceRows(
  rows: ShopRows,
  dataset: DatasetDocument,
  level: readonly string[],
): JsonObject[] {
  const { group = [], measures = {}, where } = dataset;
  const orders = rows.order.filter((order) =>
    matches(
      where as unknown as Json,
      (path) => valuesAt(rows, order, path)[0] ?? null,
      (path) => recordsAt(rows, order, path),
    ),
  );
  const keyOf = (order: JsonObject, at: number): Json =>
    bucketOf(
      valuesAt(rows, order, group[at]!.field)[0] ?? null,
      group[at]!.bucket as string | undefined,
      dataset.weekStart,
    );
  const greatest = group.map(({ top }, at): Json[] | null => {
    if (!top) return null;
    const keys = [...new Set(orders.map((order) => keyOf(order, at)))];
    const ranked = keys.map((key) => ({
      key,
      value: aggregate(
        rows,
        measures[top.by]!,
        orders.filter((order) => keyOf(order, at) === key),
      ),
    }));
    // As the database orders: nulls last, then keys, null last again.
    ranked.sort(
      (one, other) => compareValues(one.value, other.value, -1) || compareValues(one.key, other.key, 1),
    );
    return ranked.slice(0, top.n).map(({ key }) => key);
  });
  const found = new Map<string, { keys: [string, Key][]; orders: JsonObject[] }>();
  if (level.length === 0) found.set('[]', { keys: [], orders: [] });
  for (const order of orders) {
    const keys = group.flatMap(({ id }, at): [string, Key][] => {
      if (!level.includes(id)) return [];
      const value = keyOf(order, at);
      const kept = greatest[at];
      if (!kept) return [[id, value]];
      return kept.includes(value)
        ? [
            [id, value],
            [`${id}Rest`, false],
          ]
        : [
            [id, null],
            [`${id}Rest`, true],
          ];
    });
    const name = JSON.stringify(keys);
    const known = found.get(name) ?? { keys, orders: [] };
    found.set(name, known);
    known.orders.push(order);
  }
  const all = [...found.values()].map((one) => ({
    ...(Object.fromEntries(one.keys) as JsonObject),
    ...Object.fromEntries(
      Object.entries(measures)
        .filter(([, measure]) => !isDerived(measure))
        .map(([name, measure]) => [name, aggregate(rows, measure, one.orders)]),
    ),
  }));
  const names = group.flatMap(({ id, top }) =>
    level.includes(id) ? [id, ...(top ? [`${id}Rest`] : [])] : [],
  );
  return all.map((row) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(measures)
        .filter(([, measure]) => isDerived(measure))
        .map(([name, measure]) => [name, derive(measure, row, all, names)]),
    ),
  }));
}

const isDerived = ({ share, ratio, running }: DatasetMeasure): boolean => Boolean(share ?? ratio ?? running);

/** A measure that is computed from others of the same level. @param names columns of the level's groups */
function derive(
  { share, ratio, running }: DatasetMeasure,
  row: JsonObject,
  all: readonly JsonObject[],
  names: readonly string[],
): number | null {
  const sumOf = (of: string, which: (one: JsonObject) => boolean): number | null => {
    const values = all.filter(which).flatMap((one) => (one[of] === null ? [] : [one[of] as number]));
    return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0);
  };
  const sameIn = (keys: readonly string[]) => (one: JsonObject) => keys.every((key) => one[key] === row[key]);
  const over = (value: Json, to: Json): number | null =>
    value === null || to === null || to === 0 ? null : (value as number) / (to as number);
  if (share) {
    const within = names.filter((name) =>
      (share.within ?? []).some((id) => name === id || name === `${id}Rest`),
    );
    return over(row[share.of]!, sumOf(share.of, sameIn(within)));
  }
  if (ratio) {
    const value = over(row[ratio.of]!, row[ratio.to]!);
    return value === null ? null : value - (ratio.minus ?? 0);
  }
  const { along, of } = running!;
  const others = names.filter((name) => name !== along && name !== `${along}Rest`);
  const at = (one: JsonObject): Json => one[along] ?? null;
  return sumOf(of, (one) => sameIn(others)(one) && compareValues(at(one), at(row), 1) <= 0);
}

function compareValues(one: Json, other: Json, direction: 1 | -1): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -direction : direction;
}

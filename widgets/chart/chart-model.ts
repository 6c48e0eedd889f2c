import type { ChartProps } from '../../src/engine/core/index.ts';
import { isRestOf, rowsByTime, timeOf, toScalar } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow as Row, Resolved } from '../../src/engine/react/index.ts';
import type { ChartColor, Figures } from '../../src/ui/index.ts';
import { assignColors, fieldValue, figuresOf, maxColors } from '../../src/ui/index.ts';

type Kind = 'bar' | 'line' | 'area';

export interface Category {
  raw: unknown;
  /** Written when it is read: few of many points are ever named. */
  readonly text: string;
  /** Milliseconds of a date; null for any other value. */
  time: number | null;
}

export interface ModelSeries {
  name: string;
  /** The measure's field, or the value that the series is split by. */
  key: string | number | boolean | null;
  kind: Kind;
  second: boolean;
  /** Its bars are outlined. */
  outline: boolean;
  color: ChartColor;
  /** By category. */
  values: readonly (number | null)[];
  /** The row of each value; null where a value is none of one row. */
  rows: readonly (Row | null)[];
}

export interface ChartModel {
  categories: readonly Category[];
  series: readonly ModelSeries[];
  problem: ChartProblem | null;
  /** Whether any series has a value. */
  isEmpty: boolean;
}

interface Names {
  category(value: unknown): string;
  split(value: unknown): string;
  others: string;
}

/** Bars beyond this number are thinner than a pixel. */
const maxBars = 2_000;
const maxPoints = 200_000;

function categoryOf(row: Row, field: string, names: Names): Category {
  const raw = fieldValue(row, field);
  return {
    raw,
    get text() {
      // A dataset marks the row of all other records.
      return isRestOf(row, field) ? names.others : names.category(raw);
    },
    time: timeOf(raw),
  };
}

function problemOf(
  { category, splitBy, series }: Resolved<ChartProps>,
  rows: readonly Row[],
  read: (field: string) => Figures,
): ChartProblem | null {
  const unknown = [category, ...(splitBy ? [splitBy] : [])].find(
    (field) => rows.length > 0 && rows.every((row) => fieldValue(row, field) === undefined),
  );
  if (unknown) return { kind: 'unknown', field: unknown };
  for (const { field } of splitBy ? series.slice(0, 1) : series) {
    const { problem } = read(field);
    if (problem) return { kind: problem, field };
  }
  return null;
}

/** The measures of the rows as series: each row is a category. */
function measured(
  props: Resolved<ChartProps>,
  rows: readonly Row[],
  names: Names,
  read: (field: string) => Figures,
) {
  const categories = rows.map((row) => categoryOf(row, props.category, names));
  const series = props.series.map((one, index): ModelSeries => ({
    name: one.label || one.field,
    key: one.field,
    kind: one.kind ?? 'bar',
    second: one.second === true,
    outline: one.outline === true && (one.kind ?? 'bar') === 'bar',
    color: one.tone ?? (index < maxColors ? index : null),
    values: read(one.field).values,
    rows,
  }));
  return { categories, series };
}

interface Group {
  key: string | number | boolean | null;
  name: string;
  isRest: boolean;
  values: Map<number, number>;
  rows: Map<number, Row | null>;
  total: number;
}

/** The first measure by the values of a field: each value is a series. */
function split(
  props: Resolved<ChartProps>,
  rows: readonly Row[],
  names: Names,
  colors: Map<string, number>,
  read: (field: string) => Figures,
) {
  const [measure] = props.series;
  const by = props.splitBy!;
  const { values } = read(measure!.field);
  const positions = new Map<unknown, number>();
  const categories: Category[] = [];
  const groups = new Map<string, Group>();
  rows.forEach((row, at) => {
    const category = categoryOf(row, props.category, names);
    const found = positions.get(category.raw);
    const position = found ?? categories.length;
    if (found === undefined) {
      positions.set(category.raw, position);
      categories.push(category);
    }
    const key = toScalar(fieldValue(row, by));
    const isRest = isRestOf(row, by);
    const id = isRest ? 'rest' : `=${JSON.stringify(key)}`;
    let group = groups.get(id);
    if (!group) {
      const name = isRest ? names.others : names.split(key);
      group = { key, name, isRest, values: new Map(), rows: new Map(), total: 0 };
      groups.set(id, group);
    }
    const value = values[at];
    if (value !== null && value !== undefined) add(group, position, value, row);
  });
  const kept = keptGroups(groups, names.others);
  assignColors(
    colors,
    kept.flatMap((group) => (group.isRest ? [] : [JSON.stringify(group.key)])),
  );
  const series = kept.map((group): ModelSeries => ({
    name: group.name,
    key: group.isRest ? null : group.key,
    kind: measure!.kind ?? 'bar',
    second: false,
    outline: measure!.outline === true && (measure!.kind ?? 'bar') === 'bar',
    color: group.isRest ? null : (colors.get(JSON.stringify(group.key)) ?? null),
    values: categories.map((_, position) => group.values.get(position) ?? null),
    rows: categories.map((_, position) => group.rows.get(position) ?? null),
  }));
  return { categories, series };
}

function add(group: Group, position: number, value: number, row: Row | null): void {
  const before = group.values.get(position);
  group.values.set(position, (before ?? 0) + value);
  // Two rows in one value are none that can be selected.
  group.rows.set(position, before === undefined ? row : null);
  group.total += Math.abs(value);
}

/** The groups with a colour, in their order, and one of all others. */
function keptGroups(groups: ReadonlyMap<string, Group>, others: string): Group[] {
  const all = [...groups.values()];
  const named = all.filter(({ isRest }) => !isRest);
  const rest = all.find(({ isRest }) => isRest);
  const largest = new Set([...named].sort((a, b) => b.total - a.total).slice(0, maxColors));
  const dropped = named.filter((group) => !largest.has(group));
  const kept = named.filter((group) => largest.has(group));
  if (dropped.length === 0) return rest ? [...kept, rest] : kept;
  const sum: Group = { key: null, name: others, isRest: true, values: new Map(), rows: new Map(), total: 0 };
  for (const group of rest ? [...dropped, rest] : dropped)
    for (const [position, value] of group.values) add(sum, position, value, null);
  for (const position of sum.rows.keys()) sum.rows.set(position, null);
  return [...kept, sum];
}

/** Reads rows as categories and series. `colors` remembers the colour of each value that series are split by. */
export function createChartModel(
  props: Resolved<ChartProps>,
  given: readonly Row[],
  names: Names,
  colors: Map<string, number>,
): ChartModel {
  const isTimed = props.axis === 'time' || props.unit !== undefined;
  const rows = isTimed ? rowsByTime(given, props.category) : given;
  const figures = new Map<string, Figures>();
  const read = (field: string): Figures => {
    const known = figures.get(field) ?? figuresOf(rows, field);
    figures.set(field, known);
    return known;
  };
  const problem = problemOf(props, rows, read);
  if (problem) return { categories: [], series: [], problem, isEmpty: true };
  const { categories, series } = props.splitBy
    ? split(props, rows, names, colors, read)
    : measured(props, rows, names, read);
  const count = categories.length * series.length;
  const bars = categories.length * series.filter(({ kind }) => kind === 'bar').length;
  const isEmpty = series.every(({ values }) => values.every((value) => value === null));
  const tooMany: ChartProblem | null =
    bars > maxBars
      ? { kind: 'bars', count: bars, limit: maxBars }
      : count > maxPoints
        ? { kind: 'points', count, limit: maxPoints }
        : null;
  return { categories, series, problem: tooMany, isEmpty };
}

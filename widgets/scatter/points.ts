import type { ScatterProps } from '../../src/engine/core/index.ts';
import { colorsOfGroups, isRestOf, problemOfRows, toScalar } from '../../src/engine/react/index.ts';
import type { ChartProblem, ChartRow, Resolved, Scalar } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf } from '../../src/ui/index.ts';

export interface Point {
  raw: Scalar;
  /** Written when it is read: few of many points are ever named. */
  readonly name: string;
  x: number;
  y: number;
  size: number | null;
  row: ChartRow;
}

export interface PointGroup {
  name: string;
  key: Scalar;
  /** Null: the grey of all others. */
  color: number | null;
  /** From left to right. */
  points: readonly Point[];
}

export interface Points {
  groups: readonly PointGroup[];
  count: number;
  /** The largest size; null without sizes. */
  largest: number | null;
  problem: ChartProblem | null;
}

interface Names {
  point(value: unknown): string;
  group(value: unknown): string;
  others: string;
  /** Name of the points without a field that names them. */
  all: string;
}

const maxPoints = 200_000;

const none = (problem: ChartProblem | null): Points => ({ groups: [], count: 0, largest: null, problem });

interface Found {
  id: string;
  key: Scalar;
  name: string;
  isRest: boolean;
  points: Point[];
}

/** Reads rows as points; those without both figures are left out. `colors` remembers the colour of each group. */
export function createPoints(
  props: Resolved<ScatterProps>,
  rows: readonly ChartRow[],
  names: Names,
  colors: Map<string, number>,
): Points {
  const { splitBy, name: nameField } = props;
  const problem = problemOfRows(rows, [nameField, splitBy], [props.x, props.y, props.size]);
  if (problem) return none(problem);
  if (rows.length > maxPoints) return none({ kind: 'points', count: rows.length, limit: maxPoints });
  const xs = figuresOf(rows, props.x).values;
  const ys = figuresOf(rows, props.y).values;
  const sizes = props.size === undefined ? null : figuresOf(rows, props.size).values;
  const found = new Map<string, Found>();
  let largest: number | null = null;
  let count = 0;
  rows.forEach((row, index) => {
    const x = xs[index] ?? null;
    const y = ys[index] ?? null;
    if (x === null || y === null) return;
    const size = sizes?.[index] ?? null;
    if (size !== null) largest = Math.max(largest ?? 0, size);
    count += 1;
    const group = groupOf(row);
    const raw = nameField === undefined ? null : toScalar(fieldValue(row, nameField));
    group.points.push({
      raw,
      get name() {
        return nameField === undefined ? names.all : names.point(raw);
      },
      x,
      y,
      size,
      row,
    });
  });
  return { groups: kept([...found.values()], names.others, colors), count, largest, problem: null };

  function groupOf(row: ChartRow): Found {
    const isRest = splitBy !== undefined && isRestOf(row, splitBy);
    const key = splitBy === undefined || isRest ? null : toScalar(fieldValue(row, splitBy));
    const id = isRest ? 'rest' : `=${JSON.stringify(key)}`;
    let group = found.get(id);
    if (!group) {
      const name = splitBy === undefined ? names.all : isRest ? names.others : names.group(key);
      group = { id, key, name, isRest, points: [] };
      found.set(id, group);
    }
    return group;
  }
}

/** The groups with a colour, in their order, and one of all others. */
function kept(groups: readonly Found[], others: string, colors: Map<string, number>): PointGroup[] {
  const colorOf = colorsOfGroups(
    colors,
    groups.flatMap(({ id, isRest, points }) => (isRest ? [] : [{ key: id, size: points.length }])),
  );
  const byX = (points: Point[]) => points.sort((a, b) => a.x - b.x || a.y - b.y);
  const rest = groups.filter(({ id }) => !colorOf.has(id)).flatMap(({ points }) => points);
  return [
    ...groups.flatMap(({ id, key, name, points }): PointGroup[] => {
      const color = colorOf.get(id);
      return color === undefined ? [] : [{ key, name, color, points: byX(points) }];
    }),
    ...(rest.length > 0 ? [{ key: null, name: others, color: null, points: byX(rest) }] : []),
  ];
}

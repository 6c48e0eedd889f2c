import { asList, type Json } from '../../src/contracts/json.ts';
import type { PivotTableProps } from '../../src/engine/core/index.ts';
import { timeOf } from '../../src/engine/react/index.ts';
import type { ChartProblem, Resolved } from '../../src/engine/react/index.ts';
import { fieldValue, figuresOf } from '../../src/ui/index.ts';

export type Row = Readonly<Record<string, Json>>;
type Field = Resolved<PivotTableProps>['rows'][number];

/** A value of a field that rows or columns stand for. */
export interface Header {
  field: Field;
  raw: unknown;
  /** All other values together. */
  isRest: boolean;
  key: string;
}

export interface PivotNode {
  /** Values from the outermost field to its own; none for the total of all. */
  path: readonly Header[];
  key: string;
  children: PivotNode[];
}

export type PivotProblem =
  | ChartProblem
  | { kind: 'totals' }
  | { kind: 'doubled'; path: readonly Header[] }
  | { kind: 'columns'; count: number; limit: number };

export interface Pivot {
  roots: readonly PivotNode[];
  /** The row of all rows; null when the data has no such total. */
  total: PivotNode | null;
  columns: readonly PivotNode[];
  problem: PivotProblem | null;
  /** The row of data behind a cell; undefined where there is none. */
  rowAt(row: PivotNode, column: PivotNode): Row | undefined;
  /** Whether the data has totals of a row that has rows below it. */
  hasTotals(row: PivotNode): boolean;
}

/** Columns of figures beyond this number would make each row thousands of cells. */
const maxColumns = 200;

const headerOf = (row: unknown, field: Field): Header => {
  const raw = fieldValue(row, field.field) ?? null;
  const isRest = fieldValue(row, `${field.field}Rest`) === true;
  return { field, raw, isRest, key: isRest ? 'rest' : JSON.stringify(raw) };
};
const keyOf = (path: readonly Header[]) => path.map(({ key }) => key).join('\n');

/** The values that rows have in these fields as a tree, in the order of the rows; dates of a unit are sorted by time. */
function treeOf(rows: readonly Row[], fields: readonly Field[], path: readonly Header[] = []): PivotNode[] {
  const [field, ...inner] = fields;
  if (!field) return [];
  const groups = new Map<string, { header: Header; rows: Row[] }>();
  for (const row of rows) {
    const header = headerOf(row, field);
    const group = groups.get(header.key);
    if (group) group.rows.push(row);
    else groups.set(header.key, { header, rows: [row] });
  }
  const found = [...groups.values()];
  if (field.unit)
    found.sort((a, b) => (timeOf(a.header.raw) ?? Infinity) - (timeOf(b.header.raw) ?? Infinity));
  return found.map((group) => {
    const own = [...path, group.header];
    return { path: own, key: keyOf(own), children: treeOf(group.rows, inner, own) };
  });
}

type Level = ReadonlyMap<string, Row>;

function isLevel(value: unknown): value is { groups: string[]; rows: Row[] } {
  if (typeof value !== 'object' || value === null) return false;
  const { groups, rows } = value as Record<string, unknown>;
  return Array.isArray(groups) && Array.isArray(rows);
}

/** Reads rows as a table of figures, with the totals that come with them. */
export function createPivot(
  props: Resolved<PivotTableProps>,
  rows: readonly Row[],
  givenTotals: unknown,
): Pivot {
  const columnFields = props.columns ?? [];
  const fields = [...props.rows, ...columnFields];
  const none = (problem: PivotProblem): Pivot => ({
    roots: [],
    total: null,
    columns: [],
    problem,
    rowAt: () => undefined,
    hasTotals: () => false,
  });
  for (const { field } of fields)
    if (rows.length > 0 && rows.every((row) => fieldValue(row, field) === undefined))
      return none({ kind: 'unknown', field });
  for (const { field } of props.measures) {
    const { problem } = figuresOf(rows, field);
    if (problem) return none({ kind: problem, field });
  }
  const totals = asList(givenTotals);
  if (!totals.every(isLevel)) return none({ kind: 'totals' });

  const cells = new Map<string, Row>();
  for (const row of rows) {
    const path = fields.map((field) => headerOf(row, field));
    const key = keyOf(path);
    // The row of two that a cell shows would be chance, and their sum need not be the figure of both.
    if (cells.has(key)) return none({ kind: 'doubled', path });
    cells.set(key, row);
  }
  // Levels by the fields that they keep, each row by its values in these.
  const levels = new Map<string, Level>();
  for (const { groups, rows: own } of totals) {
    const kept = fields.filter(({ field }) => groups.includes(field));
    if (kept.length !== groups.length) continue;
    levels.set(
      kept.map(({ field }) => field).join(),
      new Map(own.map((row) => [keyOf(kept.map((field) => headerOf(row, field))), row])),
    );
  }
  levels.set(fields.map(({ field }) => field).join(), cells);
  const levelOf = (row: number, column: number): Level | undefined =>
    levels.get(
      [...props.rows.slice(0, row), ...columnFields.slice(0, column)].map(({ field }) => field).join(),
    );

  const root: PivotNode = { path: [], key: '', children: [] };
  const withTotals = (nodes: readonly PivotNode[]): PivotNode[] =>
    nodes.flatMap((node) =>
      node.children.length === 0
        ? [node]
        : [
            ...withTotals(node.children),
            ...(levelOf(props.rows.length, node.path.length) ? [{ ...node, children: [] }] : []),
          ],
    );
  const columns = withTotals(treeOf(rows, columnFields));
  if (columnFields.length === 0 || levelOf(props.rows.length, 0)) columns.push(root);
  const count = columns.length * props.measures.length;
  if (count > maxColumns) return none({ kind: 'columns', count, limit: maxColumns });
  const columnLevels = [...new Set(columns.map(({ path }) => path.length))];
  const hasTotals = ({ path }: PivotNode) =>
    columnLevels.some((column) => levelOf(path.length, column) !== undefined);
  return {
    roots: treeOf(rows, props.rows),
    total: hasTotals(root) ? root : null,
    columns,
    problem: null,
    rowAt: (row, column) =>
      levelOf(row.path.length, column.path.length)?.get(keyOf([...row.path, ...column.path])),
    hasTotals,
  };
}

/** A row of the table as it is displayed. */
export interface PivotLine {
  node: PivotNode;
  level: number;
  /** Undefined: it has no rows below it. */
  expanded: boolean | undefined;
  position: number;
  siblings: number;
}

/** The rows in sight: those of open groups. `toggled` are the groups that are not as they were at first. */
export function linesOf(
  roots: readonly PivotNode[],
  toggled: ReadonlySet<string>,
  openAtFirst: boolean,
): PivotLine[] {
  return roots.flatMap((node, index) => {
    const isGroup = node.children.length > 0;
    const expanded = isGroup ? toggled.has(node.key) !== openAtFirst : undefined;
    const line = { node, level: node.path.length, expanded, position: index + 1, siblings: roots.length };
    return expanded ? [line, ...linesOf(node.children, toggled, openAtFirst)] : [line];
  });
}

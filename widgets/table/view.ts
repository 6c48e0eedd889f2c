import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { Json } from '../../src/contracts/json.ts';
import type { RowExpression, TableProps } from '../../src/engine/core/index.ts';
import { valueText } from '../../src/engine/react/index.ts';
import type {
  Formatter,
  Resolved,
  RowResults,
  Translate,
  ValueFormat,
  ValueSettings,
} from '../../src/engine/react/index.ts';

export type TableSettings = Resolved<TableProps>;
export type Column = TableSettings['columns'][number];
export type RowAction = NonNullable<TableSettings['rowActions']>[number];
export type RowBadge = NonNullable<Column['badges']>[number];
export type Row = Record<string, Json>;
export type RowKey = string | number;

/** Above this many, row actions are a menu instead of buttons over the row's end (LOOK section 5). */
export const mostButtons = 4;

/** The row expressions of a table in one flat list, and where each one's results belong. */
export interface RowQuestions {
  expressions: (RowExpression | undefined)[];
  value(column: number): number;
  badge(column: number, badge: number): number;
  action(action: number): number;
}

/** Collects every row expression once, so that the page evaluates them together. */
export function rowQuestions(columns: readonly Column[], actions: readonly RowAction[]): RowQuestions {
  const expressions: (RowExpression | undefined)[] = columns.map((column) => column.value);
  const badgesFrom = columns.map((column) => {
    const from = expressions.length;
    for (const badge of column.badges ?? []) expressions.push(badge.when);
    return from;
  });
  const actionsFrom = expressions.length;
  for (const action of actions) expressions.push(action.visible);
  return {
    expressions,
    value: (column) => column,
    badge: (column, badge) => (badgesFrom[column] ?? 0) + badge,
    action: (action) => actionsFrom + action,
  };
}

/** Everything a row needs to be drawn, made once per page. */
export interface TableView {
  /** The same object while only rows and results change: what a row is drawn with beside itself. */
  shape: object;
  results: readonly RowResults[];
  columns: readonly Column[];
  /** Index of the column that names the row. */
  titleColumn: number;
  rows: readonly Row[];
  keyOf(index: number): RowKey;
  nameOf(index: number): string;
  raw(column: number, index: number): unknown;
  text(column: number, index: number): string;
  badges(column: number, index: number): readonly RowBadge[];
  actions(index: number): readonly RowAction[];
}

const truthy = (value: unknown) => value !== false && value !== undefined && value !== null && value !== '';

const formats: Partial<Record<NonNullable<Column['cell']>, ValueFormat>> = {
  number: 'number',
  date: 'date',
  datetime: 'datetime',
  boolean: 'boolean',
};

/** How a column writes its values. */
export function writing(column: Column): ValueSettings {
  const format = column.cell && formats[column.cell];
  return format ? { ...column, format } : column;
}

/** Would the row be drawn the same by both? What lets a refresh draw only the rows that changed. */
export function sameRow(before: TableView, after: TableView, index: number): boolean {
  if (before === after) return true;
  if (before.shape !== after.shape || before.rows[index] !== after.rows[index]) return false;
  return after.results.every((result, at) => Object.is(result?.[index], before.results[at]?.[index]));
}

export function createView(input: {
  shape: object;
  settings: TableSettings;
  columns: readonly Column[];
  actions: readonly RowAction[];
  rows: readonly Row[];
  questions: RowQuestions;
  results: readonly RowResults[];
  format: Formatter;
  t: Translate;
}): TableView {
  const { settings, columns, actions, rows, questions, results, format, t } = input;
  const titleColumn = Math.max(
    0,
    columns.findIndex((column) => column.role === 'title'),
  );
  const paths = columns.map((column) => column.field.split('.'));
  const keyPath = (settings.rowKey ?? 'id').split('.');
  const namePath = settings.rowName?.split('.');
  const raw = (column: number, index: number) =>
    columns[column]?.value
      ? results[questions.value(column)]?.[index]
      : valueAt(rows[index], paths[column] ?? []);
  const written = columns.map(writing);
  const text = (column: number, index: number) => {
    const how = written[column];
    return how ? valueText(how, raw(column, index), format, t) : '';
  };
  const holds = (condition: RowExpression | undefined, question: number, index: number) =>
    condition === undefined || truthy(results[question]?.[index]);
  return {
    shape: input.shape,
    results,
    columns,
    titleColumn,
    rows,
    keyOf(index) {
      const key = valueAt(rows[index], keyPath);
      return typeof key === 'string' || typeof key === 'number' ? key : `#${index}`;
    },
    nameOf(index) {
      const name = namePath ? valueAt(rows[index], namePath) : undefined;
      return typeof name === 'string' && name !== '' ? name : text(titleColumn, index);
    },
    raw,
    text,
    badges: (column, index) =>
      (columns[column]?.badges ?? []).filter((badge, at) =>
        holds(badge.when, questions.badge(column, at), index),
      ),
    actions: (index) => actions.filter((action, at) => holds(action.visible, questions.action(at), index)),
  };
}

const listCells = ['avatar-group', 'link-list', 'progress'];

/** Does the definition say anything that only the full table can do? */
export function needsMore(settings: TableSettings, details: boolean): boolean {
  const { columns, selection, groupBy, tree, adjustable, search, where } = settings;
  if (details || selection || groupBy || tree || adjustable || search || where) return true;
  return columns.some(
    ({ edit, total, totalValue, secondField, hidden, cell }) =>
      edit || total || totalValue || secondField || hidden || listCells.includes(cell ?? ''),
  );
}

/** The schema's default of minWidth. */
const usualMinWidth = 120;

/** The width that a column keeps, in pixels. */
export const leastWidth = (column: Column) => column.width ?? column.minWidth ?? usualMinWidth;

/** What the columns need side by side, in pixels. */
export const tableWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + leastWidth(column), 0);

/** A table that needs more than this scrolls sideways where it has this much room: its columns are meant to be compared. */
const mostForCards = 640;

/** Below this width of the widget, in pixels, rows are stacked cards. */
export const cardsBelow = (columns: readonly Column[]): number => Math.min(tableWidth(columns), mostForCards);

/**
 * The width below which the table scrolls sideways; undefined when it is cards before that. Then the title column gives
 * way to a scroll bar.
 */
export const scrollsBelow = (columns: readonly Column[]): number | undefined =>
  tableWidth(columns) > mostForCards ? tableWidth(columns) : undefined;

/**
 * A CSS width for each column of a fixed layout. Those without a width share what the others leave, by their smallest
 * widths; one of them (undefined) takes what rounding and scroll bars leave over. Needs the scroller as size container.
 * @param taken pixels that other cells of the line need.
 */
export function columnWidths(
  columns: readonly Column[],
  titleColumn: number,
  taken = 0,
): (number | string | undefined)[] {
  const shares = columns.filter((column) => !column.width);
  const weight = tableWidth(shares);
  const fixed = tableWidth(columns) - weight + taken;
  const rest = columns[titleColumn]?.width ? columns.findIndex((column) => !column.width) : titleColumn;
  return columns.map((column, index) => {
    if (column.width) return column.width;
    if (index === rest) return undefined;
    const least = leastWidth(column);
    return `max(${least}px, (100cqw - ${fixed}px) * ${(least / weight).toFixed(4)})`;
  });
}

/** Where each column stands in the stacked card of narrow screens. */
export function cardRoles(columns: readonly Column[]): { title: number; meta: number[]; state: number[] } {
  const title = Math.max(
    0,
    columns.findIndex((column) => column.role === 'title'),
  );
  const meta: number[] = [];
  const state: number[] = [];
  columns.forEach((column, index) => {
    if (index === title || column.role === 'none') return;
    if (column.role === 'state' || (column.role === undefined && column.cell === 'badge')) state.push(index);
    else meta.push(index);
  });
  return { title, meta, state };
}

export interface Order {
  field: string;
  descending: boolean;
}

/** `name_asc` and the like; anything else is no order. */
export function parseOrder(value: unknown): Order | null {
  const found = typeof value === 'string' ? /^(.+)_(asc|desc)$/.exec(value) : null;
  return found?.[1] ? { field: found[1], descending: found[2] === 'desc' } : null;
}

export const columnKey = (column: Column): string => column.id ?? column.field;

export const alignOf = (column: Column) => column.align ?? (column.cell === 'number' ? 'end' : 'start');

export const orderField = (column: Column): string => column.sortField ?? column.field;

/** The page numbers to offer: first, last, the current one and its neighbours; null is a gap. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const wanted = new Set([1, last, page - 1, page, page + 1]);
  if (page <= 3) [2, 3, 4].forEach((number) => wanted.add(number));
  if (page >= last - 2) [last - 3, last - 2, last - 1].forEach((number) => wanted.add(number));
  const numbers = [...wanted].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1];
    if (before === undefined || number === before + 1) return [number];
    // A gap of one page is that page.
    return number === before + 2 ? [before + 1, number] : [null, number];
  });
}

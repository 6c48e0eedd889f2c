import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { Json } from '../../src/contracts/json.ts';
import { conditionHolds } from '../../src/engine/core/index.ts';
import type { RowExpression } from '../../src/engine/core/index.ts';
import { valueText } from '../../src/engine/react/index.ts';
import type { Formatter, RowResults, Translate } from '../../src/engine/react/index.ts';
import { titleColumnOf, valueSettings } from './columns.ts';
import type { Column, TableSettings } from './columns.ts';

export type RowAction = NonNullable<TableSettings['rowActions']>[number];
type RowBadge = NonNullable<Column['badges']>[number];
export type Row = Record<string, Json>;
export type RowKey = string | number;

/** Row expressions of a table in one flat list, with the index of each one's results. */
interface RowExpressions {
  expressions: (RowExpression | undefined)[];
  badge(column: number, badge: number): number;
  action(action: number): number;
}

/** Collects all row expressions, so that they are evaluated together: first one for each column, by its index. */
export function rowExpressions(columns: readonly Column[], actions: readonly RowAction[]): RowExpressions {
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
    badge: (column, badge) => (badgesFrom[column] ?? 0) + badge,
    action: (action) => actionsFrom + action,
  };
}

/** Settings that rows are rendered with. */
export interface ViewShape {
  settings: TableSettings;
  columns: readonly Column[];
  actions: readonly RowAction[];
  computed: RowExpressions;
  format: Formatter;
  t: Translate;
}

/** Rows with everything that their cells show; made once per page. */
export interface TableView {
  /** The same object while only rows and results change. */
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

/** Does a row look the same in both views? A refresh then renders only the rows that changed. */
export function sameRow(before: TableView, after: TableView, index: number): boolean {
  if (before === after) return true;
  if (before.shape !== after.shape || before.rows[index] !== after.rows[index]) return false;
  return after.results.every((result, at) => Object.is(result?.[index], before.results[at]?.[index]));
}

export function createView(
  shape: ViewShape,
  rows: readonly Row[],
  results: readonly RowResults[],
): TableView {
  const { settings, columns, actions, computed, format, t } = shape;
  const titleColumn = titleColumnOf(columns);
  const paths = columns.map((column) => column.field.split('.'));
  const keyPath = (settings.rowKey ?? 'id').split('.');
  const namePath = settings.rowName?.split('.');
  const raw = (column: number, index: number) =>
    columns[column]?.value ? results[column]?.[index] : valueAt(rows[index], paths[column] ?? []);
  const values = columns.map(valueSettings);
  const text = (column: number, index: number) => {
    const value = values[column];
    return value ? valueText(value, raw(column, index), format, t) : '';
  };
  const holds = (condition: RowExpression | undefined, result: number, index: number) =>
    condition === undefined || conditionHolds(results[result]?.[index]);
  return {
    shape,
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
        holds(badge.when, computed.badge(column, at), index),
      ),
    actions: (index) => actions.filter((action, at) => holds(action.visible, computed.action(at), index)),
  };
}

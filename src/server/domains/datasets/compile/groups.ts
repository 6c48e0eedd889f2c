import { daysIn, daysToWeekStart, type Days } from '../../../../contracts/periods.ts';
import {
  cycles,
  isCyclic,
  isExpression,
  parameterName,
  type Cycle,
  type DatasetPathTarget,
} from '../../../../engine/core/index.ts';
import { AppError } from '../../../kernel/errors.ts';
import { rowRules } from '../../../kernel/entity/row-rules.ts';
import type { DatasetScope, Shift } from './scope.ts';

/** Grouping of records as columns: #k<n> for the key, #o<n> for whether a row is that of all others. No name of a document has a #. */
export interface Group {
  id: string;
  path: string;
  target: DatasetPathTarget;
  /** Unit of time; null for the value itself. */
  unit: string | null;
  fill: boolean;
  top: { n: number; by: string } | null;
  isReference: boolean;
  /** Its columns: the key, and before it that of all others. */
  keys: string[];
  key: string;
}

export function readGroups(scope: DatasetScope): Group[] {
  return (scope.document.group ?? []).map(({ id, field, bucket, fill, top }, at) => {
    const target = scope.follow(field);
    const key = `"#k${at}"`;
    return {
      id,
      path: field,
      target,
      unit: isExpression(bucket) ? String(scope.values.get(parameterName(bucket.$expr)!)) : (bucket ?? null),
      fill: fill === true,
      top: top ?? null,
      isReference: target.field.type === 'reference',
      keys: top ? [`"#o${at}"`, key] : [key],
      key,
    };
  });
}

/** The columns of some groups, in the order of all. */
export const keysOf = (groups: readonly Group[], ids: readonly string[]): string[] =>
  groups.flatMap(({ id, keys }) => (ids.includes(id) ? keys : []));

/** The number of a level as `grouping` gives it: a bit for each group that the level does not have. */
export function levelOf(groups: readonly string[], kept: readonly string[]): number {
  return groups.reduce((sum, id, at) => (kept.includes(id) ? sum : sum + 2 ** (groups.length - 1 - at)), 0);
}

/** The key of a group as SQL: local time of a bucket, moved onto the current period; else the value. */
export function keySql(scope: DatasetScope, group: Group, column: string, by: Shift | null): string {
  if (group.unit === null) return column;
  const { statement } = scope;
  const local =
    group.target.field.type === 'date'
      ? `${column}::timestamp`
      : `(${column} at time zone ${statement.value(scope.zone, 'text')})`;
  const days = by === null ? null : scope.periodOf(group.path);
  const moved = days === null || by === null ? local : `(${local} + ${intervalOf(days, by)})`;
  return truncated(scope, group.unit, moved);
}

const cycleFields: Readonly<Record<Cycle, string>> = {
  hourOfDay: 'hour',
  weekday: 'isodow',
  monthOfYear: 'month',
};

/** The begin of the unit that a local time lies in, or the number of a part that comes again. */
function truncated({ statement, document }: DatasetScope, unit: string, local: string): string {
  if (isCyclic(unit)) return `extract(${cycleFields[unit]} from ${local})::int`;
  const name = statement.value(unit, 'text');
  const shift = unit === 'week' ? daysToWeekStart(document.weekStart ?? 'monday') : 0;
  // The database's weeks begin on Monday.
  if (shift === 0) return `date_trunc(${name}, ${local})`;
  const days = `interval '${shift} days'`;
  return `(date_trunc(${name}, ${local} - ${days}) + ${days})`;
}

/** The interval by which an earlier period is moved onto the current one. */
function intervalOf(days: Days, by: Shift): string {
  if (by === 'period') return `interval '${daysIn(days)} days'`;
  return by === 'quarter' ? `interval '3 months'` : `interval '1 ${by}'`;
}

const keyTypes: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'bigint',
  number: 'float8',
  boolean: 'boolean',
  date: 'date',
  reference: 'bigint',
};

/** The SQL types of a group's columns. */
export function keyTypesOf({ unit, target, keys }: Group): string[] {
  const type = isCyclic(unit) ? 'int' : unit === null ? keyTypes[target.field.type]! : 'timestamp';
  return keys.length === 1 ? [type] : ['boolean', type];
}

/** Units that a period is filled with. */
const MAX_UNITS = 2000;
const daysOfUnit: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  quarter: 90,
  year: 365,
};

/** Every unit of the period of a group as a table s with a column at; null where the period is not known. */
export function unitsSql(scope: DatasetScope, { unit, path }: Group): string | null {
  if (isCyclic(unit)) return `generate_series(${cycles[unit].first}, ${cycles[unit].last}) as s(at)`;
  const { statement } = scope;
  const days = scope.periodOf(path);
  if (days === null || unit === null) return null;
  if (daysIn(days) / (daysOfUnit[unit] ?? 1) > MAX_UNITS)
    throw new AppError('BAD_FILTERS', { message: 'errors.dataset.units' });
  const name = statement.value(unit, 'text');
  const first = truncated(scope, unit, `${statement.value(days.from, 'date')}::timestamp`);
  const last = `${statement.value(days.to, 'date')}::timestamp${unit === 'hour' ? " + interval '23 hours'" : ''}`;
  const step = unit === 'quarter' ? "interval '3 months'" : `('1 ' || ${name})::interval`;
  return `generate_series(${first}, ${last}, ${step}) as s(at)`;
}

/** The columns of a group in the reply. */
export function outputsOf({ models, reader, statement }: DatasetScope, group: Group): string[] {
  const { id, key, unit, target } = group;
  const rest = group.top ? [`${group.keys[0]} as "${id}Rest"`] : [];
  if (group.isReference) {
    const model = models.get(target.field.entity!)!;
    const rules = rowRules(reader, model, 'read', statement);
    const name = `select coalesce(t.${model.display.column}::text, t.${model.key.column}::text) from ${model.table} t
      where t.${model.key.column} = d.${key} and ${rules}`;
    return [`${key} as "${id}Id"`, `(${name}) as "${id}"`, ...rest];
  }
  if (isCyclic(unit) || (unit === null && target.field.type !== 'date'))
    return [`${key} as "${id}"`, ...rest];
  return [
    `to_char(${key}, '${unit === 'hour' ? 'YYYY-MM-DD"T"HH24:MI' : 'YYYY-MM-DD'}') as "${id}"`,
    ...rest,
  ];
}

/** A term of the order. The row of all others, and rows without a value, come last. */
export function termOf(name: string, direction: 'asc' | 'desc', group: Group | undefined): string {
  const rest = group?.top ? `"${name}Rest", ` : '';
  const key = group?.isReference ? `, "${name}Id"` : '';
  return `${rest}"${name}" ${direction} nulls last${key}`;
}

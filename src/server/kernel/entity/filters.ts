import filterSchema from '../../../../schemas/filter.schema.json' with { type: 'json' };
import { isDay } from '../../../contracts/periods.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { dayAt, timeSpan, type TimeSpan } from '../../../contracts/zoned-time.ts';
import {
  isExpression,
  isFieldValue,
  referenceFits,
  takesOperator,
  type EntityField,
} from '../../../engine/core/index.ts';
import type { Context } from '../contract.ts';
import type { Language } from '../../../contracts/language.ts';
import { AppError } from '../errors.ts';
import { text } from '../texts.ts';
import { storedInstant } from '../within-days.ts';
import { isLinkList, linkTable, type EntityModel, type ModelField } from './entity-model.ts';
import type { Statement } from './statement.ts';
import { columnTypes, toStored } from './values.ts';

const limits = filterSchema.$defs.condition.properties;

/**
 * Values of one `in`, as the language allows them in a declared filter. They are one parameter, so that a long list costs no
 * more text than a short one.
 */
export const MAX_VALUES = filterSchema.$defs.values.maxItems;

/**
 * Rule that a filter breaks: there is no such field, operator or value, a range ends before it begins, or a list has more values
 * than the language allows.
 */
type FilterRule = 'unknown' | 'range' | 'many';

/**
 * A filter that is wrong at a place. `path` is a JSON pointer into the filter, of a reversed range that of the field's condition.
 */
export class BadFilter extends Error {
  readonly path: string;
  readonly rule: FilterRule;

  constructor(path: string, rule: FilterRule = 'unknown') {
    super(`the filter is wrong at ${path}`);
    this.path = path;
    this.rule = rule;
  }
}

/**
 * The failure of a call whose filter has a reversed range or too many values; undefined for one that is wrong otherwise.
 * @param nameOf the name that the caller knows a place of the filter by @param at the path of the place in the call
 */
export function brokenRule(
  { path, rule }: BadFilter,
  nameOf: (path: string) => string,
  at: (path: string) => string,
): AppError | undefined {
  if (rule === 'unknown') return undefined;
  const places = rule === 'range' ? [`${path}/from`, `${path}/to`] : [path];
  const [from = '', to = ''] = places.map(nameOf);
  const params: Record<string, string | number> =
    rule === 'range' ? { from, to } : { name: from, limit: MAX_VALUES };
  const message = rule === 'range' ? 'errors.entity.range' : 'errors.entity.many';
  return new AppError('BAD_FILTERS', {
    message,
    params,
    errors: places.map((place) => ({ path: at(place), key: message, params })),
  });
}

/** The failure of a list whose parameter `filters` is wrong at some place. */
export function badFilters(error: BadFilter): AppError {
  const { path } = error;
  const broken = brokenRule(
    error,
    (place) => `filters${place}`,
    (place) => `/filters${place}`,
  );
  if (broken) return broken;
  const params = { path: path === '' ? '/' : path };
  return new AppError('BAD_FILTERS', {
    message: 'errors.entity.filterAt',
    params,
    errors: [{ path: `/filters${path}`, key: 'errors.entity.filter' }],
  });
}

/**
 * The failure of a list whose parameter of a field has a value that the field cannot have.
 * @param type of the values, where the parameter has others than the field
 */
export function badParameter(
  lang: Language,
  name: string,
  field: ModelField,
  type: EntityField['type'] = itemType(field),
): AppError {
  const { options } = field.field;
  const allowed =
    options && type === itemType(field)
      ? options.map(({ value }) => String(value)).join(', ')
      : text(lang, `errors.entity.takes.${type}`);
  const params = { name, allowed };
  return new AppError('BAD_FILTERS', {
    message: 'errors.entity.parameter',
    params,
    errors: [{ path: `/${name}`, key: 'errors.entity.parameter', params }],
  });
}

/** Values that the references of row rules stand for. */
export interface RuleValues {
  unit: number | null;
  today: string | null;
}

/** A caller. With the values of references, a statement has these in place of asking for them when it runs. */
export type RuleContext = Pick<Context, 'caller' | 'tenant'> & { ruleValues?: RuleValues };

export interface FilterScope {
  ctx: RuleContext;
  model: EntityModel;
  statement: Statement;
  /** Whether `t` is no table of the entity, which alone has the texts of all searchable fields in a column. */
  isJoined?: boolean;
  /** Finds a field by the name that the filter uses; undefined for one that it may not use. */
  find(name: string): ModelField | undefined;
  /** The condition that records exist to which a path leads, and which match a filter; absent where there is no `has`. */
  has?(path: string, filter: Json | null, at: string): string;
}

/** Compiles a filter to a condition on the table `t`. @throws BadFilter */
export function filterSql(scope: FilterScope, filter: Json | undefined, path = ''): string {
  if (!isObject(filter)) throw new BadFilter(path);
  const parts = Object.entries(filter).map(([name, value]) => {
    const at = `${path}/${name}`;
    if (name === 'all' || name === 'any') {
      if (!Array.isArray(value) || value.length === 0) throw new BadFilter(at);
      const list = value.map((one, index) => filterSql(scope, one, `${at}/${index}`));
      return `(${list.join(name === 'all' ? ' and ' : ' or ')})`;
    }
    if (name === 'has') return hasSql(scope, value, at);
    if (name === 'not') return `not coalesce(${filterSql(scope, value, at)}, false)`;
    const field = scope.find(name);
    if (field === undefined) throw new BadFilter(at);
    return fieldSql(scope, field, value, at);
  });
  if (parts.length === 0) throw new BadFilter(path);
  return parts.length === 1 ? String(parts[0]) : `(${parts.join(' and ')})`;
}

function hasSql({ has }: FilterScope, value: Json, at: string): string {
  if (!has || !isObject(value) || Object.keys(value).length === 0) throw new BadFilter(at);
  const parts = Object.entries(value).map(([path, filter]) =>
    has(path, filter === true ? null : filter, `${at}/${path}`),
  );
  return `(${parts.join(' and ')})`;
}

function fieldSql(scope: FilterScope, field: ModelField, condition: Json, at: string): string {
  if (!isObject(condition) || isExpression(condition)) return operatorSql(scope, field, 'eq', condition, at);
  const parts = Object.entries(condition).map(([operator, value]) => {
    if (!takesOperator(field.field, operator)) throw new BadFilter(`${at}/${operator}`);
    return operatorSql(scope, field, operator, value, `${at}/${operator}`);
  });
  if (parts.length === 0) throw new BadFilter(at);
  assertRange(scope, field, condition, at);
  return parts.join(' and ');
}

/** Refuses a range that ends before it begins, of which a list could only be empty. A reference has another value each day. */
function assertRange({ ctx }: FilterScope, { type }: ModelField, condition: JsonObject, at: string): void {
  const { timeZone } = ctx.tenant;
  const isReversed = (from: Json | undefined, to: Json | undefined): boolean => {
    if (typeof from === 'number' && typeof to === 'number') return from > to;
    if (typeof from !== 'string' || typeof to !== 'string') return false;
    if (type === 'date') return from > to;
    return timeSpan(from, timeZone)!.start >= timeSpan(to, timeZone)!.end;
  };
  if (isReversed(condition.from, condition.to)) throw new BadFilter(at, 'range');
  const { within } = condition;
  if (isObject(within) && !isExpression(within) && isReversed(within.from, within.to))
    throw new BadFilter(`${at}/within`, 'range');
}

function operatorSql(
  scope: FilterScope,
  field: ModelField,
  operator: string,
  value: Json,
  at: string,
): string {
  const column = `t.${field.column}`;
  switch (operator) {
    case 'empty': {
      if (typeof value !== 'boolean') throw new BadFilter(at);
      return emptySql(scope, field, value);
    }
    case 'contains':
      if (typeof value !== 'string' || value === '' || value.length > limits.contains.maxLength)
        throw new BadFilter(at);
      return containsSql(scope, field, scope.statement.value(value, 'text'));
    case 'in':
      if (!Array.isArray(value) || value.length === 0) throw new BadFilter(at);
      if (value.length > MAX_VALUES) throw new BadFilter(at, 'many');
      return field.type === 'datetime'
        ? oneOfTimesSql(scope, field, value, at)
        : memberSql(scope, field, comparables(scope, field, value, at), true);
    case 'within':
      return withinSql(scope, field, value, at);
    case 'from':
    case 'to':
      if (field.type === 'datetime') return timeSql(scope, field, operator, value, at);
      return `${column} ${operator === 'from' ? '>=' : '<='} ${comparable(scope, field, value, at)}`;
    case 'under':
      return `${column} in (${branchSql(scope, field, comparable(scope, field, value, at))})`;
    default:
      return field.type === 'datetime'
        ? ['from', 'to'].map((end) => timeSql(scope, field, end, value, at)).join(' and ')
        : memberSql(scope, field, comparable(scope, field, value, at), false);
  }
}

/** Whether a day, or an instant in the tenant's zone, lies within days. */
function withinSql(scope: FilterScope, field: ModelField, value: Json, at: string): string {
  if (!isObject(value) || isExpression(value)) throw new BadFilter(at);
  const { from, to, ...others } = value;
  const isRight = [from, to].every((one) => one === undefined || (typeof one === 'string' && isDay(one)));
  if (!isRight || Object.keys(others).length > 0 || (from ?? to) === undefined) throw new BadFilter(at);
  return Object.entries({ from, to })
    .flatMap(([end, day]) => (day === undefined ? [] : operatorSql(scope, field, end, day, at)))
    .join(' and ');
}

/**
 * Whether an instant is not before the time that a value stands for, or not after it: a day stands for all of that day in the
 * tenant's zone. The bound is a constant, so that an index of the column serves the condition.
 */
function timeSql(scope: FilterScope, { column }: ModelField, end: string, value: Json, at: string): string {
  const { start, end: after } = spanOf(scope, value, at);
  return end === 'from'
    ? `t.${column} >= ${instantSql(scope, start)}`
    : `t.${column} < ${instantSql(scope, after)}`;
}

/** Whether an instant lies in the time of one of several values. The outermost bounds let an index leave most records out. */
function oneOfTimesSql(scope: FilterScope, { column }: ModelField, values: Json[], at: string): string {
  const spans = values.map((one, index) => spanOf(scope, one, `${at}/${index}`));
  const [starts, ends] = [spans.map(({ start }) => start), spans.map(({ end }) => end)];
  const first = starts.reduce((least, one) => Math.min(least, one));
  const last = ends.reduce((most, one) => Math.max(most, one));
  const outer = `t.${column} >= ${instantSql(scope, first)} and t.${column} < ${instantSql(scope, last)}`;
  if (spans.length === 1) return outer;
  const [since, until] = [starts, ends].map((all) =>
    scope.statement.value(all.map(storedInstant), 'timestamptz[]'),
  );
  return `(${outer} and exists (select from unnest(${since}, ${until}) one (since, until)
    where t.${column} >= one.since and t.${column} < one.until))`;
}

function spanOf({ ctx }: FilterScope, value: Json, at: string): TimeSpan {
  const time = isExpression(value) && value.$expr.trim() === 'today' ? today(ctx) : value;
  const span = typeof time === 'string' ? timeSpan(time, ctx.tenant.timeZone) : null;
  if (span === null) throw new BadFilter(at);
  return span;
}

/** The day that it is where the caller works. */
const today = ({ tenant, ruleValues }: RuleContext): string =>
  ruleValues?.today ?? dayAt(Date.now(), tenant.timeZone);

const instantSql = ({ statement }: FilterScope, instant: number): string =>
  statement.value(storedInstant(instant), 'timestamptz');

/** Whether the field is, or as a list has, a value or one of an array. */
function memberSql({ model }: FilterScope, field: ModelField, value: string, isArray: boolean): string {
  const column = `t.${field.column}`;
  const operand = isArray ? `any(${value})` : value;
  if (isLinkList(field))
    return `exists (select from ${linkTable(model, field)} l where l.tenant_id = t.tenant_id and l.record_id = t.${model.key.column} and l.target_id = ${operand})`;
  if (field.type !== 'list') return `${column} = ${operand}`;
  return isArray
    ? `exists (select from unnest(${value}) one where ${column} @> to_jsonb(one))`
    : `${column} @> to_jsonb(${value})`;
}

function emptySql({ model }: FilterScope, field: ModelField, empty: boolean): string {
  if (isLinkList(field))
    return `${empty ? 'not ' : ''}exists (select from ${linkTable(model, field)} l where l.tenant_id = t.tenant_id and l.record_id = t.${model.key.column})`;
  if (field.type === 'list') return `coalesce(t.${field.column}, '[]') ${empty ? '=' : '<>'} '[]'::jsonb`;
  return `t.${field.column} is ${empty ? '' : 'not '}null`;
}

/**
 * `search` contains the text of every searchable field, so its trigrams leave few rows to fold.
 * @param part the parameter that holds the text
 */
export function containsSql(
  { isJoined }: Pick<FilterScope, 'isJoined'>,
  field: ModelField,
  part: string,
): string {
  const like = `molde_like(${part})`;
  const found = `molde_fold(t.${field.column}) like ${like}`;
  return isJoined ? `(${found})` : `(t.search like ${like} and ${found})`;
}

/** A record of a tree and all below it. `union` ends at a circle. */
function branchSql({ model }: FilterScope, field: ModelField, key: string): string {
  const target = field.target === null ? undefined : model.all.get(field.target);
  if (!target?.tree) return key;
  const { table, key: id, tree } = target;
  return `with recursive branch as (
      select b.${id.column} as id from ${table} b where b.${id.column} = ${key}
      union select b.${id.column} from ${table} b join branch on b.${tree.column} = branch.id
    ) select id from branch`;
}

/** A value as a parameter, or the SQL of a reference of a row rule. */
function comparable(scope: FilterScope, field: ModelField, value: Json, at: string): string {
  const { statement, ctx } = scope;
  const type = itemType(field);
  if (isExpression(value)) {
    const reference = value.$expr.trim();
    if (!referenceFits(reference, type)) throw new BadFilter(at);
    if (reference === 'user.id') return statement.value(ctx.caller.userId, 'bigint');
    const { ruleValues } = ctx;
    if (reference === 'user.unit' && ruleValues) return statement.value(ruleValues.unit, 'bigint');
    if (reference === 'user.unit')
      return `(select u.uo_id from app_user u where u.id = ${statement.value(ctx.caller.userId, 'bigint')})`;
    if (reference === 'today') return statement.value(today(ctx), 'date');
    throw new BadFilter(at);
  }
  return statement.value(storedValue(field, type, value, at), columnTypes[type]);
}

/** A list of values as one parameter, or with references as an array of the SQL of each. */
function comparables(scope: FilterScope, field: ModelField, values: Json[], at: string): string {
  if (values.some(isExpression))
    return `array[${values.map((one, index) => comparable(scope, field, one, `${at}/${index}`)).join(', ')}]`;
  const type = itemType(field);
  const stored = values.map((one, index) => storedValue(field, type, one, `${at}/${index}`));
  return scope.statement.value(stored, `${columnTypes[type]}[]`);
}

/** The type of a field, or of the items of a list. */
export const itemType = ({ type, field }: ModelField): ModelField['type'] =>
  type === 'list' ? (field.item ?? 'string') : type;

function storedValue(field: ModelField, type: ModelField['type'], value: Json, at: string): Json {
  if (!isFieldValue({ type }, value)) throw new BadFilter(at);
  return toStored({ ...field, type }, value);
}

import { isDay } from '../../../../contracts/periods.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { isExpression, parameterName } from '../../../../engine/core/index.ts';
import type { ComposedCondition, Operator } from './wire.ts';
import { itemsOfCell } from '../../../kernel/entity/files/list-cell.ts';

/** Operators that mean the opposite of another. */
const opposites: Partial<Record<Operator, Operator>> = {
  ne: 'eq',
  notIn: 'in',
  notContains: 'contains',
  notEmpty: 'empty',
  notExists: 'exists',
};
const oppositeOf = (operator: Operator): Operator | null =>
  (Object.entries(opposites).find(([, plain]) => plain === operator)?.[0] as Operator | undefined) ?? null;

/** Splits a path at its last step to several records: `user~manager.name` is the records and their field. */
export function splitRecords(path: string): { records: string | null; rest: string } {
  const segments = path.split('.');
  const at = segments.findLastIndex((segment) => segment.includes('~'));
  if (at < 0) return { records: null, rest: path };
  return { records: segments.slice(0, at + 1).join('.'), rest: segments.slice(at + 1).join('.') };
}

/** The conditions that a form shows for a filter whose parts must all match, and those that it cannot. */
export function readConditions(
  filter: JsonObject | undefined,
  titleOfParameter: (name: string) => string | null,
): { shown: ComposedCondition[]; hidden: JsonObject[] } {
  const shown: ComposedCondition[] = [];
  const hidden: JsonObject[] = [];
  for (const part of partsOf(filter)) {
    const any = part['any'];
    const read = Array.isArray(any)
      ? alternatives(any.filter(isObject), titleOfParameter)
      : single(part, titleOfParameter);
    if (read === null) hidden.push(part);
    else shown.push(...read);
  }
  return { shown, hidden };
}

/** Conditions that must all match, one each. */
function partsOf(filter: JsonObject | undefined): JsonObject[] {
  if (!filter) return [];
  if (Array.isArray(filter['all'])) return filter['all'].filter(isObject).flatMap((one) => partsOf(one));
  if ('any' in filter || 'not' in filter) return [filter];
  if (isObject(filter['has']))
    return Object.entries(filter['has']).map(([path, one]) => ({ has: { [path]: one } }));
  return Object.entries(filter).flatMap(([path, condition]): JsonObject[] =>
    isObject(condition) && !isExpression(condition)
      ? Object.entries(condition).map(([operator, value]) => ({ [path]: { [operator]: value } }))
      : [{ [path]: { eq: condition } }],
  );
}

function alternatives(
  parts: readonly JsonObject[],
  titleOf: (name: string) => string | null,
): ComposedCondition[] | null {
  const read = parts.map((part) => {
    const own = partsOf(part);
    return own.length === 1 ? single(own[0]!, titleOf) : null;
  });
  if (read.includes(null)) return null;
  return read.flatMap((one) => one!).map((one, at) => ({ ...one, or: at > 0 }));
}

/** The condition that a filter of one part is; null for one that a form cannot show. */
function single(part: JsonObject, titleOf: (name: string) => string | null): ComposedCondition[] | null {
  if (isObject(part['not'])) {
    const own = partsOf(part['not']);
    const read = own.length === 1 && !('not' in own[0]!) ? single(own[0]!, titleOf) : null;
    // The opposite of one among the records is not the same as another among them.
    if (read === null || (isObject(own[0]!['has']) && read[0]!.operator !== 'exists')) return null;
    const operator = oppositeOf(read[0]!.operator!);
    return operator === null ? null : [{ ...read[0]!, operator }];
  }
  if (isObject(part['has'])) {
    const [path, inner] = Object.entries(part['has'])[0]!;
    if (inner === true) return [{ path, operator: 'exists' }];
    const own = isObject(inner) ? partsOf(inner) : [];
    const read = own.length === 1 && !('any' in own[0]!) ? single(own[0]!, titleOf) : null;
    if (read === null || read[0]!.path!.includes('~')) return null;
    return [{ ...read[0]!, path: `${path}.${read[0]!.path}` }];
  }
  const [path, condition] = Object.entries(part)[0]!;
  const [operator, value] = Object.entries(condition as JsonObject)[0]!;
  return leaf(path, operator, value, titleOf);
}

function leaf(
  path: string,
  operator: string,
  value: Json,
  titleOf: (name: string) => string | null,
): ComposedCondition[] | null {
  if (operator === 'empty')
    return typeof value === 'boolean' ? [{ path, operator: value ? 'empty' : 'notEmpty' }] : null;
  const base = { path, operator: operator as Operator };
  if (isExpression(value)) {
    const name = parameterName(value.$expr);
    const title = name === null ? null : titleOf(name);
    return title === null ? null : [{ ...base, source: 'parameter', parameter: title }];
  }
  if (operator === 'in' && Array.isArray(value)) {
    const values = value.map((one) =>
      isExpression(one) || isObject(one) || one === null ? null : String(one),
    );
    return values.includes(null) ? null : [{ ...base, source: 'value', values: values as string[] }];
  }
  const text = textOf(value);
  return text === null ? null : [{ ...base, source: 'value', value: text }];
}

function textOf(value: Json): string | null {
  if (Array.isArray(value)) return null;
  if (isObject(value)) {
    const { from, to, ...rest } = value;
    if (Object.keys(rest).length > 0) return null;
    return `${typeof from === 'string' ? from : ''}..${typeof to === 'string' ? to : ''}`;
  }
  return value === null ? null : String(value);
}

/** Validation error of the value of a condition, by the key of its text. */
export class BadValue extends Error {
  readonly rule: 'number' | 'boolean' | 'day' | 'days';

  constructor(rule: BadValue['rule']) {
    super(rule);
    this.rule = rule;
  }
}

/**
 * The filter of a complete condition.
 * @param type type of its field; null where that is not known @param nameOf name of a parameter by its title
 * @throws BadValue
 */
export function toFilter(
  condition: ComposedCondition & { path: string; operator: Operator },
  type: string | null,
  parameter: string | null,
): JsonObject {
  const { path, operator } = condition;
  const plain = opposites[operator];
  if (plain !== undefined)
    return plain === 'empty'
      ? inRecords(path, (field) => ({ [field]: { empty: false } }))
      : { not: toFilter({ ...condition, operator: plain }, type, parameter) };
  if (operator === 'exists') return { has: { [path]: true } };
  const value: Json =
    operator === 'empty'
      ? true
      : parameter === null
        ? valueOf(operator, condition, type)
        : { $expr: `params.${parameter}` };
  return inRecords(path, (field) => ({ [field]: { [operator]: value } }));
}

/** A condition on a field behind several records holds for one of them. */
function inRecords(path: string, make: (field: string) => JsonObject): JsonObject {
  const { records, rest } = splitRecords(path);
  return records === null ? make(path) : { has: { [records]: make(rest) } };
}

function valueOf(operator: Operator, { value, values }: ComposedCondition, type: string | null): Json {
  const written = (value ?? '').trim();
  if (operator === 'within') return daysOf(written);
  if (operator === 'contains') return written;
  if (operator === 'in')
    return (values ?? itemsOfCell(written) ?? [written])
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => oneValue(one, type));
  return oneValue(written, type);
}

function daysOf(text: string): JsonObject {
  const [from = '', to = '', ...more] = text.split('..').map((one) => one.trim());
  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  const isRight = more.length === 0 && text.includes('..') && Object.values(days).every((day) => isDay(day));
  if (!isRight || Object.keys(days).length === 0) throw new BadValue('days');
  return days;
}

function oneValue(text: string, type: string | null): Json {
  if (type === 'integer' || type === 'number' || type === 'reference') {
    if (!/^-?\d{1,15}([.,]\d{1,9})?$/.test(text)) throw new BadValue('number');
    return Number(text.replace(',', '.'));
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new BadValue('boolean');
    return text === 'true';
  }
  if (type === 'date' && !isDay(text)) throw new BadValue('day');
  return text;
}

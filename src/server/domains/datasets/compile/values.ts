import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { daysIn, isDay, parsePeriod, type Days, type WeekStart } from '../../../../contracts/periods.ts';
import {
  isExpression,
  parameterName,
  type DatasetDocument,
  type DatasetParameter,
} from '../../../../engine/core/index.ts';
import { AppError } from '../../../kernel/errors.ts';

/** Values that a source gives to the parameters of a dataset, as texts by their names; several of them to one that takes a list. */
export type GivenValues = Readonly<Record<string, string | readonly string[]>>;

/** The value of a parameter: days of a period, a list, or one value. */
export type ParameterValue = Days | Json;
export type ParameterValues = ReadonlyMap<string, ParameterValue>;

const DEFAULT_DAYS = 3660;
const MAX_TEXT = 200;
/** Values that a list takes; its text names the number (errors.dataset.parameter.values). */
const MAX_LISTED = 500;

/**
 * Reads the values that a source gives for the parameters of a dataset, with defaults for those that it leaves out.
 * @param today in the zone of the dataset
 * @param listedIn the values that one text has, of a field by its path
 * @throws AppError DATASET_PARAMETER that names the parameter
 */
export function readParameters(
  { parameters = {}, weekStart }: DatasetDocument,
  given: GivenValues,
  today: string,
  listedIn: (path: string, text: string) => string[],
): ParameterValues {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) throw refusedParameter(unknown, 'unknown');
  const values = new Map<string, ParameterValue>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const texts = (Object.hasOwn(given, name) ? [given[name]!].flat() : [])
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const [text] = texts;
    if (text === undefined && parameter.default === undefined) {
      if (parameter.required) throw refusedParameter(name, 'required');
      continue;
    }
    if (texts.length > 1 && parameter.type !== 'values') throw refusedParameter(name, 'several');
    const value =
      text === undefined
        ? parameter.default!
        : parameter.type === 'values'
          ? listOf(texts.flatMap((one) => listedIn(parameter.field!, one)))
          : valueOf(parameter, text);
    const read =
      parameter.type === 'period' ? daysOf(name, parameter, String(value), today, weekStart) : value;
    if (read === undefined) throw refusedParameter(name, parameter.type);
    values.set(name, read);
  }
  return values;
}

/** Validation error of a parameter's value, by the key of its text. */
export function refusedParameter(name: string, rule: string): AppError {
  const params = { name };
  const key = `errors.dataset.parameter.${rule}`;
  return new AppError('BAD_FILTERS', { message: key, params, errors: [{ path: `/${name}`, key, params }] });
}

function daysOf(
  name: string,
  { maxDays = DEFAULT_DAYS }: DatasetParameter,
  text: string,
  today: string,
  weekStart: WeekStart | undefined,
): Days {
  const days = parsePeriod(text, today, weekStart);
  if (days === null) throw refusedParameter(name, 'period');
  if (daysIn(days) > maxDays) throw refusedParameter(name, 'long');
  return days;
}

function listOf(texts: readonly string[]): string[] | undefined {
  const list = texts.filter((one) => one !== '');
  return list.length <= MAX_LISTED ? list : undefined;
}

function valueOf({ type, options }: DatasetParameter, text: string): Json | undefined {
  switch (type) {
    case 'date':
      return isDay(text) ? text : undefined;
    case 'number':
      return isNumber(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'choice':
      return options?.includes(text) ? text : undefined;
    default:
      return text.length <= MAX_TEXT ? text : undefined;
  }
}

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,9})?$/.test(text);

/** A value of a list as its field stores it; texts of the address are converted. */
export function listedValue(type: string, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (['integer', 'number', 'reference'].includes(type)) return isNumber(value) ? Number(value) : value;
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}

/**
 * Puts the values of parameters into a filter. A condition on a parameter without a value is left out, and with it the
 * groups that only consist of such.
 * @param typeOf type of the field of a name @param recordsOf entity that a path to records leads to
 * @param from entity whose fields the filter names
 * @returns null when no condition is left
 */
export function bindFilter(
  filter: JsonObject | undefined,
  values: ParameterValues,
  typeOf: (name: string, from: string) => string,
  recordsOf: (path: string, from: string) => string,
  from: string,
): JsonObject | null {
  if (!filter) return null;
  const bind = (one: JsonObject, entity = from): JsonObject | null =>
    bindFilter(one, values, typeOf, recordsOf, entity);
  for (const group of ['all', 'any'] as const) {
    const list = filter[group];
    if (!Array.isArray(list)) continue;
    const bound = list.flatMap((one) => bind(one as JsonObject) ?? []);
    return bound.length === 0 ? null : { [group]: bound };
  }
  if (isObject(filter.not)) {
    const bound = bind(filter.not);
    return bound === null ? null : { not: bound };
  }
  if (isObject(filter.has)) {
    // That there are records is a condition itself.
    const bound = Object.entries(filter.has).map(([path, one]): [string, Json] => [
      path,
      isObject(one) ? (bind(one, recordsOf(path, from)) ?? true) : true,
    ]);
    return { has: Object.fromEntries(bound) };
  }
  const bound = Object.entries(filter).flatMap(([name, condition]): [string, Json][] => {
    const value = isObject(condition) && !isExpression(condition) ? condition : { eq: condition };
    const operators = Object.entries(value).flatMap(([operator, one]): [string, Json][] => {
      const parameter = isExpression(one) ? parameterName(one.$expr) : null;
      if (parameter === null) return [[operator, one]];
      const given = values.get(parameter);
      if (given === undefined || (Array.isArray(given) && given.length === 0)) return [];
      const type = typeOf(name, from);
      return [
        [operator, Array.isArray(given) ? given.map((each) => listedValue(type, each)) : (given as Json)],
      ];
    });
    return operators.length === 0 ? [] : [[name, Object.fromEntries(operators)]];
  });
  return bound.length === 0 ? null : Object.fromEntries(bound);
}

import type { ColumnType, DataChoice, ParameterChoice } from '../../../contracts/data-choice.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { isDay, parsePeriod } from '../../../contracts/periods.ts';

// Parts of a filter's value for a parameter of a dataset, and whether the parameter can take them.

/** Part of a filter's value that a parameter takes: all of it, a range as one text, or one end of a range. */
export type FilterPart = 'value' | 'range' | 'from' | 'to';

const filterParts: readonly FilterPart[] = ['value', 'range', 'from', 'to'];

/** The value of a parameter that a filter gives. @param path where the filter's value stands */
export function filterExpression(path: string, part: FilterPart): { $expr: string } {
  switch (part) {
    case 'range':
      return { $expr: `${path}.from and ${path}.to ? ${path}.from & '..' & ${path}.to : null` };
    case 'from':
    case 'to':
      return { $expr: `${path}.${part}` };
    default:
      return { $expr: path };
  }
}

/** Part of the filter at a path that a value takes; null for one that takes something else. */
export const filterPartIn = (value: Json | undefined, path: string): FilterPart | null =>
  (isObject(value) && filterParts.find((part) => filterExpression(path, part).$expr === value.$expr)) || null;

/** The values that a filter can have. */
export interface FilterValues {
  type: ColumnType | 'key' | 'range' | 'listed';
  /** Whether it chooses several at once. */
  several: boolean;
  /** Whether a person types them: a number may stand for a text then. */
  typed: boolean;
  /** Of options that are written down. */
  listed: readonly Json[];
}

const typeOfControl: Readonly<Record<string, FilterValues['type']>> = {
  text: 'text',
  search: 'text',
  tags: 'text',
  number: 'number',
  date: 'date',
  daterange: 'range',
  switch: 'boolean',
};

const severalControls: ReadonlySet<string> = new Set(['choices', 'multiselect', 'tags', 'checkboxes']);

/**
 * The values of a filter, by its control and its options; null where nothing is known of them.
 * @param dataOf the data that options name
 */
export function filterValues(
  { control, options }: JsonObject,
  dataOf: (options: JsonObject) => DataChoice | null,
): FilterValues | null {
  const several = severalControls.has(String(control));
  const known = (type: FilterValues['type'], listed: readonly Json[] = []): FilterValues => ({
    type,
    several,
    typed: options === undefined,
    listed,
  });
  if (options === undefined) {
    const type = typeOfControl[String(control)];
    return type === undefined ? null : known(type);
  }
  if (Array.isArray(options)) {
    // An empty value is none.
    const values = options.flatMap((one) => (isObject(one) && one.value !== '' ? [one.value ?? null] : []));
    return values.some((one) => one === null || isObject(one)) ? null : known('listed', values);
  }
  if (!isObject(options)) return null;
  const data = dataOf(options);
  if (data === null) return null;
  const key = data.record?.key;
  const value = options.value ?? (options.entity === undefined ? undefined : key);
  if (key !== undefined && value === key) return known('key');
  const column = data.columns.find(({ name }) => name === value);
  return column ? known(column.type) : null;
}

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,9})?$/.test(text);

/** The type of the values of a list by its field; null where nothing is known of it. */
type ListedType = 'key' | ColumnType | null;

/** Whether one written value is one of a parameter. @param listed type of the values of a list */
function isTaken(value: Json, { type, options }: ParameterChoice, listed: ListedType): boolean {
  const text = String(value as string | number | boolean);
  switch (type === 'values' ? (listed ?? 'text') : type) {
    case 'number':
    case 'key':
      return isNumber(text);
    case 'date':
    case 'time':
      return isDay(text);
    case 'period':
      return parsePeriod(text, '2026-01-01') !== null;
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'choice':
      return options.includes(text);
    default:
      return true;
  }
}

/** The rules that a filter can break with a parameter; each has a diagnostic `filter-<rule>`. */
export type FilterRule =
  'key' | 'text' | 'number' | 'date' | 'period' | 'boolean' | 'choice' | 'record' | 'several';

/** The types of values that each type of a parameter takes, beside those that are written down. */
const fitting: Readonly<Record<Exclude<ParameterChoice['type'], 'values'>, readonly FilterValues['type'][]>> =
  {
    text: ['text'],
    number: ['number', 'key'],
    date: ['date', 'time'],
    period: ['range'],
    boolean: ['boolean'],
    choice: ['text'],
  };

/** The rule of a list of each type whose values a filter does not have. */
const listRules = {
  key: 'record',
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'date',
} as const;

/** The types of values that a list of each type takes, beside those that are written down. */
const fittingList: Readonly<Record<NonNullable<ListedType>, readonly FilterValues['type'][]>> = {
  key: ['key', 'number'],
  text: ['text'],
  number: ['number', 'key'],
  boolean: ['boolean'],
  date: ['date', 'time'],
  time: ['date', 'time'],
};

/** Whether a person types what is checked with each value. */
const isTypedText = ({ typed }: FilterValues, given: FilterValues['type'], wanted: string): boolean =>
  typed && (given === 'text' || (given === 'number' && wanted === 'text'));

/** The type of the values that a list holds, by its field. */
export function listedType(field: ParameterChoice['field'], choices: readonly DataChoice[]): ListedType {
  const entity = choices.find(({ kind, id }) => kind === 'entity' && id === field?.entity);
  if (!entity || !field) return null;
  if (field.name === entity.record?.key) return 'key';
  const column = entity.columns.find(({ name }) => name === field.name);
  // A reference is shown by the name of its record.
  if (!column) return entity.columns.some(({ name }) => name.startsWith(`${field.name}.`)) ? 'key' : null;
  return column.type;
}

/**
 * The rule that a filter breaks with a parameter, and a value that shows it; null where the values may fit. An
 * undecidable value fits.
 * @param choices data that is known, by which the values of a list are
 */
export function brokenFilterRule(
  values: FilterValues,
  part: FilterPart,
  parameter: ParameterChoice,
  choices: readonly DataChoice[],
): { rule: FilterRule; example: string } | null {
  const broken = (rule: FilterRule, example: Json = '') => ({ rule, example: String(example as string) });
  const { type } = parameter;
  const given = values.type === 'range' && (part === 'from' || part === 'to') ? 'date' : values.type;
  if (type === 'values') {
    const wanted = listedType(parameter.field, choices);
    if (given === 'listed') {
      const wrong = values.listed.find((one) => !isTaken(one, parameter, wanted));
      return wrong === undefined ? null : broken(listRules[wanted ?? 'text'], wrong);
    }
    if (wanted === null || fittingList[wanted].includes(given) || isTypedText(values, given, wanted))
      return null;
    return broken(wanted === 'text' && given === 'key' ? 'key' : listRules[wanted]);
  }
  if (values.several) return broken('several');
  if (given === 'listed') {
    const wrong = values.listed.find((one) => !isTaken(one, parameter, null));
    return wrong === undefined ? null : broken(type, wrong);
  }
  if (fitting[type].includes(given)) return null;
  if (isTypedText(values, given, type)) return null;
  return broken(given === 'key' && (type === 'text' || type === 'choice') ? 'key' : type);
}

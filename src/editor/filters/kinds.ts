import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { periodNames } from '../../contracts/periods.ts';

/** Kinds of filters, in the words of an author. Each is one control, or two for few and for many options. */
export const filterKinds = [
  'text',
  'search',
  'number',
  'date',
  'range',
  'period',
  'one',
  'several',
  'people',
  'yesNo',
  'tags',
] as const;
export type FilterKind = (typeof filterKinds)[number];

const kinds: Readonly<Record<string, FilterKind>> = {
  text: 'text',
  search: 'search',
  number: 'number',
  date: 'date',
  daterange: 'range',
  select: 'one',
  combobox: 'one',
  choices: 'several',
  multiselect: 'several',
  switch: 'yesNo',
  tags: 'tags',
};

/** Entity of the people of a tenant. */
export const peopleEntity = 'user';

const isPeople = (options: Json | undefined): boolean =>
  isObject(options) && options.entity === peopleEntity && options.value === undefined;

const isPeriods = (options: Json | undefined): boolean =>
  Array.isArray(options) &&
  options.length > 0 &&
  options.every((one) => isObject(one) && periodNames.some((name) => name === one.value));

/** The kind of a filter; null for a control that no kind has. */
export function kindOfFilter({ control, options }: JsonObject): FilterKind | null {
  const kind = kinds[String(control)] ?? null;
  if (kind !== 'one') return kind;
  if (isPeople(options)) return 'people';
  return isPeriods(options) ? 'period' : 'one';
}

/** Whether a filter of the kind chooses among options that an author lists or takes from data. */
export const hasOptions = (kind: FilterKind | null): boolean => kind === 'one' || kind === 'several';

const plainControls: Readonly<Partial<Record<FilterKind, string>>> = {
  text: 'text',
  search: 'search',
  number: 'number',
  date: 'date',
  range: 'daterange',
  period: 'select',
  people: 'combobox',
  yesNo: 'switch',
  tags: 'tags',
};

/** Few options that are written down are seen at once; rows are searched. */
export function controlOf(kind: FilterKind, options: Json | undefined): string {
  const isListed = options === undefined || Array.isArray(options);
  if (kind === 'one') return isListed ? 'select' : 'combobox';
  if (kind === 'several') return isListed ? 'choices' : 'multiselect';
  return plainControls[kind]!;
}

/** The periods that a filter of them offers at first. */
const offeredPeriods = ['this-month', 'last-30-days', 'last-90-days', 'last-12-months'] as const;

/** Options that a filter of a kind has from the start. */
export function firstOptions(kind: FilterKind): Json | undefined {
  if (hasOptions(kind)) return [];
  if (kind === 'people') return { entity: peopleEntity };
  if (kind !== 'period') return undefined;
  return offeredPeriods.map((value) => ({ value, label: `$screens.periods.${value}` }));
}

/** Column of the key of people. */
const peopleKey = 'id';

/** Options of a kind that chooses one of any records: people by their key alone would be a kind of their own. */
export function optionsOfKind(kind: FilterKind | null, options: Json): Json {
  return kind === 'one' && isPeople(options) && isObject(options)
    ? { ...options, value: peopleKey }
    : options;
}

/** A filter as one of another kind: what both have stays. */
export function withKind(definition: JsonObject, kind: FilterKind): JsonObject {
  const keepsOptions = hasOptions(kind) && hasOptions(kindOfFilter(definition));
  const kept = keepsOptions ? definition.options : firstOptions(kind);
  const options = kept === undefined ? undefined : optionsOfKind(kind, kept);
  const { options: _, notBefore, ...rest } = definition;
  return {
    ...rest,
    control: controlOf(kind, options),
    ...(kind === 'date' && notBefore !== undefined && { notBefore }),
    ...(options !== undefined && { options }),
  };
}

import type { ColumnChoice, ColumnType } from '../../contracts/data-choice.ts';
import { languages, type Language } from '../../contracts/language.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { itemSchema, propertiesOf, type ColumnRole, type Property } from '../panel-schema.ts';

/** Columns of a new table or list of pairs; a person adds others. */
const mostColumns = 8;

/** Columns of records that say nothing to a reader: their keys. */
const isKey = ({ name }: ColumnChoice): boolean => name === 'id' || name === 'version' || name.endsWith('Id');

const rank: Readonly<Record<ColumnRole, readonly (readonly ColumnType[])[]>> = {
  category: [['date', 'time'], ['text', 'boolean'], ['number']],
  measure: [['number']],
  time: [['date', 'time']],
  any: [['text'], ['date', 'time', 'boolean'], ['number']],
};

/** A name for people goes before times of a record, which name no point. */
const isPeriod = ({ unit }: ColumnChoice): boolean => unit !== null;

/** The column that suits a role best and is not used yet; null where none does. */
export function bestColumn(
  columns: readonly ColumnChoice[],
  role: ColumnRole,
  used: ReadonlySet<string> = new Set(),
): ColumnChoice | null {
  const suiting = rank[role].flatMap((types) => columns.filter(({ type }) => types.includes(type)));
  const hasGroups = columns.some(({ isGroup }) => isGroup === true);
  // Columns that rows are grouped by are no figures, also as numbers: a weekday, an hour.
  const isOther = (one: ColumnChoice): boolean =>
    hasGroups && role !== 'any' && (one.isGroup === true) === (role === 'measure');
  const order = (one: ColumnChoice): number =>
    (isOther(one) ? 8 : 0) +
    (used.has(one.name) ? 4 : 0) +
    (isKey(one) ? 2 : 0) +
    (role === 'category' && !isPeriod(one) && (one.type === 'date' || one.type === 'time') ? 1 : 0);
  const [best] = suiting.toSorted((one, other) => order(one) - order(other));
  return best ?? null;
}

/**
 * Names of columns where one of them is chosen: the label with its unit of time. Columns that would be called the same
 * have their name too.
 */
export function columnNames(
  columns: readonly ColumnChoice[],
  lang: Language,
  t: (key: string) => string,
): ReadonlyMap<string, string> {
  const labels = columns.map(({ titles, unit }) =>
    unit === null ? titles[lang] : `${titles[lang]} (${t(`panel.data.units.${unit}`)})`,
  );
  return new Map(
    columns.map(({ name }, at): [string, string] => {
      const label = labels[at]!;
      const isShared = label !== name && labels.filter((one) => one === label).length > 1;
      return [name, isShared ? `${label} · ${name}` : label];
    }),
  );
}

/** Texts of a view that a label needs, by language and key. */
export type NewStrings = Readonly<Record<string, JsonObject>>;

/** A label as the definition writes it: a text of the product, the same words in all languages, or a text of the view. */
export function labelOf(column: ColumnChoice): { text: string; strings: NewStrings } {
  if (column.text !== null) return { text: column.text, strings: {} };
  const { titles } = column;
  const [first] = languages;
  const plain = titles[first];
  if (languages.every((language) => titles[language] === plain))
    return { text: plain.startsWith('$') ? `$${plain}` : plain, strings: {} };
  const key = `column_${column.name.replaceAll(/\W/g, '_')}`;
  return {
    text: `$${key}`,
    strings: Object.fromEntries(languages.map((language) => [language, { [key]: titles[language] }])),
  };
}

/** New value, with the texts that it needs. */
export interface FilledValue {
  value: JsonObject;
  strings: NewStrings;
}

interface Filling {
  columns: readonly ColumnChoice[];
  root: JsonObject;
  /** Names of the widget, which stand in labels that nobody has written. */
  placeholders: readonly string[];
  used: Set<string>;
  strings: Record<string, JsonObject>;
}

const cellOf: Readonly<Partial<Record<ColumnType, string>>> = {
  number: 'number',
  date: 'date',
  time: 'datetime',
  boolean: 'boolean',
};

/** Adds texts to others. */
export function takeStrings(all: Record<string, JsonObject>, strings: NewStrings): void {
  for (const [language, own] of Object.entries(strings)) all[language] = { ...all[language], ...own };
}

/** The column that a value names, by the names of all. */
const named = (columns: readonly ColumnChoice[], value: Json | undefined): ColumnChoice | undefined =>
  columns.find(({ name }) => name === value);

/** Puts what a column says about itself into the properties beside the one that names it. */
function describe(
  object: JsonObject,
  properties: readonly Property[],
  name: string,
  column: ColumnChoice,
  before: ColumnChoice | undefined,
  filling: Filling,
): JsonObject {
  const next: Record<string, Json> = { ...object };
  for (const property of properties) {
    if (property.of?.column !== name) continue;
    const value = next[property.name];
    if (property.of.kind === 'label') {
      const own = before && labelOf(before).text;
      const isOwn =
        value !== undefined && value !== '' && value !== own && !filling.placeholders.includes(String(value));
      const isWanted = property.required || property.fill !== null;
      if (isOwn || (value === undefined && !isWanted)) continue;
      const label = labelOf(column);
      takeStrings(filling.strings, label.strings);
      next[property.name] = label.text;
    } else if (property.of.kind === 'unit') {
      if (column.unit === null) delete next[property.name];
      else next[property.name] = column.unit;
    } else {
      // The number of a weekday is no amount.
      const cell = column.type === 'number' && column.isGroup ? undefined : cellOf[column.type];
      const { control } = property;
      const takes = control.kind === 'choice' && cell !== undefined && control.options.includes(cell);
      if (takes && cell !== 'boolean') next[property.name] = cell;
      else if (Object.values(cellOf).includes(String(value))) delete next[property.name];
    }
  }
  return next;
}

function fillObject(
  schema: JsonObject,
  object: JsonObject,
  filling: Filling,
  column?: ColumnChoice,
): JsonObject {
  const properties = propertiesOf(schema, filling.root);
  let next: JsonObject = object;
  // Columns that stay are not offered to others.
  for (const { name, control } of properties)
    if (control.kind === 'column' && named(filling.columns, object[name]))
      filling.used.add(String(object[name]));
  for (const property of properties) {
    const { name, control, required, fill } = property;
    const value = next[name];
    if (control.kind === 'column') {
      const isNamed = column !== undefined && name === 'field';
      if (!required && fill === null && value === undefined && !isNamed) continue;
      if (named(filling.columns, value)) continue;
      const chosen = isNamed ? column : bestColumn(filling.columns, control.role, filling.used);
      if (chosen === null || chosen === undefined) continue;
      if (!required && fill === null && !isNamed) {
        // An optional column that the new source does not have is no longer asked for.
        next = Object.fromEntries(Object.entries(next).filter(([key]) => key !== name));
        continue;
      }
      filling.used.add(chosen.name);
      next = describe({ ...next, [name]: chosen.name }, properties, name, chosen, undefined, filling);
    } else if (control.kind === 'list') {
      const list = fillList(property, control.schema, Array.isArray(value) ? value : [], filling);
      if (list !== null) next = { ...next, [name]: list };
    } else if (control.kind === 'object' && fill === 'one') {
      const own = fillValue(control.schema, isObject(value) ? value : {}, filling);
      if (own !== null) next = { ...next, [name]: own };
    }
  }
  return next;
}

/** A column that nothing shows yet, for a place that may stay empty. Only groups are added to rows and columns. */
function unusedColumn(role: ColumnRole, { columns, used }: Filling): ColumnChoice | null {
  const column = bestColumn(columns, role, used);
  const isFree = column !== null && !isKey(column) && !used.has(column.name);
  return isFree && (role !== 'category' || column.isGroup === true) ? column : null;
}

/** A value that names a column; null where it stays as it is. */
function fillValue(schema: JsonObject, object: JsonObject, filling: Filling): JsonObject | null {
  // Computed columns are the author's.
  if (object.value !== undefined || named(filling.columns, object.field)) return null;
  const column = unusedColumn('any', filling);
  return column && fillObject(schema, object, filling, column);
}

/** A list whose items name columns; null for one that stays as it is. */
function fillList(
  { required, fill }: Property,
  schema: JsonObject,
  items: readonly Json[],
  filling: Filling,
): Json[] | null {
  const inner = itemSchema(schema, filling.root);
  const field = propertiesOf(inner, filling.root).find(({ control }) => control.kind === 'column');
  if (!field) return null;
  const fits = items.some((item) => isObject(item) && named(filling.columns, item[field.name]));
  if (fill === 'each' && !fits) {
    const readable = filling.columns.filter((column) => !isKey(column));
    const shown = (readable.length > 0 ? readable : filling.columns).slice(0, mostColumns);
    return shown.map((column) => fillObject(inner, firstItem(inner, filling), filling, column));
  }
  if (items.length === 0 && !required) {
    const role = field.control.kind === 'column' ? field.control.role : 'any';
    const column = fill === 'one' ? unusedColumn(role, filling) : null;
    return column && [fillObject(inner, firstItem(inner, filling), filling, column)];
  }
  const kept = items.length > 0 ? items : [firstItem(inner, filling)];
  return kept.map((item) => (isObject(item) ? fillObject(inner, item, filling) : item));
}

/** An item with empty labels, which its column fills. */
const firstItem = (schema: JsonObject, { root }: Filling): JsonObject =>
  Object.fromEntries(
    propertiesOf(schema, root).flatMap(({ name, of }): [string, Json][] =>
      of?.kind === 'label' ? [[name, '']] : [],
    ),
  );

/**
 * The props of a widget over the columns of a source: what names a column that the source has stays, what is required and names
 * none gets the best one, and labels that nobody wrote get that of the column.
 */
export function fillColumns(
  schema: JsonObject,
  props: JsonObject,
  columns: readonly ColumnChoice[],
  placeholders: readonly string[],
): FilledValue {
  const filling: Filling = { columns, root: schema, placeholders, used: new Set(), strings: {} };
  const value = columns.length === 0 ? props : fillObject(schema, props, filling);
  return { value, strings: filling.strings };
}

/** An object whose property names another column, with what that column says about itself. */
export function withColumn(
  object: JsonObject,
  properties: readonly Property[],
  name: string,
  chosen: string,
  { columns, placeholders }: { columns: readonly ColumnChoice[]; placeholders: readonly string[] },
): FilledValue {
  const filling: Filling = { columns, root: {}, placeholders, used: new Set(), strings: {} };
  const column = named(columns, chosen);
  const next = { ...object, [name]: chosen };
  const before = named(columns, object[name]);
  return {
    value: column ? describe(next, properties, name, column, before, filling) : next,
    strings: filling.strings,
  };
}

/** Whether a property, or one inside of it, names columns. */
export function namesColumns({ control }: Property, root: JsonObject): boolean {
  if (control.kind === 'column') return true;
  if (control.kind === 'list')
    return propertiesOf(itemSchema(control.schema, root), root).some(
      ({ control: { kind } }) => kind === 'column',
    );
  return (
    control.kind === 'object' &&
    propertiesOf(control.schema, root).some(({ control: { kind } }) => kind === 'column')
  );
}

/** The columns of rows that no catalogue knows, by the values that they have. */
export function columnsOfRows(rows: readonly Readonly<Record<string, Json>>[]): ColumnChoice[] {
  const names = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))];
  return names.flatMap((name): ColumnChoice[] => {
    const value = rows.find((row) => (row[name] ?? null) !== null)?.[name];
    if (typeof value === 'object' && value !== null) return [];
    const titles = Object.fromEntries(
      languages.map((language) => [language, name]),
    ) as ColumnChoice['titles'];
    return [{ name, type: typeOfValue(value), unit: null, titles, text: null }];
  });
}

function typeOfValue(value: Json | undefined): ColumnType {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as ColumnType;
  if (typeof value !== 'string') return 'text';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
  return /^\d{4}-\d\d-\d\dT/.test(value) ? 'time' : 'text';
}

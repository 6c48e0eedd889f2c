import type { ColumnChoice } from '../../../contracts/data-choice.ts';
import { isObject, type Json } from '../../../contracts/json.ts';
import { resolveText, type SourceField, type Texts } from '../../core/index.ts';

type Row = Readonly<Record<string, Json>>;

/** How the values of a column are shown where a widget does not say it. */
export interface DataColumn extends Pick<ColumnChoice, 'name' | 'unit'> {
  /** Null where only its values are described. */
  type: ColumnChoice['type'] | null;
  /** In the reader's language; empty where nothing names it. */
  title: string;
  /** Texts of its values; null where these are shown as they are. */
  values?: Readonly<Record<string, string>> | null;
  format?: SourceField['format'] | null;
  decimals?: number | null;
}

export const noColumns: readonly DataColumn[] = [];

/** The columns that the reply of a dataset names; none for the record of another source. */
export function dataColumns(record: Row | null): readonly DataColumn[] {
  const columns = record?.['columns'];
  const isNamed = (one: Json) => isObject(one) && typeof one['title'] === 'string';
  return Array.isArray(columns) && columns.every(isNamed) ? (columns as unknown as DataColumn[]) : noColumns;
}

/** The columns that the fields of a source declare. */
export function declaredColumns(
  fields: Readonly<Record<string, SourceField>> | undefined,
  texts: Texts,
): readonly DataColumn[] {
  if (fields === undefined) return noColumns;
  return Object.entries(fields).map(([name, { format = null, decimals = null, map }]) => ({
    name,
    type: null,
    title: '',
    unit: null,
    values:
      map === undefined
        ? null
        : Object.fromEntries(Object.entries(map).map(([value, text]) => [value, resolveText(text, texts)])),
    format,
    decimals,
  }));
}

/** Title that the data gives a field of its rows; empty without one. */
export const columnTitle = (columns: readonly DataColumn[], field: string): string =>
  columns.find(({ name }) => name === field)?.title ?? '';

/** Texts of the values of a field, as its data names them; undefined where nothing does. */
export const columnValues = (
  columns: readonly DataColumn[],
  field: string | undefined,
): Readonly<Record<string, string>> | undefined =>
  columns.find(({ name }) => name === field)?.values ?? undefined;

interface FieldSettings {
  field?: string;
  map?: Readonly<Record<string, string | undefined>>;
  decimals?: number;
}

/**
 * Settings of fields, in which those of the data stand for what no definition says.
 * @param key the setting that says how a value is written
 */
export function withColumnSettings<Key extends 'format' | 'cell', Settings extends FieldSettings>(
  settings: readonly (Settings & { [Name in Key]?: string })[],
  columns: readonly DataColumn[],
  key: Key,
): readonly Settings[] {
  // The same settings for all rows of which nothing is known.
  if (columns.length === 0) return settings;
  const known = new Map(columns.map((column) => [column.name, column]));
  return settings.map((one): Settings => {
    const column = known.get(one.field ?? '');
    if (!column) return one;
    const { values, format, decimals } = column;
    return {
      ...one,
      ...(values && { map: { ...values, ...one.map } }),
      ...(one[key] === undefined && format && { [key]: format }),
      ...(one.decimals === undefined &&
        one[key] === undefined &&
        typeof decimals === 'number' && { decimals }),
    };
  });
}

import type { ColumnChoice } from '../../../contracts/data-choice.ts';
import { isObject, type Json } from '../../../contracts/json.ts';

/** A column of the rows of a dataset, as the dataset's reply names it in the reader's language. */
export type DataColumn = Pick<ColumnChoice, 'name' | 'type' | 'unit'> & {
  title: string;
  /** Texts of its values; null where these are shown as they are. */
  values?: Readonly<Record<string, string>> | null;
};

const none: readonly DataColumn[] = [];

/** The columns that the reply of a dataset names; none for the record of another source. */
export function dataColumns(record: Readonly<Record<string, Json>> | null): readonly DataColumn[] {
  const columns = record?.['columns'];
  const isNamed = (one: Json) => isObject(one) && typeof one['title'] === 'string';
  return Array.isArray(columns) && columns.every(isNamed) ? (columns as unknown as DataColumn[]) : none;
}

/** Title that a dataset gives a field of its rows; empty without one. */
export const columnTitle = (record: Readonly<Record<string, Json>> | null, field: string): string =>
  dataColumns(record).find(({ name }) => name === field)?.title ?? '';

/** Texts of the values of a field, as its dataset names them; undefined where nothing does. */
export const columnValues = (
  record: Readonly<Record<string, Json>> | null,
  field: string | undefined,
): Readonly<Record<string, string>> | undefined =>
  dataColumns(record).find(({ name }) => name === field)?.values ?? undefined;

/** Settings of fields, in which texts of a dataset's values stand for those that no definition gives. */
export function withColumnValues<
  Settings extends { field?: string; map?: Readonly<Record<string, string | undefined>> },
>(settings: readonly Settings[], record: Readonly<Record<string, Json>> | null): readonly Settings[] {
  // The same settings for all rows that no dataset names.
  return dataColumns(record) === none
    ? settings
    : settings.map((one) => {
        const values = columnValues(record, one.field);
        return values ? { ...one, map: { ...values, ...one.map } } : one;
      });
}

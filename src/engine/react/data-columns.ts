import type { ColumnChoice } from '../../contracts/data-choice.ts';
import { isObject, type Json } from '../../contracts/json.ts';

/** A column of the rows of a dataset, as the dataset's reply names it in the reader's language. */
export type DataColumn = Pick<ColumnChoice, 'name' | 'type' | 'unit'> & { title: string };

/** The columns that the reply of a dataset names; none for the record of another source. */
export function dataColumns(record: Readonly<Record<string, Json>> | null): readonly DataColumn[] {
  const columns = record?.['columns'];
  if (!Array.isArray(columns)) return [];
  const isNamed = (one: Json) =>
    isObject(one) && typeof one['name'] === 'string' && typeof one['title'] === 'string';
  return columns.every(isNamed) ? (columns as unknown as DataColumn[]) : [];
}

/** What a dataset calls a field of its rows; empty where nothing does. */
export const columnTitle = (record: Readonly<Record<string, Json>> | null, field: string): string =>
  dataColumns(record).find(({ name }) => name === field)?.title ?? '';

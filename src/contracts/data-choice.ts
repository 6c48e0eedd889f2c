import type { Json } from './json.ts';
import type { Language } from './language.ts';

/** Type of a column's values. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'date' | 'time';

/** A unit of time that values are grouped by. */
export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** A column of the rows of a dataset or of an entity. */
export interface ColumnChoice {
  name: string;
  type: ColumnType;
  /** The time that one value stands for, of a column that dates are grouped by; null for others. */
  unit: TimeUnit | null;
  /** Whether the rows are grouped by it, so that a number of it is no figure. */
  isGroup?: boolean;
  /** Its label in each language. */
  titles: Record<Language, string>;
  /** The label as a definition writes it: a key of the product's texts with `$`; null where it is none. */
  text: string | null;
}

/** A parameter of a dataset. */
export interface ParameterChoice {
  name: string;
  type: 'period' | 'date' | 'text' | 'number' | 'boolean' | 'choice' | 'values';
  title: string;
  required: boolean;
  options: string[];
  default: Json;
  /** Entity and field whose values a list has; null for others. */
  field: { entity: string; name: string } | null;
}

/** Facts about records beside their columns. */
export interface RecordChoice {
  /** Columns that hold their key and their name. */
  key: string;
  display: string;
  /** Parameters of their list, which filter them by fields. */
  filters: ParameterChoice[];
}

/** Data that an author may give to a widget: GET /adm/v2/dash/datasets. */
export interface DataChoice {
  kind: 'dataset' | 'entity';
  id: string;
  title: string;
  /** Of records; absent for rows of a dataset. */
  record?: RecordChoice;
  parameters: ParameterChoice[];
  columns: ColumnChoice[];
}

/** The parameters that data takes: those of a dataset, or the filters of the list of records. */
export const parametersOfData = ({ record, parameters }: DataChoice): readonly ParameterChoice[] =>
  record === undefined ? parameters : record.filters;

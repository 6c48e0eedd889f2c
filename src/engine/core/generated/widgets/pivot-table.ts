/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, Field, PropText } from '../documents.ts';

/**
 * Figures by the values of some fields in rows and of others in columns. Totals are rows of the dataset, never sums of the browser. Event: select (row is the row of data behind the selected cell).
 */
export interface PivotTableProps {
  /**
   * Title of the table.
   */
  title?: PropText;
  /**
   * Words beside the title, e.g. in thousands.
   */
  subtitle?: PropText;
  /**
   * Accessible name for screen readers. Default: the title, else the screen's title.
   */
  label?: PropText;
  /**
   * Fields whose values are rows, the outermost first.
   */
  rows: PivotField[];
  /**
   * State path that holds the chosen value of the first field in rows, e.g. state.unit. A press on a figure writes the value of its line and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * Fields whose values are columns, the outermost first.
   */
  columns?: PivotField[];
  /**
   * Figures of each cell, in display order.
   */
  measures: PivotMeasure[];
  /**
   * Rows of totals, one entry with groups and rows for each level, as a dataset replies. Default: the totals of the source's dataset. A total without such rows is not displayed.
   */
  totals?: PivotTotals[] | Expression;
  /**
   * Whether groups of rows are open at first.
   */
  expanded?: boolean;
  /**
   * Height in pixels; longer content scrolls. It grows in a higher tile of a grid. Default: up to 480.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
/**
 * A field whose values are rows or columns.
 */
export interface PivotField {
  /**
   * Field of the source's rows, a group of its dataset.
   */
  field: Field;
  /**
   * Name of the field, e.g. Company.
   */
  label: PropText;
  /**
   * Length of the periods that dates stand for: they are sorted by time and named by their period.
   */
  unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * Text for each value of the category, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
}
/**
 * A figure of each cell.
 */
export interface PivotMeasure {
  /**
   * Field with the figure.
   */
  field: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  label: PropText;
  /**
   * Format of the figures. number, money and percent (0.25 is 25 %) follow the language.
   */
  format?: 'number' | 'money' | 'percent';
  /**
   * Number of decimal digits.
   */
  decimals?: number;
  /**
   * For money: ISO 4217 currency code, e.g. BRL.
   */
  currency?: string;
}
/**
 * Rows of one level of totals.
 */
export interface PivotTotals {
  /**
   * Fields that the rows of this level are grouped by.
   */
  groups: string[];
  /**
   * Rows of the level.
   */
  rows: {
    [k: string]: unknown;
  }[];
}

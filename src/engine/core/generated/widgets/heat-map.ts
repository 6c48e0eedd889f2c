/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * Figures by two categories, as cells coloured by steps: orders by weekday and hour. Event: select (row is the row of the selected cell).
 */
export interface HeatMapProps {
  /**
   * Title of the chart.
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
   * Field that names a column: a text, a number or a date.
   */
  column: Field;
  /**
   * Name of the columns, e.g. Month.
   */
  columnLabel?: PropText;
  /**
   * Field that names a row.
   */
  row: Field;
  /**
   * Name of the rows, e.g. Company.
   */
  rowLabel?: PropText;
  /**
   * Text for each value of columns and rows, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * Text for each value of the rows, in place of map, e.g. {"1": "$monday"} where columns are numbers too.
   */
  rowMap?: {
    [k: string]: PropText;
  };
  /**
   * Length of the periods that the dates of the columns stand for: they are sorted by time and named by their period.
   */
  unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * Field with the figure of a cell. Figures of several rows in one cell are added up.
   */
  value: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  valueLabel?: PropText;
  /**
   * State path that holds the chosen column, e.g. state.month. A press on a point writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * State path that holds the chosen row, in the same way.
   */
  rowBind?: Bind;
  /**
   * Figures in the cells: where they have room, or never.
   */
  labels?: 'auto' | 'never';
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
  /**
   * Height of the plot in pixels. It grows in a higher tile of a grid.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}

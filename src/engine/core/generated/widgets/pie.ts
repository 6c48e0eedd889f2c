/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * A few parts of a whole, one for each row of the source. Event: select (row is the row of the selected part).
 */
export interface PieProps {
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
   * Field that names a part.
   */
  category: Field;
  /**
   * Name of the category, e.g. Company.
   */
  categoryLabel?: PropText;
  /**
   * Text for each value of the category, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * State path that holds the chosen category, e.g. state.state. A press on a part writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * Field with the figure of a part. Parts without a positive figure are left out.
   */
  value: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  valueLabel?: PropText;
  /**
   * Length of the periods that the dates of the category stand for: rows are sorted by time, and dates are named by their period.
   */
  unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * donut has the total inside; pie is filled.
   */
  shape?: 'donut' | 'pie';
  /**
   * Words below the total inside a donut, e.g. orders.
   */
  total?: PropText;
  /**
   * Number of parts; the smallest ones beyond it are added up as Others.
   */
  parts?: number;
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

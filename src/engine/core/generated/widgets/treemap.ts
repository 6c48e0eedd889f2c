/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * Many parts of a whole as areas, in groups or without. Event: select (row is the row of the selected part).
 */
export interface TreemapProps {
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
   * Name of the parts, e.g. Company.
   */
  categoryLabel?: PropText;
  /**
   * Field whose values are the groups of the parts. Six have a colour; the others are grey.
   */
  groupBy?: Field;
  /**
   * Name of the groups, e.g. Region.
   */
  groupLabel?: PropText;
  /**
   * Text for each value of category and groups, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * State path that holds the chosen category, e.g. state.company. A press on a point writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * State path that holds its group, in the same way.
   */
  groupBind?: Bind;
  /**
   * Field with the figure of a part. Parts without a positive figure have no area; they are in the table.
   */
  value: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  valueLabel?: PropText;
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

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, Field, PropText } from '../documents.ts';

/**
 * Points by two figures, one for each row of the source, whose size may be a third. Event: select (row is the row of the selected point).
 */
export interface ScatterProps {
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
   * Field with the figure to the right.
   */
  x: Field;
  /**
   * Name of that figure, e.g. Revenue.
   */
  xLabel?: PropText;
  /**
   * Field with the figure upwards.
   */
  y: Field;
  /**
   * Name of that figure, e.g. Margin.
   */
  yLabel?: PropText;
  /**
   * Field with the figure that the area of a point shows.
   */
  size?: Field;
  /**
   * Name of that figure, e.g. Orders.
   */
  sizeLabel?: PropText;
  /**
   * Field that names a point.
   */
  name?: Field;
  /**
   * Name of what a point is, e.g. Company.
   */
  nameLabel?: PropText;
  /**
   * Field whose values give points their colour. Six values have one; the others are grey, as Others.
   */
  splitBy?: Field;
  /**
   * Name of that field, e.g. Region.
   */
  splitLabel?: PropText;
  /**
   * Text for each value of name and splitBy, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * State path that holds the name of the chosen point, e.g. state.company. A press on a point writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * State path that holds its value of splitBy, in the same way.
   */
  splitBind?: Bind;
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
   * Format of the figures to the right.
   */
  formatX?: {
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
  };
  /**
   * Lines at a value, and bands between two values.
   */
  thresholds?: ScatterThreshold[];
  /**
   * Height of the plot in pixels. It grows in a higher tile of a grid.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
/**
 * A line or a band across the chart.
 */
export interface ScatterThreshold {
  /**
   * x: an upright line. y: a line across.
   */
  axis?: 'x' | 'y';
  /**
   * Where the line is.
   */
  value: number | Expression;
  /**
   * Where a band from value on ends.
   */
  to?: number | Expression;
  /**
   * Name of the line.
   */
  label: PropText;
  /**
   * Colour tone.
   */
  tone?: 'neutral' | 'success' | 'warning' | 'danger';
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Field, PropText } from '../documents.ts';

/**
 * One figure on an arc from the least to the most, with its goal and bands. Event: select.
 */
export interface GaugeProps {
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
   * The figure, instead of field.
   */
  value?: number | Expression;
  /**
   * Field with the figure.
   */
  field?: Field;
  /**
   * Rows that the figures are of.
   */
  take?: 'first' | 'last' | 'sum';
  /**
   * Name of the measure, e.g. Deliveries on time.
   */
  valueLabel?: PropText;
  /**
   * Where the arc begins. Default: 0.
   */
  min?: number | Expression;
  /**
   * Where the arc ends. Default: 1 for percent, else 100; for a greater figure or goal, the next round number.
   */
  max?: number | Expression;
  /**
   * Field with the figure where the arc ends, instead of max.
   */
  maxField?: Field;
  /**
   * A mark on the arc.
   */
  goal?: number | Expression;
  /**
   * Field with the figure of the goal, instead of goal.
   */
  goalField?: Field;
  /**
   * Name of the goal.
   */
  goalLabel?: PropText;
  /**
   * Tones of the arc from a value on, in ascending order. The figure has the tone of its band.
   */
  bands?: GaugeBand[];
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
/**
 * A band of the arc.
 */
export interface GaugeBand {
  /**
   * Where the band begins.
   */
  from: number | Expression;
  /**
   * Name of the band, e.g. Good.
   */
  label?: PropText;
  /**
   * Colour tone.
   */
  tone: 'neutral' | 'success' | 'warning' | 'danger';
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, Field, PropText } from '../documents.ts';

/**
 * A bar for each row of the source: how far its figure is from its target, or what part of the largest it is. Event: select (row is the selected row).
 */
export interface ProgressListProps {
  /**
   * Title of the list.
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
   * Field that names a row.
   */
  category: Field;
  /**
   * Name of the category, e.g. Unit.
   */
  categoryLabel?: PropText;
  /**
   * State path that holds the chosen category, e.g. state.unit. A press on a row writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * Text for each value of the category, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * Length of the periods that dates of the category stand for: they are named by their period.
   */
  unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * Field with the figure.
   */
  value: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  valueLabel?: PropText;
  /**
   * Field with the target of a row.
   */
  targetField?: Field;
  /**
   * Target of all rows; targetField takes precedence.
   */
  target?: number | Expression;
  /**
   * Field with the tone of a row: neutral, info, success, warning or danger.
   */
  toneField?: Field;
  /**
   * Tones by the part of the target that is reached: a row has the tone of the last level that it reaches.
   */
  levels?: ProgressLevel[];
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
   * Height in pixels; longer content scrolls. It grows in a higher tile of a grid. Default: up to 480.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
/**
 * A tone from a part of the target on.
 */
export interface ProgressLevel {
  /**
   * Part of the target, 0.8 is 80 %.
   */
  from: number;
  /**
   * Tone of the bar.
   */
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Field, PropText } from '../documents.ts';

/**
 * An indicator: one figure, how it changed, and its course as a small line. Event: press.
 */
export interface StatProps {
  /**
   * Name of the indicator.
   */
  label: PropText;
  /**
   * The figure. It takes precedence over field.
   */
  value?: (number | null) | Expression;
  /**
   * Field of the source's rows with the figure.
   */
  field?: Field;
  /**
   * Figure of the rows that is shown: that of the first or the last row, or the sum of all.
   */
  take?: 'first' | 'last' | 'sum';
  /**
   * Format of the figures. number, money and percent (0.25 is 25 %) follow the language; duration is a time in minutes, as 3 h 12 min.
   */
  format?: 'number' | 'money' | 'percent' | 'duration';
  /**
   * Number of decimal digits.
   */
  decimals?: number;
  /**
   * For money: ISO 4217 currency code, e.g. BRL.
   */
  currency?: string;
  /**
   * Writes large figures in few characters, e.g. 4.2 M.
   */
  short?: boolean;
  /**
   * Unit behind the figure, in small letters.
   */
  unit?: PropText;
  /**
   * Figure to compare with. It takes precedence over previousField.
   */
  previous?: (number | null) | Expression;
  /**
   * Field of the rows with the figure to compare with.
   */
  previousField?: Field;
  /**
   * Text for what the figure is compared with, e.g. than in the 30 days before.
   */
  comparison?: PropText;
  /**
   * Direction that is good for this measure: up, down, or none of them.
   */
  good?: 'up' | 'down' | 'none';
  /**
   * Field of the rows whose course is displayed as a small line, in the order of the rows.
   */
  trend?: Field;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}

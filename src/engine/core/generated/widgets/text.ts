/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * A piece of text.
 */
export interface TextProps {
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * Size and weight: caption 12, body 14, strong 14 semibold, subtitle 16 semibold, title 20 semibold, hero 28 semibold.
   */
  variant?: 'caption' | 'body' | 'strong' | 'subtitle' | 'title' | 'hero';
  /**
   * Colour of the text.
   */
  tone?: ('primary' | 'secondary' | 'success' | 'warning' | 'danger') | Expression;
  /**
   * Formats the text as a value, in the current language and the tenant's time zone. longDate writes weekday, day, month and year.
   */
  format?: 'text' | 'number' | 'date' | 'datetime' | 'longDate';
  /**
   * Level of the heading that the text is, for screen readers. Default: no heading.
   */
  heading?: 1 | 2 | 3;
  /**
   * Uses a monospaced font, for ids and code.
   */
  monospace?: boolean;
  /**
   * Uses digits of equal width, for numbers that are compared.
   */
  tabular?: boolean;
  /**
   * Displays one line, cut with an ellipsis, with the full text as tooltip.
   */
  truncate?: boolean;
}

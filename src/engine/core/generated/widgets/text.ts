/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * A piece of text.
 */
export interface TextProps {
  /**
   * What it says.
   */
  text: Text;
  /**
   * caption 12, body 14, strong 14 semibold, subtitle 16 semibold, title 20 semibold.
   */
  variant?: 'caption' | 'body' | 'strong' | 'subtitle' | 'title';
  /**
   * Colour of the text.
   */
  tone?: 'primary' | 'secondary' | 'success' | 'warning' | 'danger';
  /**
   * Reads the text as a value and writes it by locale and the tenant's time zone.
   */
  format?: 'text' | 'number' | 'date' | 'datetime';
  /**
   * Fixed width, for ids and code.
   */
  monospace?: boolean;
  /**
   * Digits of one width, for what is compared.
   */
  tabular?: boolean;
  /**
   * One line, cut with an ellipsis; the whole as tooltip.
   */
  truncate?: boolean;
}

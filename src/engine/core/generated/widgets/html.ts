/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Text } from '../documents.ts';

/**
 * HTML of elsewhere (a letter, a page), cleaned and shut in: no scripts, no styles, no forms, nothing loaded from elsewhere until the reader asks.
 */
export interface HtmlProps {
  /**
   * The HTML.
   */
  html: string | Expression;
  /**
   * What it is, for those who cannot see it.
   */
  label: Text;
  /**
   * In pixels; what is longer scrolls.
   */
  height?: number;
}

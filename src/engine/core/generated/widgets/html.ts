/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * HTML from outside, such as an e-mail, sanitised and isolated: no scripts, styles or forms, and no external content until the reader allows it.
 */
export interface HtmlProps {
  /**
   * HTML source.
   */
  html: string | Expression;
  /**
   * Accessible name for screen readers.
   */
  label: PropText;
  /**
   * Height in pixels; longer content scrolls.
   */
  height?: number;
}

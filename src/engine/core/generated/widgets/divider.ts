/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { PropText } from '../documents.ts';

/**
 * A thin line between two areas.
 */
export interface DividerProps {
  /**
   * Text on the line.
   */
  text?: PropText;
  /**
   * horizontal separates areas one above the other; vertical separates areas side by side.
   */
  direction?: 'horizontal' | 'vertical';
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * A hairline between parts.
 */
export interface DividerProps {
  /**
   * Stands on the line.
   */
  text?: Text;
  /**
   * horizontal between parts one above the other; vertical between parts side by side.
   */
  direction?: 'horizontal' | 'vertical';
}

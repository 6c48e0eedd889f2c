/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * Two children side by side, or one above the other, with a line between them that can be moved by pointer and keyboard. Further children stand with the second.
 */
export interface SplitProps {
  /**
   * horizontal: side by side; vertical: one above the other.
   */
  direction?: 'horizontal' | 'vertical';
  /**
   * What of the room the first child has at the start, in percent.
   */
  ratio?: number;
  /**
   * Pixels that the first and the second child keep, whatever is moved.
   */
  min?: number[];
  /**
   * Where it is narrower than these pixels, a horizontal one stands one above the other, without a line to move.
   */
  stackBelow?: number;
  /**
   * What is resized, for who listens; without it the words for any two parts.
   */
  label?: Text;
  /**
   * Takes the height that its parent has left: what scrolls then scrolls inside.
   */
  fill?: boolean;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * A titled part of a screen; as a card when it stands for itself.
 */
export interface SectionProps {
  /**
   * Heading of the part (level 2).
   */
  title?: Text;
  /**
   * A sentence under the heading.
   */
  description?: Text;
  /**
   * Draws a card with a hairline around it.
   */
  card?: boolean;
  /**
   * Room between children: none 0, small 8, medium 16, large 24 pixels.
   */
  gap?: 'none' | 'small' | 'medium' | 'large';
  /**
   * Takes the height that its parent has left: what scrolls then scrolls inside.
   */
  fill?: boolean;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { PropText } from '../documents.ts';

/**
 * A titled part of a screen, optionally as a card.
 */
export interface SectionProps {
  /**
   * Heading of the section (level 2).
   */
  title?: PropText;
  /**
   * Sentence under the heading.
   */
  description?: PropText;
  /**
   * Displays a card with a thin border.
   */
  card?: boolean;
  /**
   * Lets the content reach the edges of the card, for lists and menus. On phones the card runs from edge to edge.
   */
  flush?: boolean;
  /**
   * Space between children: none 0, small 8, medium 16, large 24 pixels.
   */
  gap?: 'none' | 'small' | 'medium' | 'large';
  /**
   * Fills the height available in the parent; longer content scrolls inside.
   */
  fill?: boolean;
}

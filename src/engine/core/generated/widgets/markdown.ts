/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * Formatted text as Markdown (with tables, task lists and strike-through). HTML in it is drawn as text.
 */
export interface MarkdownProps {
  /**
   * The Markdown.
   */
  text: Text;
  /**
   * Level of its highest heading in the outline of the screen.
   */
  heading?: number;
  /**
   * Draws pictures of ours and of https addresses; else their words.
   */
  images?: boolean;
  /**
   * What stands there without a text; an en dash when left out.
   */
  blank?: Text;
}

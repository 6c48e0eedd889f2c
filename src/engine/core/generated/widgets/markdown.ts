/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { PropText } from '../documents.ts';

/**
 * Formatted text in Markdown, with tables, task lists and strikethrough. HTML in the text is displayed as plain text.
 */
export interface MarkdownProps {
  /**
   * Markdown source.
   */
  text: PropText;
  /**
   * Level of the highest heading in the screen's outline.
   */
  heading?: number;
  /**
   * Displays images from the application and from https addresses. Otherwise their alternative text appears.
   */
  images?: boolean;
  /**
   * Text displayed when there is no content. Default: an en dash.
   */
  blank?: PropText;
}

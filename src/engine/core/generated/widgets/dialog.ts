/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Child, Text } from '../documents.ts';

/**
 * A window over the screen, one of the document's dialogs: the step open shows it, the step close hides it. Its children are made anew each time it opens. Events: open, close.
 */
export interface DialogProps {
  /**
   * Heading of the window.
   */
  title: Text;
  /**
   * A line under the heading: what it is about.
   */
  subtitle?: Text;
  /**
   * Width: small 440, medium 600, large 880 pixels.
   */
  size?: 'small' | 'medium' | 'large';
  /**
   * Neither Esc nor a press outside closes it.
   */
  persistent?: boolean;
  /**
   * Ids of the children that stand in the footer, right-aligned, the primary button last.
   */
  footer?: Child[];
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Child, PropText } from '../documents.ts';

/**
 * A window over the screen, listed in the document's dialogs. The step open opens it and the step close closes it. Its children are created anew each time it opens. Events: open, close.
 */
export interface DialogProps {
  /**
   * Heading of the window.
   */
  title: PropText;
  /**
   * Line under the heading.
   */
  subtitle?: PropText;
  /**
   * Width: small 440, medium 600, large 880 pixels.
   */
  size?: 'small' | 'medium' | 'large';
  /**
   * Keeps the window open on Esc and on a press outside it.
   */
  persistent?: boolean;
  /**
   * Ids of the children in the footer, right-aligned, with the primary button last.
   */
  footer?: Child[];
}

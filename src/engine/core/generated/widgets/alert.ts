/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * Something to know, where it matters. Its children are the buttons that do something about it. Event: dismiss.
 */
export interface AlertProps {
  /**
   * What kind of thing it is; warning and danger are told at once to who listens.
   */
  intent?: 'info' | 'success' | 'warning' | 'danger';
  /**
   * The matter, in a few words.
   */
  title?: Text;
  /**
   * What it means and what to do.
   */
  text?: Text;
  /**
   * Can be put away; it comes back with the screen, or when it says something else.
   */
  dismissible?: boolean;
}

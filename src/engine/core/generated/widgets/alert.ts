/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { PropText } from '../documents.ts';

/**
 * A message beside the content that it concerns. Its children are buttons. Event: dismiss.
 */
export interface AlertProps {
  /**
   * Kind of message. Screen readers announce warning and danger immediately.
   */
  intent?: 'info' | 'success' | 'warning' | 'danger';
  /**
   * Short summary of the message.
   */
  title?: PropText;
  /**
   * Explanation and next step.
   */
  text?: PropText;
  /**
   * Adds a button that closes the message. It returns when the screen is opened again or when its text changes.
   */
  dismissible?: boolean;
}

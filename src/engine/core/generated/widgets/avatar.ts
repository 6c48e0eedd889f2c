/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * A person's picture or initials.
 */
export interface AvatarProps {
  /**
   * Name that gives the initials, their colour and the accessible name.
   */
  name: PropText;
  /**
   * Address of the picture.
   */
  image?: string | Expression;
  /**
   * Size in pixels.
   */
  size?: 20 | 24 | 28 | 40 | 72;
  /**
   * Displays the name beside the picture.
   */
  showName?: boolean;
}

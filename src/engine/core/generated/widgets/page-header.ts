/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Text } from '../documents.ts';

/**
 * Header of a screen: the title at the left, its children (buttons) at the right, with the primary button last.
 */
export interface PageHeaderProps {
  /**
   * Heading of the screen (level 1).
   */
  title: Text;
  /**
   * Line under the heading.
   */
  subtitle?: Text;
  /**
   * Address of the parent list. Displays a back arrow before the title.
   */
  back?: Address;
}

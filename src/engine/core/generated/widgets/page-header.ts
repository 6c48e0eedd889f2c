/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Text } from '../documents.ts';

/**
 * The head of a screen: title at the left, its children (buttons) at the right, the primary one last.
 */
export interface PageHeaderProps {
  /**
   * The screen's heading (level 1).
   */
  title: Text;
  /**
   * A line under the heading.
   */
  subtitle?: Text;
  /**
   * Address of the list this belongs to: shows an arrow before the title.
   */
  back?: Address;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, PropText } from '../documents.ts';

/**
 * Header of a screen: the title at the left, its children (buttons) at the right, with the primary button last. Slot meta: nodes beside the title, such as its state.
 */
export interface PageHeaderProps {
  /**
   * Heading of the screen (level 1). Default: the title of the screen.
   */
  title?: PropText;
  /**
   * Line under the heading.
   */
  subtitle?: PropText;
  /**
   * page: above the content of a page. bar: one line of 52 pixels, the bar of a work surface.
   */
  look?: 'page' | 'bar';
  /**
   * Address of the parent list. Displays a back arrow before the title.
   */
  back?: Address;
}

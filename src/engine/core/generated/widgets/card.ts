/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Child, Text } from '../documents.ts';

/**
 * One thing on a card of its own: what it is called, what can be done with it, and what stands inside. With link or a listener for press all of it can be pressed; what is pressed inside it stays its own. Event: press.
 */
export interface CardProps {
  /**
   * What it is called; also the name of what is pressed.
   */
  title: Text;
  /**
   * A line under the title.
   */
  subtitle?: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Id of the child that stands at the top, from edge to edge: an image.
   */
  media?: Child;
  /**
   * Ids of the children that stand at the right of the title.
   */
  actions?: Child[];
  /**
   * Ids of the children that stand below everything else, right-aligned.
   */
  footer?: Child[];
  /**
   * Where it leads when it is pressed.
   */
  link?: Address;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Child, IconName, PropText } from '../documents.ts';

/**
 * A card with a title, actions and content. With link or an action for press, the whole card is pressable; controls inside it keep their own behaviour. Event: press.
 */
export interface CardProps {
  /**
   * Title of the card, and its accessible name when it is pressable.
   */
  title: PropText;
  /**
   * Line under the title.
   */
  subtitle?: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Id of the child displayed across the full width at the top, e.g. an image.
   */
  media?: Child;
  /**
   * Ids of the children at the right of the title.
   */
  actions?: Child[];
  /**
   * Ids of the children below the content, right-aligned.
   */
  footer?: Child[];
  /**
   * Address that the card opens when pressed.
   */
  link?: Address;
}

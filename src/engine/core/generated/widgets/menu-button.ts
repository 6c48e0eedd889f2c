/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Expression, IconName, PropText, Repeat, Steps } from '../documents.ts';

/**
 * A button that opens a menu.
 */
export interface MenuButtonProps {
  /**
   * Text of the button. With iconOnly, its accessible name and tooltip.
   */
  text: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Displays the icon alone, with the text as tooltip.
   */
  iconOnly?: boolean;
  /**
   * Keeps the room of a button with iconOnly while none of its items is visible, so that its neighbours do not move.
   */
  keepRoom?: boolean;
  /**
   * Fills the button with the brand colour. Use one per screen.
   */
  primary?: boolean;
  /**
   * Removes the border.
   */
  subtle?: boolean;
  /**
   * Disables the button while true.
   */
  disabled?: boolean | Expression;
  /**
   * Menu entries, from top to bottom.
   */
  items: MenuButtonItem[];
}
/**
 * One menu entry, or with repeat one entry per element of a list.
 */
export interface MenuButtonItem {
  /**
   * Makes one entry per element of a list. All expressions and steps of the entry see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Identifier of the entry, unique in the menu.
   */
  id: string;
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Displays it in the danger colour.
   */
  danger?: boolean;
  /**
   * Condition: offered while true.
   */
  visible?: boolean | Expression;
  /**
   * Disables the entry while true.
   */
  disabled?: boolean | Expression;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
  /**
   * Steps to run.
   */
  do: Steps;
}

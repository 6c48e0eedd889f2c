/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, IconName, PropText } from '../documents.ts';

/**
 * A button that runs an action. It displays progress and ignores further presses while the action runs. Event: press.
 */
export interface ButtonProps {
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
   * Uses the danger colour, for actions that remove something. With primary, fills the button with it.
   */
  danger?: boolean;
  /**
   * Count displayed beside the text; hidden at 0.
   */
  badge?: number | Expression;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Expression, Steps, Text } from '../documents.ts';

/**
 * A button that opens a menu.
 */
export interface MenuButtonProps {
  /**
   * What it says; of an icon-only button its name and tooltip.
   */
  text: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Shows the icon alone, the text as tooltip.
   */
  iconOnly?: boolean;
  /**
   * Filled with the brand colour. One per screen.
   */
  primary?: boolean;
  /**
   * Without an edge.
   */
  subtle?: boolean;
  /**
   * Cannot be pressed while this holds.
   */
  disabled?: boolean | Expression;
  /**
   * Entries, from top to bottom.
   */
  items: MenuButtonItem[];
}
/**
 * One entry of the menu.
 */
export interface MenuButtonItem {
  /**
   * Name of the entry, unique in the menu.
   */
  id: string;
  /**
   * What it says.
   */
  text: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Drawn in the danger colour.
   */
  danger?: boolean;
  /**
   * Offered while this holds.
   */
  visible?: boolean | Expression;
  /**
   * Cannot be chosen while this holds.
   */
  disabled?: boolean | Expression;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
  /**
   * What it does.
   */
  do: Steps;
}

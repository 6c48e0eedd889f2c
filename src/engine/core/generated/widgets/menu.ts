/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Expression, Text } from '../documents.ts';

/**
 * Places to go, in a column or a row; the one that is open is marked. Event: press.
 */
export interface MenuProps {
  /**
   * In their order. One with items of its own is a group with a heading; in a row groups stand behind one another.
   */
  items: MenuItem[];
  /**
   * vertical: a column; horizontal: a row, of which what has no room goes into a menu.
   */
  direction?: 'vertical' | 'horizontal';
  /**
   * Id of the entry that is open; without it, the one whose link is the screen's address.
   */
  current?: string | Expression;
  /**
   * What the menu is called for who listens.
   */
  label?: Text;
}
/**
 * One place to go, or a group of them.
 */
export interface MenuItem {
  /**
   * Name of the entry, unique in the widget.
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
   * A count beside it; nothing at 0.
   */
  badge?: number | Expression;
  /**
   * Where it leads. Without one, pressing it fires press with its id.
   */
  link?: Address;
  /**
   * Offered while this holds.
   */
  visible?: boolean | Expression;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
  /**
   * The entries of a group.
   */
  items?: MenuEntry[];
}
/**
 * One place to go.
 */
export interface MenuEntry {
  /**
   * Name of the entry, unique in the widget.
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
   * A count beside it; nothing at 0.
   */
  badge?: number | Expression;
  /**
   * Where it leads. Without one, pressing it fires press with its id.
   */
  link?: Address;
  /**
   * Offered while this holds.
   */
  visible?: boolean | Expression;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}

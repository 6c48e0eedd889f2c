/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Expression, Text } from '../documents.ts';

/**
 * Navigation entries in a column or a row, with the current one highlighted. Event: press.
 */
export interface MenuProps {
  /**
   * Entries, in display order. An entry with items is a group with a heading; in a row, groups follow one another.
   */
  items: MenuItem[];
  /**
   * vertical: one column. horizontal: one row; entries that do not fit move into a menu.
   */
  direction?: 'vertical' | 'horizontal';
  /**
   * Id of the current entry. Default: the entry whose link is the screen's address.
   */
  current?: string | Expression;
  /**
   * Accessible name of the menu for screen readers.
   */
  label?: Text;
}
/**
 * One navigation entry or a group of entries.
 */
export interface MenuItem {
  /**
   * Identifier of the entry, unique in the widget.
   */
  id: string;
  /**
   * Displayed text.
   */
  text: Text;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: string;
  /**
   * Count displayed beside the text; hidden at 0.
   */
  badge?: number | Expression;
  /**
   * Target address. Default: pressing the entry fires press with its id.
   */
  link?: Address;
  /**
   * Condition: offered while true.
   */
  visible?: boolean | Expression;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
  /**
   * Entries of the group.
   */
  items?: MenuEntry[];
}
/**
 * One navigation entry.
 */
export interface MenuEntry {
  /**
   * Identifier of the entry, unique in the widget.
   */
  id: string;
  /**
   * Displayed text.
   */
  text: Text;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: string;
  /**
   * Count displayed beside the text; hidden at 0.
   */
  badge?: number | Expression;
  /**
   * Target address. Default: pressing the entry fires press with its id.
   */
  link?: Address;
  /**
   * Condition: offered while true.
   */
  visible?: boolean | Expression;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Expression, IconName, PropText, Repeat } from '../documents.ts';

/**
 * Navigation entries in a column or a row, with the current one highlighted. Event: press.
 */
export interface MenuProps {
  /**
   * Entries, in display order. An entry with items is a group with a heading; in a row, groups follow one another.
   */
  items: MenuItem[];
  /**
   * vertical: one column. horizontal: one row; entries that do not fit move into a menu. columns: groups side by side, as many as fit.
   */
  direction?: 'vertical' | 'horizontal' | 'columns';
  /**
   * Id of the current entry. Default: the entry whose link is the screen's address.
   */
  current?: string | Expression;
  /**
   * Accessible name of the menu for screen readers.
   */
  label?: PropText;
}
/**
 * One navigation entry or a group of entries, or with repeat one per element of a list.
 */
export interface MenuItem {
  /**
   * Makes one entry per element of a list. All expressions, the link and the entries of the group see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Identifier of the entry, unique in the widget.
   */
  id: string;
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName | Expression;
  /**
   * Count displayed beside the text; hidden at 0.
   */
  badge?: number | Expression;
  /**
   * Target address, or an expression that returns one. Default: pressing the entry fires press with its id.
   */
  link?: Address | Expression;
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
 * One navigation entry, or with repeat one entry per element of a list.
 */
export interface MenuEntry {
  /**
   * Makes one entry per element of a list. All expressions and the link of the entry see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Identifier of the entry, unique in the widget.
   */
  id: string;
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName | Expression;
  /**
   * Count displayed beside the text; hidden at 0.
   */
  badge?: number | Expression;
  /**
   * Target address, or an expression that returns one. Default: pressing the entry fires press with its id.
   */
  link?: Address | Expression;
  /**
   * Condition: offered while true.
   */
  visible?: boolean | Expression;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}

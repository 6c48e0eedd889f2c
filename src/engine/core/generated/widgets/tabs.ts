/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Child, Expression, IconName, PropText, Repeat } from '../documents.ts';

/**
 * Displays one child at a time under a row of tabs. A child mounts when its tab is first opened and stays mounted; a hidden child has no tab, and of a tab that repeats, the instances whose child is hidden. Slots: start and end, nodes before and after the tabs in their row. Event: change.
 */
export interface TabsProps {
  /**
   * Tabs, from left to right. A child without an entry is not displayed.
   */
  items: TabsItem[];
  /**
   * State path of the id of the open child, e.g. state.tab. List it in the screen's query to store it in the address. An unknown id opens the first tab. A tab made by repeat has the id of its child, a hyphen and the key of its element.
   */
  bind?: Bind;
  /**
   * Accessible name of the tabs for screen readers.
   */
  label?: PropText;
  /**
   * line: above the content of a page. bar: the row is the bar of a work surface, 52 pixels high, and its content begins at the edges.
   */
  look?: 'line' | 'bar';
  /**
   * Id of the only child that windows narrower than 768 px display, without the list of tabs and without the end of its line. The others keep what was typed in them.
   */
  narrow?: Child;
  /**
   * Fills the height available in the parent; longer content scrolls inside.
   */
  fill?: boolean;
}
/**
 * The tab of one child, or with repeat one tab per element of a list, each with a child of its own.
 */
export interface TabsItem {
  /**
   * Makes one tab per element of a list. All expressions of the tab, and its child, see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Id of the child.
   */
  child: Child;
  /**
   * Displayed text.
   */
  title: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Count displayed beside the title; hidden at 0.
   */
  badge?: number | Expression;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Child, Expression, Text } from '../documents.ts';

/**
 * Shows one of its children at a time, under a row of tabs. A child is made when its tab is first opened and then kept; one that is hidden has no tab. Event: change.
 */
export interface TabsProps {
  /**
   * From left to right; a child without an entry is not shown.
   */
  items: TabsItem[];
  /**
   * The place in the state that holds the id of the open child, as state.tab; named in the screen's query it stands in the address. What names no tab opens the first.
   */
  bind?: Bind;
  /**
   * What the row of tabs is called for who listens.
   */
  label?: Text;
  /**
   * Takes the height that its parent has left: what scrolls then scrolls inside.
   */
  fill?: boolean;
}
/**
 * The tab of a child.
 */
export interface TabsItem {
  /**
   * Id of the child it shows.
   */
  child: Child;
  /**
   * What it says.
   */
  title: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * A count beside the title; nothing at 0.
   */
  badge?: number | Expression;
}

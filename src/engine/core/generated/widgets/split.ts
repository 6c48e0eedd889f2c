/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { IconName, PropText } from '../documents.ts';

/**
 * Two children side by side or one above the other, separated by a line that the person moves by pointer or keyboard. Further children follow the second.
 */
export interface SplitProps {
  /**
   * horizontal: side by side. vertical: one above the other.
   */
  direction?: 'horizontal' | 'vertical';
  /**
   * Initial share of the first child, in percent.
   */
  ratio?: number;
  /**
   * Minimum sizes of the first and the second child, in pixels.
   */
  min?: number[];
  /**
   * Width in pixels below which a horizontal split stacks its children, without a movable line.
   */
  stackBelow?: number;
  /**
   * Accessible name of the movable line for screen readers. Default: a general name for two areas.
   */
  label?: PropText;
  collapse?: SplitCollapse;
  narrow?: SplitNarrow;
  /**
   * apart: a gap between the children. joined: the children of a work surface, which reach its edges, without frames of their own and with a thin line between them.
   */
  look?: 'apart' | 'joined';
  /**
   * Fills the height available in the parent; longer content scrolls inside.
   */
  fill?: boolean;
}
/**
 * Gives one child a heading with a button that hides it. Where there is little room, it is hidden at first.
 */
export interface SplitCollapse {
  /**
   * The child that can be hidden.
   */
  child: 'first' | 'second';
  /**
   * Heading of the child, and name of the button.
   */
  title: PropText;
  /**
   * Icon name of the button while the child is hidden, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Width in pixels of both children together below which the child is hidden at first. A first child beside the second one is then displayed over it. Default: where the children are stacked.
   */
  closedBelow?: number;
}
/**
 * One child that is the only one in windows narrower than 768 px. The other one keeps what was typed in it.
 */
export interface SplitNarrow {
  /**
   * The child that is displayed.
   */
  child: 'first' | 'second';
  /**
   * Sentence above the child: why the other one is not displayed, and what to do.
   */
  text?: PropText;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

/**
 * Arranges its children in a column or a row.
 */
export interface StackProps {
  /**
   * vertical: a column. horizontal: a row.
   */
  direction?: 'vertical' | 'horizontal';
  /**
   * Space between children: none 0, small 8, medium 16, large 24 pixels.
   */
  gap?: 'none' | 'small' | 'medium' | 'large';
  /**
   * Continues a horizontal stack on the next line when it does not fit.
   */
  wrap?: boolean;
  /**
   * Gives the children of a horizontal stack the same width. With wrap, as many stand in a line as have 200 pixels.
   */
  equal?: boolean;
  /**
   * Alignment of children across the direction.
   */
  align?: 'start' | 'center' | 'end' | 'stretch';
  /**
   * Distribution of children along the direction.
   */
  justify?: 'start' | 'center' | 'end' | 'between';
  /**
   * Fills the height available in the parent; longer content scrolls inside.
   */
  fill?: boolean;
}

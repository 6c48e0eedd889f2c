/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

/**
 * Lays its children in a column or a row.
 */
export interface StackProps {
  /**
   * vertical: one under the other; horizontal: side by side.
   */
  direction?: 'vertical' | 'horizontal';
  /**
   * Room between children: none 0, small 8, medium 16, large 24 pixels.
   */
  gap?: 'none' | 'small' | 'medium' | 'large';
  /**
   * A horizontal stack continues on the next line when there is no room.
   */
  wrap?: boolean;
  /**
   * How children stand across the direction.
   */
  align?: 'start' | 'center' | 'end' | 'stretch';
  /**
   * How children share the room along the direction.
   */
  justify?: 'start' | 'center' | 'end' | 'between';
  /**
   * Takes the height that its parent has left: what scrolls then scrolls inside.
   */
  fill?: boolean;
}

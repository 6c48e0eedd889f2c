/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

/**
 * Children in 12 columns and rows of 50 px with gaps of 12 px, each where its at says; by the grid's own width, not the window's. Below 768 px they stand in one column in reading order, but for what at.small says. What is far out of sight is made when it comes near.
 */
export interface GridProps {
  /**
   * fixed: a child is as high as its h says, what is longer scrolls in it; auto: its rows grow with it.
   */
  rows?: 'fixed' | 'auto';
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

/**
 * Children in a grid of 12 columns with rows of 50 px and gaps of 12 px, positioned by at. The grid's own width, not the window's, selects the size. Below 768 px children form one column in reading order, except where at.small says otherwise. Children far outside the view mount when they are scrolled near.
 */
export interface GridProps {
  /**
   * fixed: a child has the height h and scrolls when its content is higher. auto: rows grow with their content.
   */
  rows?: 'fixed' | 'auto';
  /**
   * Space between children: tiles 12 pixels, for the tiles of a dashboard; cards 16 pixels, as between the cards of a form.
   */
  gap?: 'tiles' | 'cards';
}

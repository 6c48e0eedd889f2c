/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * Preview of colours in a page, in the sign-in page, or in the shades of the action colour. A colour that is none counts as the default.
 */
export interface ThemePreviewProps {
  /**
   * page: menu, heading, table and controls. login: the sign-in page. shades: the shades made from the action colour.
   */
  show?: 'page' | 'login' | 'shades';
  /**
   * Light or dark.
   */
  mode?: 'light' | 'dark';
  /**
   * Colour of the menu, #RRGGBB.
   */
  menuColor?: string | Expression;
  /**
   * Colour of buttons and links, #RRGGBB.
   */
  actionColor?: string | Expression;
  /**
   * Second colour of decorations, #RRGGBB.
   */
  secondaryColor?: string | Expression;
  /**
   * For login: 1, a card, or 2, a cover beside the fields.
   */
  layout?: (1 | 2) | Expression;
  /**
   * For login: colour of the cover, or of the page behind the card.
   */
  background?: string | Expression;
  /**
   * For login: text on the cover.
   */
  text?: PropText;
  /**
   * For login: address of the picture above the heading. Pictures of other servers are not shown.
   */
  logo?: string | Expression;
  /**
   * For login: address of the picture that fills the cover, or the page behind the card. Pictures of other servers are not shown.
   */
  cover?: string | Expression;
  /**
   * Name of the picture.
   */
  label: PropText;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Text } from '../documents.ts';

/**
 * Does something. While it runs it shows progress and cannot be pressed again. Event: press.
 */
export interface ButtonProps {
  /**
   * What it says; of an icon-only button its name and tooltip.
   */
  text: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Shows the icon alone, the text as tooltip.
   */
  iconOnly?: boolean;
  /**
   * Filled with the brand colour. One per screen.
   */
  primary?: boolean;
  /**
   * Without an edge.
   */
  subtle?: boolean;
  /**
   * Cannot be pressed while this holds.
   */
  disabled?: boolean | Expression;
  /**
   * In the danger colour: it takes something away. Filled with it when primary too.
   */
  danger?: boolean;
  /**
   * A count beside the text; nothing at 0.
   */
  badge?: number | Expression;
}

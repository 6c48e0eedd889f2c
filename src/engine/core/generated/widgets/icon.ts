/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, IconName, PropText } from '../documents.ts';

/**
 * An icon. Without a label it is decoration.
 */
export interface IconProps {
  /**
   * Icon name, e.g. add, edit or search. An unknown name displays a neutral square.
   */
  name: IconName | Expression;
  /**
   * Size in pixels.
   */
  size?: 12 | 14 | 16 | 20 | 28;
  /**
   * Colour tone.
   */
  tone?: 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Displays the icon on a tinted square.
   */
  tile?: boolean;
  /**
   * Accessible name for screen readers. Default: none, the icon is decoration.
   */
  label?: PropText;
  /**
   * Colour of a filled square behind the icon, which is white or dark on it: #RRGGBB, or primary for the tenant's action colour. Instead of tone and tile.
   */
  color?: string | Expression;
}

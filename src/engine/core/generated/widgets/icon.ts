/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { IconName, PropText } from '../documents.ts';

/**
 * An icon. Without a label it is decoration.
 */
export interface IconProps {
  /**
   * Icon name, e.g. add, edit or search. An unknown name displays a neutral square.
   */
  name: IconName;
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
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * An icon by name: decoration, unless it has a label.
 */
export interface IconProps {
  /**
   * Name of the icon, as add, edit, search; an unknown one is a neutral square.
   */
  name: string;
  /**
   * In pixels.
   */
  size?: 12 | 14 | 16 | 20 | 28;
  /**
   * Its colour.
   */
  tone?: 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Puts it on a tinted tile.
   */
  tile?: boolean;
  /**
   * What it says to those who cannot see it; without one it is decoration.
   */
  label?: Text;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Text } from '../documents.ts';

/**
 * How far something is.
 */
export interface ProgressProps {
  /**
   * How far it is, between 0 and max; without a number it is under way and nobody knows how far.
   */
  value?: number | Expression;
  /**
   * What the whole is.
   */
  max?: number | Expression;
  /**
   * A bar, or a ring.
   */
  shape?: 'bar' | 'ring';
  /**
   * Its colour.
   */
  tone?: 'brand' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * What is under way.
   */
  label: Text;
  /**
   * The label is there for those who cannot see the bar, and not drawn.
   */
  hideLabel?: boolean;
  /**
   * What is written beside it: the share, value of maximum, or nothing.
   */
  format?: 'percent' | 'fraction' | 'none';
  /**
   * A line below it.
   */
  hint?: Text;
}

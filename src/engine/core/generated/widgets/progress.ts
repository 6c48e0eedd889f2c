/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * Progress of a running task. Event: complete, when the value reaches max while it is displayed.
 */
export interface ProgressProps {
  /**
   * Progress between 0 and max. Without a number, progress is indeterminate.
   */
  value?: number | Expression;
  /**
   * Value that means complete.
   */
  max?: number | Expression;
  /**
   * bar or ring.
   */
  shape?: 'bar' | 'ring';
  /**
   * Colour tone.
   */
  tone?: ('brand' | 'info' | 'success' | 'warning' | 'danger') | Expression;
  /**
   * Name of the running task.
   */
  label: PropText;
  /**
   * Hides the label visually; screen readers still read it.
   */
  hideLabel?: boolean;
  /**
   * Text beside the progress: the percentage, value and maximum, or nothing.
   */
  format?: ('percent' | 'fraction' | 'none') | Expression;
  /**
   * Line below the image.
   */
  hint?: PropText;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Text } from '../documents.ts';

/**
 * Draws a definition with the engine itself and real data, in a place of its own: what is broken in it stays in it, and nothing in it writes or leads away.
 */
export interface PreviewProps {
  /**
   * The screen or form to draw. While it has faults or is none, the last that had none stays, marked as such.
   */
  document?:
    | Expression
    | {
        [k: string]: unknown;
      };
  /**
   * Name of the part.
   */
  label?: Text;
  /**
   * Pixels it is drawn at to begin with; the person chooses among them.
   */
  width?: '360' | '768' | '1280' | 'full';
  /**
   * Pixels of the drawing; without it the height that its parent has left.
   */
  height?: number;
}

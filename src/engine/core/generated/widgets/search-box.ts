/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Text } from '../documents.ts';

/**
 * A text to look for. It is written into bind when typing rests, at once with Enter. Event: search.
 */
export interface SearchBoxProps {
  /**
   * The place in the state that holds the text, as state.search.
   */
  bind: Bind;
  /**
   * Names the field for who listens; without it, the word for searching.
   */
  label?: Text;
  /**
   * Stands inside the empty field.
   */
  placeholder?: Text;
  /**
   * Milliseconds of quiet before it is written.
   */
  debounce?: number;
  /**
   * Characters that can be looked for; a longer text is told and not written.
   */
  maxLength?: number;
  /**
   * Put back to 1 when the text changes.
   */
  page?: Bind;
  /**
   * As wide as its place; else at most 320 pixels.
   */
  fill?: boolean;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, PropText } from '../documents.ts';

/**
 * A search field. It writes the text into bind when typing pauses, or immediately on Enter. Event: search.
 */
export interface SearchBoxProps {
  /**
   * State path of the text, e.g. state.search.
   */
  bind: Bind;
  /**
   * Accessible name for screen readers. Default: the word for search.
   */
  label?: PropText;
  /**
   * Hint inside the empty field.
   */
  placeholder?: PropText;
  /**
   * Pause in typing, in milliseconds, after which the text is written.
   */
  debounce?: number;
  /**
   * Maximum number of characters. A longer text is reported and not written.
   */
  maxLength?: number;
  /**
   * State path of the page number, which is set to 1 when the text changes.
   */
  page?: Bind;
  /**
   * Uses the full available width. Default: at most 320 pixels.
   */
  fill?: boolean;
}

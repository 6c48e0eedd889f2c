/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * Says that nothing is there and what to do next. Children: at most one button.
 */
export interface EmptyStateProps {
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * What is so.
   */
  title: Text;
  /**
   * One sentence: what to do next.
   */
  text?: Text;
}

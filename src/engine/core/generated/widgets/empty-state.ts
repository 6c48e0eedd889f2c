/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, IconName, PropText } from '../documents.ts';

/**
 * Explains that there is no content and offers a next step. Children: at most one button.
 */
export interface EmptyStateProps {
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName | Expression;
  /**
   * Short statement, e.g. No orders yet.
   */
  title: PropText;
  /**
   * One sentence with the next step.
   */
  text?: PropText;
}

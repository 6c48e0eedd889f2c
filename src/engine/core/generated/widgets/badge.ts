/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, IconName, PropText } from '../documents.ts';

/**
 * A short status label. normal is discreet; every other tone stands out.
 */
export interface BadgeProps {
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * normal is a green tick with plain text; every other tone is a filled badge.
   */
  tone?: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Status of work whose colour and icon the badge has, instead of a tone: backlog, start, progress, validation, blocked, concluded, canceled or late. Any other is grey.
   */
  status?: string | Expression;
}

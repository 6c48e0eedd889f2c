/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text } from '../documents.ts';

/**
 * A short state. Normal whispers, the exception speaks.
 */
export interface BadgeProps {
  /**
   * What it says.
   */
  text: Text;
  /**
   * normal whispers (green tick and plain text); every other one is a filled badge.
   */
  tone?: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
}

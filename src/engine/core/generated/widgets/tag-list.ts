/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, IconName, PropText, Url } from '../documents.ts';

/**
 * Short words side by side: tags, skills, recipients. Events: press, remove (event is the tag's value).
 */
export interface TagListProps {
  /**
   * Accessible name of the list for screen readers.
   */
  label: PropText;
  /**
   * List of texts or of objects with value, text, tone, icon and link, or an expression that returns one.
   */
  tags: (string | TagListTag)[] | Expression;
  /**
   * Maximum number of displayed tags. A button displays the others.
   */
  most?: number;
  /**
   * Text displayed when there are no tags. Default: an en dash.
   */
  blank?: PropText;
}
/**
 * One tag.
 */
export interface TagListTag {
  /**
   * Value that events report. Default: the text.
   */
  value?: string | number;
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * Colour tone.
   */
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'brand';
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Target address.
   */
  link?: Url;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Text, Url } from '../documents.ts';

/**
 * Short words beside one another: tags, skills, recipients. Events: press, remove (event is the tag's value).
 */
export interface TagListProps {
  /**
   * What they are, for those who cannot see it.
   */
  label: Text;
  /**
   * The tags: a list of texts, or of objects with value, text, tone, icon and link. An expression may answer it.
   */
  tags: (string | TagListTag)[] | Expression;
  /**
   * So many are drawn; a button shows the others.
   */
  most?: number;
  /**
   * What stands there without any; an en dash when left out.
   */
  blank?: Text;
}
/**
 * One tag.
 */
export interface TagListTag {
  /**
   * What events tell; its text when left out.
   */
  value?: string | number;
  /**
   * What it says.
   */
  text: Text;
  /**
   * Its colour.
   */
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'brand';
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Where it leads.
   */
  link?: Url;
}

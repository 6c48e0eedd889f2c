/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Text } from '../documents.ts';

/**
 * Where something stands inside of something else, the innermost last. What has no room in the middle goes into a menu. (The screen's own breadcrumb is said in the document and stands in the header.)
 */
export interface BreadcrumbProps {
  /**
   * From the outermost to the one that is shown.
   */
  items: BreadcrumbItem[];
  /**
   * What it is called for who listens.
   */
  label?: Text;
}
/**
 * One place on the way.
 */
export interface BreadcrumbItem {
  /**
   * What it is called.
   */
  name: Text;
  /**
   * Where it leads; of the last one it is not followed.
   */
  link?: Address;
}

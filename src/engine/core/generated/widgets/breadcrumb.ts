/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, PropText } from '../documents.ts';

/**
 * Path from an outer level to the current one, innermost last. Middle items that do not fit move into a menu. The header displays the screen's own breadcrumb, which the document defines.
 */
export interface BreadcrumbProps {
  /**
   * Items, from the outermost to the current one.
   */
  items: BreadcrumbItem[];
  /**
   * Accessible name for screen readers.
   */
  label?: PropText;
}
/**
 * One level of the path.
 */
export interface BreadcrumbItem {
  /**
   * Displayed name.
   */
  name: PropText;
  /**
   * Target address. The last item is not a link.
   */
  link?: Address;
}

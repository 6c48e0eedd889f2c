/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Bind, Expression, PropText } from '../documents.ts';

/**
 * A panel at the right of the screen that displays one record beside its list, and fills the window below 768 pixels. It is listed in the screen's body itself and is open while its state path has a value. Its children are created anew for each value. Esc and its button close it, and the focus returns to the record's row.
 */
export interface PanelProps {
  /**
   * State path of the key of the open record, null while none is open, e.g. state.entry. List it in the screen's query to store it in the address: the browser's back button then closes the panel.
   */
  bind: Bind;
  /**
   * Heading of the panel.
   */
  title: PropText;
  /**
   * Line under the heading.
   */
  subtitle?: PropText;
  /**
   * Keys of the records of the list, in its order. Adds buttons that open the previous and the next record.
   */
  keys?: (string | number | null) | (string | number)[] | Expression;
  /**
   * Address of the record's own page, e.g. /admin-user/{state.entry}. Adds a button that opens it.
   */
  page?: Address;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, PropText } from '../documents.ts';

/**
 * Displays, validates and sends the fields that a form document defines. Event submit: { values, changes, items }. Event change: { field, value, preview }. A submit step sends the form, a reset step restores the loaded values.
 */
export interface FormProps {
  /**
   * Id of a form document, which the engine loads.
   */
  form?: string;
  /**
   * Inline form document; it takes precedence over form.
   */
  document?: {
    [k: string]: unknown;
  };
  /**
   * Accessible name for screen readers. Default: the title of the form document.
   */
  label?: PropText;
  /**
   * Record to edit: an expression, or an object whose values may be expressions. A record with an id is edited and only changes are sent; a record without one is new, and so is a value that is null once its sources have loaded.
   */
  value?:
    | Expression
    | {
        [k: string]:
          | Expression
          | string
          | number
          | boolean
          | null
          | {
              [k: string]: unknown;
            }
          | unknown[];
      };
  /**
   * Keys of the record sent with every change although no field displays them, e.g. version.
   */
  keep?: string[];
  /**
   * State path that receives the form's status: { changes: number, submitting: boolean, valid: boolean }.
   */
  status?: Bind;
  /**
   * State path that receives the form's values when nobody has changed one for 400 ms, so that a source can compute with them while the person edits.
   */
  values?: Bind;
  /**
   * Errors of the values that something else has found, each { path, message }, shown at their fields: of a source that computes with the values, data.<id>.error.errors.
   */
  errors?: Expression;
  /**
   * Displays the values without editing.
   */
  readOnly?: boolean | Expression;
  /**
   * Asks for confirmation before the person leaves with unsaved changes.
   */
  guard?: boolean;
  /**
   * Saves unsent input on this device and offers it when the person returns. Passwords and files are never saved.
   */
  draft?: boolean;
}

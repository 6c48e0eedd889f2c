/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, Text } from '../documents.ts';

/**
 * Fields that a form document lays out, checks and sends. Event submit: { values, changes }; event change: { field, value }. A submit step sends it, a reset step puts it back to what was loaded.
 */
export interface FormProps {
  /**
   * Id of a form document; the engine loads it.
   */
  form?: string;
  /**
   * A form document written in place; it goes before form.
   */
  document?: {
    [k: string]: unknown;
  };
  /**
   * Name for those who cannot see it; without one the document's title.
   */
  label?: Text;
  /**
   * The record to edit: an expression, or an object whose values may be expressions. A record with an id is edited (only what changed is sent), one without is new.
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
   * Keys of the record that go with every change although no field shows them: version.
   */
  keep?: string[];
  /**
   * Where the form tells how it is: { changes: number, submitting: boolean, valid: boolean }.
   */
  status?: Bind;
  /**
   * Shows the values without a way to change them.
   */
  readOnly?: boolean | Expression;
  /**
   * Asks before leaving while something typed is not saved.
   */
  guard?: boolean;
  /**
   * Keeps what is typed on this device until it is saved, and offers it on return. Passwords and files are never kept.
   */
  draft?: boolean;
}

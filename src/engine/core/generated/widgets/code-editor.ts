/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, PropText } from '../documents.ts';

/**
 * A text editor. It edits JSON definitions with completion, hover and diagnostics, or compares two texts. A submit step validates the text and runs on.save with { text, value, version }; a reset step restores the loaded text. Event change: { text }. Event conflict: { text, value, theirs, version }, when a save is refused because somebody else saved first.
 */
export interface CodeEditorProps {
  /**
   * Initial content: a text, or JSON that is formatted as text. A new value replaces the content unless it has unsaved changes.
   */
  value?:
    | Expression
    | (
        | string
        | {
            [k: string]: unknown;
          }
        | unknown[]
      );
  /**
   * Version of the value. save reports the version that the edited text is based on, also after the value was reloaded.
   */
  version?: Expression;
  /**
   * State path that receives the text while the person types.
   */
  bind?: Bind;
  /**
   * State path that receives the editor's status: { changes: 0 or 1, faults: number of errors, valid: boolean, first: message of the first diagnostic, value: parsed JSON or null }.
   */
  status?: Bind;
  /**
   * State path that receives the parts of the edited definition: a list of { key, parent, title, icon, count, error }. key is the part's JSON pointer, / for the document.
   */
  outline?: Bind;
  /**
   * State path that receives the key of the part that the caret stands in. Another JSON pointer written there moves the caret.
   */
  place?: Bind;
  /**
   * json adds syntax colours and validation; text adds neither.
   */
  language?: 'json' | 'text';
  /**
   * Type of the JSON, for completion, hover and validation: a document kind (screen, form, dashboard, entity, fragment, dataset), node, or props:<type> for the props of a widget. Default: any JSON.
   */
  schema?: string | Expression;
  /**
   * Routes and entities that the edited definition can use: { routes, entities, partial }. With them, addresses, parameters and fields are validated and completed.
   */
  catalogue?: Expression;
  /**
   * Text or JSON to compare with, displayed side by side (one above the other below 760 pixels).
   */
  original?:
    | Expression
    | (
        | string
        | {
            [k: string]: unknown;
          }
        | unknown[]
      );
  /**
   * Titles of the two sides of a comparison, displayed above them and read by screen readers.
   */
  sides?: {
    /**
     * Title of the side of original.
     */
    original: PropText;
    /**
     * Title of the side of value.
     */
    value: PropText;
  };
  /**
   * Accessible name for screen readers.
   */
  label?: PropText;
  /**
   * Displays the text without editing.
   */
  readOnly?: boolean | Expression;
  /**
   * Height in pixels. Default: the height available in the parent.
   */
  height?: number;
  /**
   * Asks for confirmation before the person leaves with unsaved changes.
   */
  guard?: boolean;
}

/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, Text } from '../documents.ts';

/**
 * Text that is code: definitions in JSON with completion, hover and faults in place, or two texts side by side. A submit step checks it and runs its on.save with { text, value, version }; a reset step puts it back. Event change: { text }; event conflict, when the save was refused because somebody else saved: { text, value, theirs, version }.
 */
export interface CodeEditorProps {
  /**
   * What it begins with: a text, or JSON that it writes as text. Another value takes its place unless something typed is not saved.
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
   * Version of the value. What save tells is that of the value the text began with, however often it was loaded anew since.
   */
  version?: Expression;
  /**
   * Where in the state the text is kept while it is typed.
   */
  bind?: Bind;
  /**
   * Where it tells how it is: { changes: 0 or 1, faults: number, valid: boolean, first: text of the first fault, value: the JSON it holds or null }.
   */
  status?: Bind;
  /**
   * json is checked and coloured; text is neither.
   */
  language?: 'json' | 'text';
  /**
   * What the JSON is, for completion, hover and checks: a document's kind (screen, form, dashboard, entity), node, or props:<type> for the props of a widget. Without one it only has to be JSON.
   */
  schema?: string | Expression;
  /**
   * What it is compared with, side by side (one under the other below 760 pixels): a text, or JSON.
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
   * Of a comparison: what its two sides are called. Shown above them, and read out.
   */
  sides?: {
    /**
     * What it is compared with.
     */
    original: Text;
    /**
     * What is compared.
     */
    value: Text;
  };
  /**
   * Name for those who cannot see it.
   */
  label?: Text;
  /**
   * Shows the text without a way to change it.
   */
  readOnly?: boolean | Expression;
  /**
   * Pixels of the text; without it the height that its parent has left.
   */
  height?: number;
  /**
   * Asks before leaving while something typed is not saved.
   */
  guard?: boolean;
}

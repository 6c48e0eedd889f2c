/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * Renders a definition with the engine and real data, isolated from the rest of the screen. Errors stay inside it; writes, downloads and navigation are blocked.
 */
export interface PreviewProps {
  /**
   * Screen or form to render. While it is missing or has errors, the last valid one stays, labelled as out of date.
   */
  document?:
    | Expression
    | {
        [k: string]: unknown;
      };
  /**
   * Accessible name of the preview.
   */
  label?: PropText;
  /**
   * Initial width in pixels; the person can choose another.
   */
  width?: '360' | '768' | '1280' | 'full';
  /**
   * Whether the person can choose another width.
   */
  widths?: boolean;
  /**
   * Height in pixels. Default: the height available in the parent.
   */
  height?: number;
}

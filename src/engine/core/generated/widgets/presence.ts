/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText } from '../documents.ts';

/**
 * The other people who have the same record open at this moment. It renders nothing while the person is alone.
 */
export interface PresenceProps {
  /**
   * Id of the entity that the record belongs to. People who may not read it see nobody.
   */
  entity: string;
  /**
   * Key of the record. Without a value nobody is shown.
   */
  record: number | string | Expression;
  /**
   * Displayed before the people. Default: also here.
   */
  text?: PropText;
}

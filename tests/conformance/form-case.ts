import type { JsonObject } from '../../src/contracts/json.ts';
import type { FormCheck, FormRule } from '../../src/engine/core/index.ts';

export interface FormCase {
  name: string;
  schema: JsonObject;
  rules?: FormRule[];
  checks?: FormCheck[];
  /** `third: false` where rjsf's own validator reads the data differently (it treats '' as a value), or reports errors of every alternative. */
  data: { record: JsonObject; errors: string[]; third?: boolean }[];
}

/** A schema of an object with these properties. */
export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

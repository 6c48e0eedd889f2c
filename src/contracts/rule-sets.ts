import type { JsonObject } from './json.ts';
import { personErrors, type PersonValues, type RuleError } from './person.ts';
import { weekHoursErrors } from './week-hours.ts';

export type RuleSet = (record: JsonObject) => RuleError[];

/**
 * The named rule sets that a form uses with `{ "use": "<name>" }` and that the server runs on the same record. A rule set
 * reads the whole record: the stored values, overlaid by the visible changes. A record without an id is new.
 */
export const ruleSets: Readonly<Record<string, RuleSet>> = {
  'week-hours': weekHoursErrors,
  person: (record) => personErrors(record as PersonValues, new Date(), true),
};

/** Returns the text of an error; browser and server share it. */
export function ruleErrorText(
  error: RuleError,
  translate: (key: string, values?: Record<string, string | number>) => string,
): string {
  const fields = error.fields?.map((key) => translate(key)).join(', ');
  return translate(error.key, fields === undefined ? error.values : { ...error.values, fields });
}

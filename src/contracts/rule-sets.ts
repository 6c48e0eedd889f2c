import type { JsonObject } from './json.ts';
import { personFaults, type PersonValues, type RuleFault } from './person.ts';

export type RuleSet = (record: JsonObject) => RuleFault[];

/**
 * The named rule sets that a form uses with `{ "use": "<name>" }` and that the server runs on the same record.
 * A rule set reads the whole record: what is stored, with the visible changes over it. No id means that it is new.
 */
export const ruleSets: Readonly<Record<string, RuleSet>> = {
  person: (record) => personFaults(record as PersonValues),
};

/** A fault's text, made the same way on both sides. */
export function faultText(
  fault: RuleFault,
  translate: (key: string, values?: Record<string, string | number>) => string,
): string {
  const fields = fault.fields?.map((key) => translate(key)).join(', ');
  return translate(fault.key, fields === undefined ? fault.values : { ...fault.values, fields });
}

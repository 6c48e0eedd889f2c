import type { JsonObject } from '../../../contracts/json.ts';
import type { DefinitionFault } from '../contract.ts';
import { fault } from './faults.ts';
import { stepFaults, verbs } from './props.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a step holds steps of its own. */
const innerLists = ['then', 'else', 'do', 'onError'] as const;

/**
 * Faults of a list of steps. Each step is held only to the verb it names: trying every verb on every step, as the
 * schema's own list of alternatives says, costs a power of their number for steps inside steps.
 */
export function stepsFaults(steps: unknown, at: string): DefinitionFault[] {
  if (!Array.isArray(steps)) return [fault(at, 'type', { expected: 'array' })];
  return steps.flatMap((step: unknown, index): DefinitionFault[] => {
    const pointer = `${at}/${index}`;
    if (!isObject(step)) return [fault(pointer, 'type', { expected: 'object' })];
    const verb = verbs().find((one) => Object.hasOwn(step, one));
    if (verb === undefined) return [fault(pointer, 'unknown-verb', { known: verbs().join(', ') })];
    const faults = stepFaults(verb, step, pointer);
    for (const list of innerLists) {
      // What is no list has been told by the verb's own schema.
      if (Array.isArray(step[list])) faults.push(...stepsFaults(step[list], `${pointer}/${list}`));
    }
    return faults;
  });
}

import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { diagnostic } from './diagnostics.ts';
import { stepDiagnostics, verbs } from './props.ts';

/** Where a step holds steps of its own. */
const innerLists = ['then', 'else', 'do', 'onError'] as const;

/**
 * Faults of a list of steps. Each step is held only to the verb it names: trying every verb on every step, as the
 * schema's own list of alternatives says, costs a power of their number for steps inside steps.
 */
export function stepsDiagnostics(steps: unknown, at: string): Diagnostic[] {
  if (!Array.isArray(steps)) return [diagnostic(at, 'type', { expected: 'array' })];
  return steps.flatMap((step: unknown, index): Diagnostic[] => {
    const pointer = `${at}/${index}`;
    if (!isObject(step)) return [diagnostic(pointer, 'type', { expected: 'object' })];
    const verb = verbs().find((one) => Object.hasOwn(step, one));
    if (verb === undefined) return [diagnostic(pointer, 'unknown-verb', { known: verbs().join(', ') })];
    const diagnostics = stepDiagnostics(verb, step, pointer);
    for (const list of innerLists) {
      // What is no list has been told by the verb's own schema.
      if (Array.isArray(step[list])) diagnostics.push(...stepsDiagnostics(step[list], `${pointer}/${list}`));
    }
    return diagnostics;
  });
}

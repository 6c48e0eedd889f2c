import { toBoolean } from '../expressions/semantics.ts';
import type { IfStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';
import { evaluate } from './values.ts';

/** Chooses; what counts as true is JSONata's ($boolean). */
export const choose: Verb<IfStep> = async (step, context) => {
  const holds = toBoolean(await evaluate(step.if.$expr, context.scope())) === true;
  const steps = holds ? step.then : step.else;
  return steps ? context.run(steps) : 'done';
};

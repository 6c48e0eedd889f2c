import { limits } from './limits.ts';

/** The time limit of an expression's evaluations, as the option `timeout` of JSONata, which reads it at every step. */
export interface TimeLimit {
  /** An evaluation begins. Evaluations follow each other, so there is one at a time. */
  start(): void;
  readonly timeout: number;
}

/**
 * Measures an evaluation's own time. No clock tells it from the time in which a busy machine ran something else, but a step
 * takes microseconds: the first `limits.freeSteps` are not measured, and of a longer pause between two later ones, what
 * exceeds `limits.step` extends the limit. `limits.total` ends every evaluation.
 */
export function createTimeLimit(now: () => number = Date.now): TimeLimit {
  let steps = 0;
  let last = 0;
  let waited = 0;
  return {
    start() {
      steps = 0;
      last = now();
      waited = 0;
    },
    get timeout() {
      const time = now();
      steps += 1;
      waited += steps > limits.freeSteps ? Math.max(0, time - last - limits.step) : time - last;
      last = time;
      return Math.min(limits.timeout + waited, limits.total);
    },
  };
}

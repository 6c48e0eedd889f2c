import { limits } from './limits.ts';

/** The time limit of an expression's evaluations, as the option `timeout` of JSONata, which reads it at every step. */
export interface TimeLimit {
  /** An evaluation begins. Evaluations follow each other, so there is one at a time. */
  start(): void;
  readonly timeout: number;
}

/**
 * Measures an evaluation's own time. No clock tells it from the time in which a busy machine ran something else, but a step
 * takes microseconds: of a longer pause between two steps, what exceeds `limits.step` extends the limit, up to `limits.total`.
 */
export function createTimeLimit(now: () => number = Date.now): TimeLimit {
  let last = 0;
  let waited = 0;
  return {
    start() {
      last = now();
      waited = 0;
    },
    get timeout() {
      const time = now();
      waited += Math.max(0, time - last - limits.step);
      last = time;
      return Math.min(limits.timeout + waited, limits.total);
    },
  };
}

/**
 * Limits of one expression. JSONata's own guards (timeout, stack, sequence) end loops and recursion; the engine
 * enforces the others, since text growth and regular expressions run outside those guards.
 */
export const limits = {
  /** Characters of an expression. */
  sourceLength: 10_000,
  /** Milliseconds of one evaluation, without those in which a busy machine ran something else. */
  timeout: 500,
  /** Steps of one evaluation that only `total` limits: no machine takes 500 ms for them, unless it runs something else. */
  freeSteps: 10_000,
  /** Milliseconds of a step of an evaluation that are its own. */
  step: 20,
  /** Milliseconds of one evaluation by the clock. */
  total: 2_000,
  /** Depth of evaluation. */
  stack: 500,
  /** Items of one list. */
  sequence: 100_000,
  /** Characters of any text that an expression builds. */
  textLength: 1_000_000,
  /** Characters of a regular expression. */
  patternLength: 500,
} as const;

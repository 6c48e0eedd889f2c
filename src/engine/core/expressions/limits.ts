/**
 * Limits of one expression. They count steps and sizes, never time: a slow or busy machine takes longer for an evaluation and
 * gives the same result.
 */
export const limits = {
  /** Characters of an expression. */
  sourceLength: 10_000,
  /** Steps of one evaluation, as `work.ts` counts them. */
  steps: 1_000_000,
  /** Further steps for each row of a page whose rows one evaluation maps, and the most steps of such an evaluation. */
  stepsPerRow: 20_000,
  rowsSteps: 20_000_000,
  /** Steps where a request waits for them: an expression of a record, and an expression without data that is checked. */
  shortSteps: 200_000,
  /**
   * Nodes of an expression that wait for others at once: levels of recursion, and the groups or list items that JSONata
   * evaluates side by side. They bound the memory of an evaluation.
   */
  pending: 20_000,
  /** Items of one list. */
  sequence: 100_000,
  /** Characters of any text that an expression builds. */
  textLength: 1_000_000,
  /** Characters of a regular expression. */
  patternLength: 500,
} as const;

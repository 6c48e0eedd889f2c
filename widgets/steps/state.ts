const states = ['todo', 'current', 'done', 'error'] as const;
export type StepState = (typeof states)[number];

/**
 * How a step stands: what it says itself, else by its place before, at or behind the current one.
 * @param current place of the current step; -1 when none is.
 */
export function stateOf(own: unknown, index: number, current: number): StepState {
  const said = states.find((state) => state === own);
  if (said) return said;
  if (index === current) return 'current';
  return index < current ? 'done' : 'todo';
}

const states = ['todo', 'current', 'done', 'error'] as const;
export type StepState = (typeof states)[number];

/**
 * State of a step: its own, else by its position before, at or after the current step.
 * @param current index of the current step; -1: none.
 */
export function stateOf(own: unknown, index: number, current: number): StepState {
  const ownState = states.find((state) => state === own);
  if (ownState) return ownState;
  if (index === current) return 'current';
  return index < current ? 'done' : 'todo';
}

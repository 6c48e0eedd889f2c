/** Time of evaluations in one task (ms): half a frame, so that the browser paints and handles input between two tasks. */
const sliceMs = 8;

let last: Promise<unknown> = Promise.resolve();
let sliceStart = 0;
let nextTask: (() => Promise<void>) | null = null;

/** Sets how a slice of evaluations lets the page run. Without it, as on the server, evaluations follow each other at once. */
export function yieldBetweenEvaluations(next: () => Promise<void>): void {
  nextTask = next;
}

/**
 * Runs asynchronous work after all that was given before. JSONata's time limit counts from start to end of an evaluation, so
 * evaluations that ran at the same time would exceed it together.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(async () => {
    if (nextTask && Date.now() - sliceStart > sliceMs) {
      await nextTask();
      sliceStart = Date.now();
    }
    return work();
  });
  last = result.catch(() => undefined);
  return result;
}

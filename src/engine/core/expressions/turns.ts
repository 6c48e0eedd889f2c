/** Time of evaluations in one task (ms): half a frame, so that the browser paints and handles input between two tasks. */
const sliceMs = 8;

let last: Promise<unknown> = Promise.resolve();
let sliceStart = 0;
let channel: MessageChannel | undefined;

/** Resolves in the next task. A timer would wait 4 ms, and longer in the background. */
function nextTask(): Promise<void> {
  channel ??= new MessageChannel();
  const { port1, port2 } = channel;
  return new Promise((resolve) => {
    port1.onmessage = () => {
      // An open port keeps a Node process alive.
      port1.onmessage = null;
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Runs asynchronous work after all that was given before. JSONata's time limit counts from start to end of an evaluation, so
 * evaluations that ran at the same time would exceed it together.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(async () => {
    if (performance.now() - sliceStart > sliceMs) {
      await nextTask();
      sliceStart = performance.now();
    }
    return work();
  });
  last = result.catch(() => undefined);
  return result;
}

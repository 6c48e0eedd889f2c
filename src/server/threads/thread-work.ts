import { parentPort, workerData } from 'node:worker_threads';

/** The side of a guarded thread (`guarded-thread.ts`) that works. */

const { progress } = (workerData ?? {}) as { progress?: SharedArrayBuffer };
const counter = new Int32Array(progress ?? new SharedArrayBuffer(4));

/** Counts work that is done, such as bytes that were read, so that the thread is not taken for one that never ends. */
export function countProgress(): void {
  Atomics.add(counter, 0, 1);
}

let onGiven: ((given: unknown) => void) | null = null;

/** Asks the process for something that the work needs. One at a time. */
export function want(wanted: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    onGiven = resolve;
    parentPort!.postMessage({ wants: wanted }, []);
  });
}

/** Answers each piece of work with the result of `work`. */
export function serveWork(work: (message: never) => Promise<unknown>): void {
  const port = parentPort;
  if (!port) throw new Error('this module runs as a thread only');
  port.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'given' in message) {
      const given = onGiven;
      onGiven = null;
      given?.(message.given);
      return;
    }
    work(message as never).then(
      (answer) => port.postMessage({ answer }),
      (error: unknown) =>
        port.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  port.postMessage({ ready: true });
}

import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage } from './guarded-thread.ts';
import { ownTask } from './processor-time.ts';

/** The side of a guarded thread (`guarded-thread.ts`) that works. */

const { progress } = (workerData ?? {}) as { progress?: SharedArrayBuffer };
const counter = new Int32Array(progress ?? new SharedArrayBuffer(4));

/** Counts work that is done, such as bytes that were read, so that the thread is not taken for one that never ends. */
export function countProgress(): void {
  Atomics.add(counter, 0, 1);
}

const onGiven = new Map<number, (given: unknown) => void>();
let lastWanted = 0;

/** Asks the process for something that the work needs. It comes while the thread has work, this one or the next. */
export function want(wanted: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const id = (lastWanted += 1);
    onGiven.set(id, resolve);
    parentPort!.postMessage({ wants: wanted, id } satisfies ThreadMessage, []);
  });
}

/** Answers each piece of work with the result of `work`. */
export function serveWork(work: (message: never) => Promise<unknown>): void {
  const port = parentPort;
  if (!port) throw new Error('this module runs as a thread only');
  port.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'given' in message) {
      const { id, given } = message as { id: number; given: unknown };
      onGiven.get(id)?.(given);
      onGiven.delete(id);
      return;
    }
    work(message as never).then(
      (answer) => port.postMessage({ answer }),
      (error: unknown) =>
        port.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  port.postMessage({ ready: true, task: ownTask() } satisfies ThreadMessage);
}

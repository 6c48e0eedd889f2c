import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { processorTime } from './processor-time.ts';

/** Tells its task as `ownTask` does, and computes when it is told to. */
const code = `
  const { parentPort } = require('node:worker_threads');
  let task = null;
  try { task = require('node:fs').readlinkSync('/proc/thread-self'); } catch {}
  parentPort.on('message', () => { for (;;); });
  parentPort.postMessage(task);`;

const workers: Worker[] = [];
async function started(): Promise<{ worker: Worker; task: string | null }> {
  const worker = new Worker(code, { eval: true });
  workers.push(worker);
  const task = await new Promise<string | null>((resolve) => worker.once('message', resolve));
  return { worker, task };
}
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())));

it.runIf(process.platform === 'linux')('is that of one thread, whatever the others do', async () => {
  const waiting = await started();
  const busy = await started();
  const before = [waiting, busy].map(({ task }) => processorTime(task));
  busy.worker.postMessage(null, []);
  // It computes by itself; this waits for it, not for a time.
  while (processorTime(busy.task) < before[1]! + 300) await new Promise(setImmediate);
  expect(processorTime(waiting.task)).toBeLessThan(before[0]! + 100);
});

it('is a share of what the process has used where the system does not tell it', async () => {
  const { worker, task } = await started();
  await worker.terminate();
  const before = processorTime(null);
  while (processorTime(null) === before) await new Promise(setImmediate);
  expect(processorTime(task)).toBeGreaterThan(before);
});

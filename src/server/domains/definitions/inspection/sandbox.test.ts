import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../kernel/errors.ts';
import { GuardedThread, Stopped } from '../../../threads/guarded-thread.ts';
import { Sandbox, type SandboxLimits } from './sandbox.ts';

/** A worker that echoes its job, loops or allocates without end, exits or fails, as the job says. */
const code = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (job) => {
    if (job === 'loop') for (;;);
    if (job === 'bomb') for (const all = [];;) all.push(new Array(100000).fill(Math.random()));
    if (job === 'exit') process.exit(1);
    if (job === 'fail') parentPort.postMessage({ failed: 'no' });
    else parentPort.postMessage({ answer: job });
  });
  let task = null;
  try { task = require('node:fs').readlinkSync('/proc/thread-self'); } catch {}
  parentPort.postMessage({ ready: true, task });`;
const limits: SandboxLimits = { maxPending: 6, maxPendingPerTenant: 3 };

let started = 0;
let sandbox: Sandbox;
function sandboxWith(processorMs = 60_000, source = code): Sandbox {
  started = 0;
  sandbox = new Sandbox(() => {
    started += 1;
    return new GuardedThread(
      () => new Worker(source, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } }),
      { processorMs, everyMs: 20 },
    );
  }, limits);
  return sandbox;
}
afterEach(() => sandbox.close());

const outcome = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (error instanceof Stopped) return error.reason;
    return error instanceof AppError ? error.code : error;
  });

it('runs one job after the other in one thread', async () => {
  const box = sandboxWith();
  expect(await Promise.all([box.run(1, 'a'), box.run(2, 'b'), box.run(1, 'c')])).toEqual(['a', 'b', 'c']);
  expect(started).toBe(1);
});

it('terminates a job that loops, and runs the others', async () => {
  const box = sandboxWith(300);
  const work = [box.run(1, 'loop'), box.run(2, 'b'), box.run(1, 'a')].map(outcome);
  expect(await Promise.all(work)).toEqual(['still', 'b', 'a']);
  expect(started).toBe(2);
});

it('terminates a job that allocates without end', async () => {
  const box = sandboxWith();
  expect(await Promise.all([box.run(1, 'bomb'), box.run(2, 'b')].map(outcome))).toEqual(['memory', 'b']);
});

it('survives a worker that fails or exits', async () => {
  const box = sandboxWith();
  const work = [box.run(1, 'fail'), box.run(1, 'exit'), box.run(2, 'b')].map(outcome);
  expect(await Promise.all(work)).toEqual(['failed', 'failed', 'b']);
});

it('rejects every pending job when no worker starts, and tries again for the next', async () => {
  const box = sandboxWith(60_000, 'throw new Error("no")');
  expect(await Promise.all([box.run(1, 'a'), box.run(2, 'b')].map(outcome))).toEqual(['failed', 'failed']);
  expect(await outcome(box.run(1, 'a'))).toBe('failed');
  expect(started).toBeGreaterThan(1);
});

it('alternates between tenants', async () => {
  const box = sandboxWith();
  const done: unknown[] = [];
  const run = (tenant: number, job: string) => box.run(tenant, job).then((answer) => done.push(answer));
  await Promise.all([run(1, 'a1'), run(1, 'a2'), run(1, 'a3'), run(2, 'b1')]);
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('refuses a tenant beyond its share, and every tenant beyond the total', async () => {
  const box = sandboxWith();
  // One runs, and the others wait.
  const work = [1, 1, 1, 1].map((tenant) => box.run(tenant, 'x'));
  expect(() => box.run(1, 'x')).toThrow('TOO_MANY_REQUESTS');
  work.push(...[2, 2, 3].map((tenant) => box.run(tenant, 'x')));
  expect(() => box.run(4, 'x')).toThrow('UNAVAILABLE');
  expect(await Promise.all(work)).toHaveLength(7);
  expect(await box.run(4, 'x')).toBe('x');
});

it('lets a job wait as long as the one before it works', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const box = sandboxWith();
  const work = [box.run(1, 'loop'), box.run(2, 'b')].map(outcome);
  // An hour on a machine that gives the thread no processor.
  vi.advanceTimersByTime(3_600_000);
  await box.close();
  vi.useRealTimers();
  expect(await Promise.all(work)).toEqual(['failed', 'b']);
});

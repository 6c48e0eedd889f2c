import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GuardedThread, ProgressWatch, Stopped } from './guarded-thread.ts';

/** A thread that echoes its work, works until it is told to end, loops, allocates without end, wants something, or exits. */
const code = `
  const { parentPort, workerData } = require('node:worker_threads');
  const counter = new Int32Array(workerData.progress);
  const release = new Int32Array(workerData.release);
  const got = [];
  let answered = false;
  parentPort.on('message', (work) => {
    if (typeof work === 'object') {
      got.push(work.given);
      return answered || parentPort.postMessage({ answer: ['got', work.given] });
    }
    answered = work !== 'want';
    if (work === 'loop') for (;;);
    if (work === 'work') { while (Atomics.load(release, 0) === 0) Atomics.add(counter, 0, 1); }
    if (work === 'bomb') for (const all = [];;) all.push(new Array(100000).fill(Math.random()));
    if (work === 'exit') process.exit(1);
    if (work === 'want') return parentPort.postMessage({ wants: 'bytes', id: 1 });
    if (work === 'ahead') parentPort.postMessage({ wants: 'first', id: 1 });
    if (work === 'fail') parentPort.postMessage({ failed: 'no' });
    else parentPort.postMessage({ answer: work === 'what came' ? got : work });
    if (work === 'ahead') parentPort.postMessage({ wants: 'second', id: 2 });
  });
  parentPort.postMessage({ ready: true });`;

const watching = { processorMs: 30_000, everyMs: 1000 };
/** Processor time that the thread has used, as far as it is asked. */
let usedMs = 0;
const release = new Int32Array(new SharedArrayBuffer(4));
let thread: GuardedThread;
let counter: Int32Array;
const started = (source = code): GuardedThread =>
  (thread = new GuardedThread(
    (progress) => {
      counter = new Int32Array(progress);
      return new Worker(source, {
        eval: true,
        workerData: { progress, release: release.buffer },
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      });
    },
    watching,
    () => usedMs,
  ));

/** Lets the clock go on, and the thread use so much of a processor in each second. */
function pass(seconds: number, perSecond: number): void {
  for (let second = 0; second < seconds; second += 1) {
    usedMs += perSecond;
    vi.advanceTimersByTime(1000);
  }
}

beforeEach(() => {
  usedMs = 0;
  Atomics.store(release, 0, 0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  Atomics.store(release, 0, 1);
  await thread?.end();
});

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Stopped ? error.reason : error));

it('answers, and gives what the work wants', async () => {
  started();
  expect(await thread.ask('a')).toBe('a');
  expect(await thread.ask('want', (wanted) => Promise.resolve(`some ${String(wanted)}`))).toEqual([
    'got',
    'some bytes',
  ]);
  const gone = new Error('the file is gone');
  expect(await outcome(thread.ask('want', () => Promise.reject(gone)))).toBe(gone);
  expect(await outcome(thread.ask('a'))).toBe('failed');
});

it.each([
  ['allocates without end', 'bomb', 'memory'],
  ['exits', 'exit', 'failed'],
])('rejects work that %s, with the reason, and the process lives', async (_, work, reason) => {
  started();
  expect(await outcome(thread.ask(work))).toBe(reason);
  expect(await outcome(thread.ask('a'))).toBe(reason);
});

it('keeps a thread whose work fails', async () => {
  started();
  expect(await outcome(thread.ask('fail'))).toBe('failed');
  expect(await thread.ask('a')).toBe('a');
});

it('ends work that computes without progress, and no other', async () => {
  started();
  await thread.ask('a');
  const looping = outcome(thread.ask('loop'));
  pass(31, 1000);
  expect(await looping).toBe('still');
  started();
  expect(await thread.ask('a')).toBe('a');
});

it('does not end work that goes on, however long it takes', async () => {
  started();
  await thread.ask('a');
  const working = thread.ask('work');
  for (let look = 0; look < 120; look += 1) {
    const before = Atomics.load(counter, 0);
    // The thread counts by itself; this waits for it, not for a time.
    while (Atomics.load(counter, 0) === before) await new Promise(setImmediate);
    pass(1, 1000);
  }
  Atomics.store(release, 0, 1);
  expect(await working).toBe('work');
});

it('does not end work that gets no processor, on a machine that is busy, was stopped, or whose clock jumped', () => {
  const ended = vi.fn();
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const watch = new ProgressWatch(progress, watching, () => usedMs, ended);
  watch.begin();
  pass(3600, 0);
  vi.setSystemTime(Date.now() + 86_400_000);
  // A thousandth of a processor.
  pass(3600, 1);
  Atomics.add(progress, 0, 1);
  pass(30, 1000);
  expect(ended).not.toHaveBeenCalled();
  pass(1, 1000);
  expect(ended).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('does not look while the thread waits for the process', async () => {
  started();
  await thread.ask('a');
  let give: (bytes: string) => void = () => undefined;
  const given = new Promise<string>((resolve) => (give = resolve));
  const served = vi.fn(() => given);
  const work = thread.ask('want', served);
  while (served.mock.calls.length === 0) await new Promise(setImmediate);
  pass(60, 1000);
  expect(thread.isFree).toBe(false);
  give('late');
  expect(await work).toEqual(['got', 'late']);
});

it('answers what is wanted ahead of the next work, and what its work was over for', async () => {
  started();
  const gives: (() => void)[] = [];
  const serve = (wanted: string): Promise<string> =>
    new Promise((resolve) => gives.push(() => resolve(`the ${wanted}`)));
  expect(await thread.ask('ahead', serve)).toBe('ahead');
  // The first is still being answered, the second came when there was no work.
  while (gives.length < 1) await new Promise(setImmediate);
  expect(thread.isFree).toBe(false);
  gives[0]!();
  const next = thread.ask('a', serve);
  await next;
  while (gives.length < 2) await new Promise(setImmediate);
  gives[1]!();
  while (!thread.isFree) await new Promise(setImmediate);
  expect(await thread.ask('what came')).toEqual(['the first', 'the second']);
});

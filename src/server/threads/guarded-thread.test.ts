import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GuardedThread, ProgressWatch, Stopped } from './guarded-thread.ts';

/** A thread that echoes its work, works until it is told to end, loops, allocates without end, wants something, or exits. */
const code = `
  const { parentPort, workerData } = require('node:worker_threads');
  const counter = new Int32Array(workerData.progress);
  const release = new Int32Array(workerData.release);
  let began = null;
  parentPort.on('message', (work) => {
    if (typeof work === 'object') return parentPort.postMessage({ answer: ['got', work.given] });
    if (work === 'loop') for (;;);
    if (work === 'work') { while (Atomics.load(release, 0) === 0) Atomics.add(counter, 0, 1); }
    if (work === 'bomb') for (const all = [];;) all.push(new Array(100000).fill(Math.random()));
    if (work === 'exit') process.exit(1);
    if (work === 'want') return parentPort.postMessage({ wants: 'bytes' });
    if (work === 'fail') parentPort.postMessage({ failed: 'no' });
    else parentPort.postMessage({ answer: work });
  });
  parentPort.postMessage({ ready: true });`;

const watching = { looks: 30, everyMs: 1000 };
const release = new Int32Array(new SharedArrayBuffer(4));
let thread: GuardedThread;
let counter: Int32Array;
const started = (source = code): GuardedThread =>
  (thread = new GuardedThread((progress) => {
    counter = new Int32Array(progress);
    return new Worker(source, {
      eval: true,
      workerData: { progress, release: release.buffer },
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
  }, watching));

beforeEach(() => {
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

it('ends work that makes no progress, and no other', async () => {
  started();
  await thread.ask('a');
  const looping = outcome(thread.ask('loop'));
  vi.advanceTimersByTime(watching.looks * watching.everyMs);
  expect(await looping).toBe('still');
});

it('does not end work that goes on, however long it takes', async () => {
  started();
  await thread.ask('a');
  const working = thread.ask('work');
  for (let hour = 0; hour < watching.looks * 4; hour += 1) {
    const before = Atomics.load(counter, 0);
    // The thread counts by itself; this waits for it, not for a time.
    while (Atomics.load(counter, 0) === before) await new Promise(setImmediate);
    vi.advanceTimersByTime(watching.everyMs);
  }
  Atomics.store(release, 0, 1);
  expect(await working).toBe('work');
});

it('does not end work on a processor that stopped for ten seconds, or whose clock jumped', async () => {
  const ended = vi.fn();
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const watch = new ProgressWatch(progress, watching, ended);
  watch.begin();
  vi.advanceTimersByTime(10_000);
  vi.setSystemTime(Date.now() + 86_400_000);
  vi.advanceTimersByTime(15_000);
  Atomics.add(progress, 0, 1);
  vi.advanceTimersByTime(29_000);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
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
  vi.advanceTimersByTime(watching.looks * watching.everyMs * 2);
  give('late');
  expect(await work).toEqual(['got', 'late']);
});

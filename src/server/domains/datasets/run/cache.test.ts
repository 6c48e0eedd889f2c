import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultCache, RUN_PAUSE_MS, type CachedResult } from './cache.ts';

type Rows = { rows: number[] };

const key = (name: string) => ({ tenantId: 1, text: name, parameters: [] });
const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, at) => at) });
const computed = (stamp: number, count = 1): Promise<CachedResult<Rows>> =>
  Promise.resolve({ stamp: [stamp], result: rows(count) });
const stays = new AbortController().signal;
setMaxListeners(0, stays);

/** A result that is there when the test says so. */
function open<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

it('computes a result once for all who ask at the same time, and keeps it until the data changes', async () => {
  const cache = new ResultCache<Rows>(1000, 0);
  const run = open<CachedResult<Rows>>();
  let runs = 0;
  const compute = () => {
    runs += 1;
    return run.promise;
  };
  const asked = Array.from({ length: 50 }, () => cache.get(key('a'), [1], compute, stays));
  run.resolve({ stamp: [1], result: rows(3) });
  const uses = (await Promise.all(asked)).map(({ use }) => use);
  expect(uses).toEqual(['first', ...Array.from({ length: 49 }, () => 'shared')]);
  expect((await cache.get(key('a'), [1], compute, stays)).use).toBe('kept');
  expect(runs).toBe(1);
  const next = () => computed(2);
  expect((await cache.get(key('a'), [2], next, stays)).use).toBe('changed');
  // A reader who saw the data before the change gets what is newer.
  expect((await cache.get(key('a'), [1], next, stays)).use).toBe('kept');
  expect((await cache.get(key('b'), [2], next, stays)).use).toBe('first');
  expect((await cache.get({ ...key('a'), tenantId: 2 }, [2], next, stays)).use).toBe('first');
  expect((await cache.get({ ...key('a'), parameters: [1] }, [2], next, stays)).use).toBe('first');
});

it('answers a failure to all who waited for it, and computes again for the next', async () => {
  const cache = new ResultCache<Rows>(1000, 0);
  const run = open<CachedResult<Rows>>();
  const asked = [1, 2].map(() => cache.get(key('a'), [1], () => run.promise, stays));
  run.reject(new Error('too slow'));
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get(key('a'), [1], () => computed(1), stays)).toMatchObject({ use: 'first' });
});

it('ends a run when the last reader has left, and no sooner', async () => {
  const cache = new ResultCache<Rows>(1000, 0);
  const readers = [new AbortController(), new AbortController()];
  let ended = false;
  const run = (signal: AbortSignal) =>
    new Promise<CachedResult<Rows>>((_, reject) => {
      signal.addEventListener('abort', () => {
        ended = true;
        reject(new Error('cancelled'));
      });
    });
  const asked = readers.map(({ signal }) => cache.get(key('a'), [1], run, signal));
  const answers = Promise.allSettled(asked);
  readers[0]!.abort(new Error('gone'));
  await expect(asked[0]).rejects.toThrow('gone');
  expect(ended).toBe(false);
  readers[1]!.abort(new Error('gone too'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ended).toBe(true);
  expect((await cache.get(key('a'), [1], () => computed(1), stays)).use).toBe('first');
});

describe('while the data changes all the time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs at once after a quiet time and then once in a second, for all who ask meanwhile', async () => {
    const cache = new ResultCache<Rows>();
    let data = 1;
    const begun: number[] = [];
    const run = () => {
      begun.push(Date.now());
      return computed(data);
    };
    const start = Date.now();
    const asked: Promise<number>[] = [];
    // A thousand changes in ten seconds, after each of which two readers ask.
    for (let change = 0; change < 1000; change += 1) {
      data += 1;
      const seen = data;
      for (let reader = 0; reader < 2; reader += 1)
        asked.push(
          cache.get(key('a'), [seen], run, stays).then(({ result }) => {
            expect(result.rows).toHaveLength(1);
            return Date.now();
          }),
        );
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(RUN_PAUSE_MS);
    expect(await Promise.all(asked)).toHaveLength(2000);
    expect(begun).toHaveLength(11);
    begun.forEach((time, index) => expect(time - start).toBe(index * RUN_PAUSE_MS));
  });

  it('waits no longer when the clock of the machine is set back', async () => {
    const cache = new ResultCache<Rows>();
    await cache.get(key('a'), [1], () => computed(1), stays);
    vi.setSystemTime(Date.now() - 3_600_000);
    const changed = cache.get(key('a'), [2], () => computed(2), stays);
    await vi.advanceTimersByTimeAsync(RUN_PAUSE_MS);
    expect((await changed).use).toBe('changed');
  });
});

it('drops what was not used for longest when it holds too many rows, and never what is under way', async () => {
  const cache = new ResultCache<Rows>(100, 0);
  const slow = open<CachedResult<Rows>>();
  const late = cache.get(key('slow'), [1], () => slow.promise, stays);
  const ask = (name: string) => cache.get(key(name), [1], () => computed(1, 40), stays);
  await ask('a');
  await ask('b');
  expect((await ask('a')).use).toBe('kept');
  await ask('c');
  expect((await ask('a')).use).toBe('kept');
  expect((await ask('b')).use).toBe('first');
  const same = cache.get(key('slow'), [1], () => Promise.reject(new Error('a second run')), stays);
  slow.resolve({ stamp: [1], result: rows(1) });
  expect([(await late).use, (await same).use]).toEqual(['first', 'shared']);
  // A result that alone is too large is answered and not kept.
  expect((await cache.get(key('huge'), [1], () => computed(1, 500), stays)).result.rows).toHaveLength(500);
  expect((await ask('c')).use).toBe('first');
});

it('answers nothing that is older than the data was when the reader asked, in any order of writes and reads', async () => {
  const step = fc.constantFrom('write', 'read', 'see', 'end');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const cache = new ResultCache<Rows>(1000, 0);
      let data = 0;
      const running: { seen: number | null; done: (computed: CachedResult<Rows>) => void }[] = [];
      const asked: Promise<void>[] = [];
      const see = () => {
        const first = running.find(({ seen }) => seen === null);
        if (first) first.seen = data;
      };
      const end = () => {
        const at = running.findIndex(({ seen }) => seen !== null);
        if (at >= 0)
          for (const { seen, done } of running.splice(at, 1))
            done({ stamp: [seen!], result: { rows: [seen!] } });
      };
      for (const one of steps) {
        if (one === 'write') data += 1;
        if (one === 'see') see();
        if (one === 'end') end();
        if (one === 'read') {
          const before = data;
          const run = () =>
            new Promise<CachedResult<Rows>>((done) => void running.push({ seen: null, done }));
          asked.push(
            cache.get(key('a'), [before], run, stays).then(({ result }) => {
              expect(result.rows[0]).toBeGreaterThanOrEqual(before);
            }),
          );
        }
        await Promise.resolve();
      }
      const left = new Set(asked);
      for (const one of asked) void one.finally(() => left.delete(one)).catch(() => undefined);
      // A reader of newer data starts another run when the one under way has ended.
      while (left.size > 0) {
        see();
        end();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(asked);
    }),
  );
});

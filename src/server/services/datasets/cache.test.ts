import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ResultCache } from './cache.ts';

const key = (name: string) => ({ tenantId: 1, text: name, parameters: [] });
const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, at) => at) });

/** A result that is there when the test says so. */
function open<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

it('computes a result once for all who ask at the same time, and keeps it until the data changes', async () => {
  const cache = new ResultCache();
  const run = open<{ rows: number[] }>();
  let runs = 0;
  const compute = () => {
    runs += 1;
    return run.promise;
  };
  const asked = Array.from({ length: 50 }, () => cache.get(key('a'), 's=1', compute));
  run.resolve(rows(3));
  const uses = (await Promise.all(asked)).map(({ use }) => use);
  expect(uses).toEqual(['first', ...Array.from({ length: 49 }, () => 'shared')]);
  expect((await cache.get(key('a'), 's=1', compute)).use).toBe('kept');
  expect(runs).toBe(1);
  expect((await cache.get(key('a'), 's=2', compute)).use).toBe('changed');
  expect((await cache.get(key('b'), 's=2', compute)).use).toBe('first');
  expect((await cache.get({ ...key('a'), tenantId: 2 }, 's=2', compute)).use).toBe('first');
  expect((await cache.get({ ...key('a'), parameters: [1] }, 's=2', compute)).use).toBe('first');
});

it('answers a failure to all who waited for it, and computes again for the next', async () => {
  const cache = new ResultCache();
  const run = open<{ rows: number[] }>();
  const asked = [1, 2].map(() => cache.get(key('a'), 's', () => run.promise));
  run.reject(new Error('too slow'));
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get(key('a'), 's', () => Promise.resolve(rows(1)))).toMatchObject({ use: 'first' });
});

it('drops what was not used for longest when it holds too many rows, and never what is under way', async () => {
  const cache = new ResultCache(100);
  const slow = open<{ rows: number[] }>();
  const late = cache.get(key('slow'), 's', () => slow.promise);
  const ask = (name: string) => cache.get(key(name), 's', () => Promise.resolve(rows(40)));
  await ask('a');
  await ask('b');
  expect((await ask('a')).use).toBe('kept');
  await ask('c');
  expect((await ask('a')).use).toBe('kept');
  expect((await ask('b')).use).toBe('first');
  const same = cache.get(key('slow'), 's', () => Promise.reject(new Error('a second run')));
  slow.resolve(rows(1));
  expect([(await late).use, (await same).use]).toEqual(['first', 'shared']);
  // A result that alone is too large is answered and not kept.
  expect((await cache.get(key('huge'), 's', () => Promise.resolve(rows(500)))).result.rows).toHaveLength(500);
  expect((await ask('c')).use).toBe('first');
});

it('answers nothing that is older than the data was when the reader asked, in any order of writes and reads', async () => {
  const step = fc.constantFrom('write', 'read', 'see', 'end');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const cache = new ResultCache<{ rows: number[] }>();
      let data = 0;
      const running: { seen: number | null; done: (result: { rows: number[] }) => void }[] = [];
      const asked: Promise<void>[] = [];
      const see = () => {
        const first = running.find(({ seen }) => seen === null);
        if (first) first.seen = data;
      };
      const end = () => {
        const at = running.findIndex(({ seen }) => seen !== null);
        if (at >= 0) for (const { seen, done } of running.splice(at, 1)) done({ rows: [seen!] });
      };
      for (const one of steps) {
        if (one === 'write') data += 1;
        if (one === 'see') see();
        if (one === 'end') end();
        if (one === 'read') {
          const before = data;
          const run = () =>
            new Promise<{ rows: number[] }>((done) => void running.push({ seen: null, done }));
          asked.push(
            cache.get(key('a'), String(before), run).then(({ result }) => {
              expect(result.rows[0]).toBeGreaterThanOrEqual(before);
            }),
          );
        }
        await Promise.resolve();
      }
      while (running.length > 0) {
        see();
        end();
        await Promise.resolve();
      }
      await Promise.all(asked);
    }),
  );
});

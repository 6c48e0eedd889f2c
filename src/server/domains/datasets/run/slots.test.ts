import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

const stays = new AbortController().signal;

/** Work that ends when the test says so. */
function open(log: string[], name: string) {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    end,
    work: () => {
      log.push(name);
      return ended;
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('runs two of a tenant at once and the rest in their order; other tenants do not wait', async () => {
  const slots = new Slots(2);
  const log: string[] = [];
  const all = ['a', 'b', 'c', 'd'].map((name) => open(log, name));
  const running = all.map(({ work }) => slots.run(1, stays, work));
  const other = open(log, 'other');
  const otherRun = slots.run(2, stays, other.work);
  await settle();
  expect(log).toEqual(['a', 'b', 'other']);
  all[1]!.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'other', 'c']);
  for (const { end } of [...all, other]) end();
  await Promise.all([...running, otherRun]);
  expect(log).toEqual(['a', 'b', 'other', 'c', 'd']);
});

it('gives a slot on after a failure, and to nobody who has left the queue', async () => {
  const slots = new Slots(1);
  const log: string[] = [];
  const [first, left, last] = ['first', 'left', 'last'].map((name) => open(log, name));
  const failing = slots.run(1, stays, async () => {
    await first!.work();
    throw new Error('failed');
  });
  const leaving = new AbortController();
  const leaver = slots.run(1, leaving.signal, left!.work);
  const waiting = slots.run(1, stays, last!.work);
  leaving.abort(new Error('gone'));
  await expect(leaver).rejects.toThrow('gone');
  first!.end();
  await expect(failing).rejects.toThrow('failed');
  last!.end();
  await waiting;
  expect(log).toEqual(['first', 'last']);
});

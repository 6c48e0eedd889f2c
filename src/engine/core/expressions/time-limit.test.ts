import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { createTimeLimit } from './time-limit.ts';

/** Steps of the given lengths until the limit is reached: how long they took, and whether they were ended. */
function run(lengths: Iterable<number>): { elapsed: number; ended: boolean } {
  let time = 1_000;
  const limit = createTimeLimit(() => time);
  limit.start();
  for (const length of lengths) {
    time += length;
    if (time - 1_000 > limit.timeout) return { elapsed: time - 1_000, ended: true };
  }
  return { elapsed: time - 1_000, ended: false };
}

function* endless(length: number): Generator<number> {
  for (;;) yield length;
}

describe('the time limit of an evaluation', () => {
  it('should end an evaluation that works without end', () => {
    const free = limits.freeSteps / 1_000;
    expect(run(endless(1 / 1_000)).elapsed).toBeCloseTo(limits.timeout + free, 1);
  });

  it('should not measure the few steps of a short evaluation, between which a busy machine ran something else', () => {
    expect(run(Array<number>(150).fill(10))).toEqual({ elapsed: 1_500, ended: false });
  });

  it('should leave out the time in which the machine ran something else', () => {
    const few = Array<number>(10).fill(1);
    const steps = [...Array<number>(limits.freeSteps).fill(0), ...few, 700, ...few, 700, 1];
    expect(run(steps)).toEqual({ elapsed: 1_421, ended: false });
  });

  it('should end an evaluation of long steps too', () => {
    const { elapsed, ended } = run(endless(200));
    expect(ended).toBe(true);
    expect(elapsed).toBeLessThanOrEqual(limits.total + 200);
  });

  it('should begin anew with each evaluation', () => {
    let time = 0;
    const limit = createTimeLimit(() => time);
    limit.start();
    time = 900;
    expect(limit.timeout).toBeGreaterThan(limits.timeout);
    limit.start();
    expect(limit.timeout).toBe(limits.timeout);
  });
});

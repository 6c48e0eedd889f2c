import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { networkOf } from './rate-limits.ts';

/** Uses a budget until it is used up. @returns how much of it there was */
function useUp(budget: Budget, key: string, now: number): number {
  let used = 0;
  while (budget.wait(key, now) === 0) {
    budget.use(key, now);
    used += 1;
    if (used > 10_000) throw new Error('the budget has no end');
  }
  return used;
}

describe('a budget', () => {
  it('allows its units at once, and what was used comes back evenly', () => {
    const budget = new Budget(1200, 60_000);
    expect(useUp(budget, 'a', 5)).toBe(1200);
    expect(budget.wait('a', 5)).toBeCloseTo(50);
    expect(useUp(budget, 'a', 5 + 1000)).toBe(20);
    expect(useUp(budget, 'a', 5 + 61_000)).toBe(1200);
    // Of other keys nothing was used.
    expect(useUp(budget, 'b', 5)).toBe(1200);
  });

  it('of 0 has no limit', () => {
    const budget = new Budget(0, 60_000);
    for (let at = 0; at < 5000; at += 1) budget.use('a', 0);
    expect([budget.wait('a', 0), budget.size]).toEqual([0, 0]);
  });

  it('lets more units than it has pass once it is whole', () => {
    const budget = new Budget(10, 1000);
    expect(budget.wait('a', 0, 25)).toBe(0);
    budget.use('a', 0, 25);
    expect(budget.wait('a', 0, 25)).toBeCloseTo(1000);
    expect(budget.wait('a', 1000, 25)).toBe(0);
  });

  it('keeps a bounded number of keys, and drops the one that has called least recently', () => {
    const budget = new Budget(1, 60_000);
    budget.use('first', 0);
    for (let at = 0; at < 30_000; at += 1) {
      budget.use(`stranger ${at}`, at / 1000);
      if (at % 1000 === 0) budget.use('first', at / 1000);
    }
    expect(budget.size).toBe(20_000);
    expect(budget.wait('first', 30)).toBeGreaterThan(0);
    expect(budget.wait('stranger 0', 30)).toBe(0);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

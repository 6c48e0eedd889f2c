import { describe, expect, it } from 'vitest';
import { evenKeys, keyBetween, longestKey } from './order-key.ts';

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let value = seed; ;) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    yield value / 2 ** 32;
  }
}

describe('order keys', () => {
  it('have a place between any two, also after thousands of insertions at random places', () => {
    for (const seed of [1, 2, 3]) {
      const random = numbers(seed);
      const keys: string[] = [];
      for (let count = 0; count < 3000; count += 1) {
        const at = Math.floor(random.next().value! * (keys.length + 1));
        keys.splice(at, 0, keyBetween(keys[at - 1] ?? null, keys[at] ?? null));
      }
      expect(keys.every((key, at) => at === 0 || keys[at - 1]! < key)).toBe(true);
      expect(keys.every((key) => /^[0-9A-Za-z]{8,}$/.test(key) && !/^.{8}.*0$/.test(key.slice(8)))).toBe(
        true,
      );
    }
  });

  it('stay short at both ends', () => {
    let [first, last] = [keyBetween(null, null), keyBetween(null, null)];
    for (let count = 0; count < 10_000; count += 1) {
      const [before, behind] = [keyBetween(null, first), keyBetween(last, null)];
      expect(before < first && last < behind).toBe(true);
      [first, last] = [before, behind];
    }
    expect([first.length, last.length]).toEqual([8, 8]);
  });

  it.each([true, false])(
    'grow by a character per five or more insertions at the same card (before it: %s)',
    (isBefore) => {
      let [low, high] = evenKeys(2) as [string, string];
      for (let count = 0; count < 150; count += 1) {
        const key = keyBetween(low, high);
        expect(low < key && key < high).toBe(true);
        if (isBefore) low = key;
        else high = key;
      }
      expect(low.length).toBeLessThanOrEqual(longestKey);
      expect(high.length).toBeLessThanOrEqual(longestKey);
    },
  );

  it('are refused between two that are the same or stand the other way round', () => {
    const key = keyBetween(null, null);
    expect(() => keyBetween(key, key)).toThrow('no key is between');
    expect(() => keyBetween(keyBetween(key, null), key)).toThrow('no key is between');
  });

  it('of a lane that is written anew have room', () => {
    const keys = evenKeys(3000);
    expect(keys.every((key, at) => at === 0 || keys[at - 1]! < key)).toBe(true);
    expect(keyBetween(keys[0]!, keys[1]!)).toHaveLength(8);
  });
});

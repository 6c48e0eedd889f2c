import { describe, expect, it } from 'vitest';
import { createTurns } from './in-turn.ts';

describe('turns', () => {
  it('runs some at once and the others in their order, also after a failure', async () => {
    const inTurn = createTurns(2);
    const [started, ends]: [number[], (() => void)[]] = [[], []];
    let running = 0;
    let most = 0;
    const all = [0, 1, 2, 3, 4].map((number) =>
      inTurn(async () => {
        started.push(number);
        most = Math.max(most, (running += 1));
        await new Promise<void>((resolve) => (ends[number] = resolve));
        running -= 1;
        if (number === 1) throw new Error('refused');
        return number;
      }).catch((error: Error) => error.message),
    );
    for (let number = 0; number < 5; number += 1) {
      await expect.poll(() => ends[number]).toBeTypeOf('function');
      ends[number]?.();
    }
    expect(await Promise.all(all)).toEqual([0, 'refused', 2, 3, 4]);
    expect({ started, most }).toEqual({ started: [0, 1, 2, 3, 4], most: 2 });
  });
});

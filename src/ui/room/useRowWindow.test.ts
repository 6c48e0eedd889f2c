import { describe, expect, it } from 'vitest';
import { grownRange, lineRange } from './useRowWindow.ts';

const list = (count: number) => ({
  layout: {
    count,
    topOf: (line: number, rowHeight: number) => line * rowHeight,
    lineAt: (top: number, rowHeight: number) => Math.floor(top / rowHeight),
  },
  wholeUpTo: 100,
  most: 56,
});

describe('lineRange', () => {
  it('should cover a short list, and at most 60 lines of a long one at any size and height', () => {
    expect(lineRange(list(100), 35, 0, 900, -1)).toEqual({ from: 0, to: 100, pinned: -1 });
    for (const count of [101, 5_000, 100_000]) {
      for (const height of [300, 900, 4_000]) {
        for (const top of [0, 1_000, count * 35]) {
          const { from, to, pinned } = lineRange(list(count), 35, top, height, 50);
          expect(to - from).toBeGreaterThan(0);
          expect(to - from + (pinned >= 0 ? 1 : 0)).toBeLessThanOrEqual(60);
        }
      }
    }
  });

  it('should pin the line that has the focus, out of view', () => {
    expect(lineRange(list(1_000), 35, 20_000, 700, 3).pinned).toBe(3);
    expect(lineRange(list(1_000), 35, 0, 700, 3).pinned).toBe(-1);
    expect(lineRange(list(1_000), 35, 0, 700, 2_000).pinned).toBe(-1);
  });
});

describe('grownRange', () => {
  const view = { from: 20, to: 40, pinned: 3 };
  it('should keep lines around the view that were rendered, with the focused one among them', () => {
    expect(grownRange(view, { from: 0, to: 30, pinned: -1 }, 100)).toEqual({ from: 0, to: 40, pinned: -1 });
    expect(grownRange(view, { from: 30, to: 90, pinned: -1 }, 60)).toEqual({ from: 20, to: 60, pinned: 3 });
  });

  it('should begin anew far from them', () => {
    expect(grownRange(view, { from: 50, to: 90, pinned: -1 }, 100)).toEqual(view);
    expect(grownRange(view, null, 100)).toEqual(view);
  });
});

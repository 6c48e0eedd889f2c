import { describe, expect, it } from 'vitest';
import { matrixBlocks } from './matrix-blocks.ts';

const topOf = (line: number) => line * 10;

describe('matrixBlocks', () => {
  it('should hold all lines to render, each at its distance from the top', () => {
    expect(matrixBlocks({ from: 10, to: 25, pinned: -1 }, 300, topOf)).toEqual([
      { index: 1, from: 8, to: 16, before: 80, height: 80 },
      { index: 2, from: 16, to: 24, before: 0, height: 80 },
      { index: 3, from: 24, to: 32, before: 0, height: 80 },
    ]);
  });

  it('should keep the block of the line that has the focus, in its place', () => {
    const above = matrixBlocks({ from: 40, to: 48, pinned: 3 }, 300, topOf);
    expect(above.map(({ index, before }) => [index, before])).toEqual([
      [0, 0],
      [5, 320],
    ]);
    const below = matrixBlocks({ from: 0, to: 8, pinned: 99 }, 100, topOf);
    expect(below.at(-1)).toEqual({ index: 12, from: 96, to: 100, before: 880, height: 40 });
    expect(matrixBlocks({ from: 0, to: 8, pinned: 5 }, 100, topOf)).toHaveLength(1);
  });

  it('should end with the last line, and be none without lines', () => {
    expect(matrixBlocks({ from: 0, to: 12, pinned: -1 }, 12, topOf).at(-1)?.to).toBe(12);
    expect(matrixBlocks({ from: 0, to: 0, pinned: -1 }, 0, topOf)).toEqual([]);
  });
});

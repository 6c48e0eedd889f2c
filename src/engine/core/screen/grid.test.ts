import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodePosition } from '../generated/documents.ts';
import { gridPositions, overlaps, type GridItem, type GridWidth } from './grid.ts';

const at = (x: number, y: number, w: number, h: number, more: Partial<NodePosition> = {}): NodePosition => ({
  x,
  y,
  w,
  h,
  ...more,
});
const items = (positions: Record<string, NodePosition | undefined>): GridItem[] =>
  Object.entries(positions).map(([id, position]) => ({ id, at: position }));
const layout = (...args: Parameters<typeof gridPositions>): string[] =>
  gridPositions(...args).map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`);

describe('positions in a grid', () => {
  it('are sorted by row and column, whatever the order of the items', () => {
    const grid = items({ c: at(0, 2, 12, 4), b: at(3, 0, 9, 2), a: at(0, 0, 3, 2) });
    expect(layout(grid, 'large')).toEqual(['a 0,0 3x2', 'b 3,0 9x2', 'c 0,2 12x4']);
    expect(layout(grid, 'medium')).toEqual(layout(grid, 'large'));
  });

  it('inherit from the next wider layout whatever an override omits', () => {
    const grid = items({ a: at(0, 0, 3, 2, { medium: { w: 6 }, small: { x: 2, h: 5 } }) });
    expect(layout(grid, 'large')).toEqual(['a 0,0 3x2']);
    expect(layout(grid, 'medium')).toEqual(['a 0,0 6x2']);
    expect(layout(grid, 'small')).toEqual(['a 2,0 6x5']);
  });

  it('form one column in reading order at small width, except for overrides', () => {
    const grid = items({
      chart: at(0, 2, 12, 6),
      second: at(6, 0, 6, 2, { small: { w: 6 } }),
      first: at(0, 0, 6, 2, { small: { w: 6 } }),
      note: at(0, 8, 12, 1, { small: { hidden: true } }),
      table: at(0, 9, 12, 8, { small: { h: 10 } }),
    });
    expect(layout(grid, 'small')).toEqual([
      'first 0,0 6x2',
      'second 6,0 6x2',
      'chart 0,2 12x6',
      'table 0,8 12x10',
    ]);
    const topped = items({ a: at(0, 0, 6, 2), b: at(6, 0, 6, 2, { small: { y: 0, x: 0, w: 12 } }) });
    expect(layout(topped, 'small')).toEqual(['b 0,0 12x2', 'a 0,2 12x2']);
  });

  it('leave out rows of hidden items only, and keep other empty rows', () => {
    const grid = items({ a: at(0, 0, 6, 2), b: at(6, 0, 6, 3), c: at(0, 4, 12, 2), d: at(0, 6, 12, 2) });
    expect(layout(grid, 'large', (id) => id !== 'b')).toEqual(['a 0,0 6x2', 'c 0,3 12x2', 'd 0,5 12x2']);
    expect(layout(grid, 'large', (id) => id !== 'c')).toEqual(['a 0,0 6x2', 'b 6,0 6x3', 'd 0,4 12x2']);
  });

  it('of instances follow each other from their position, up to the last column, at each width', () => {
    const position = at(3, 1, 4, 2, { medium: { w: 6 }, small: { w: 6 } });
    const instances = ['a', 'b', 'c', 'd', 'e'].map((id): GridItem => ({
      id,
      at: position,
      instanceOf: 'x',
    }));
    const grid = [
      ...instances,
      ...items({ top: at(0, 0, 12, 1), side: at(0, 1, 3, 2), below: at(0, 3, 12, 1) }),
    ];
    expect(layout(grid, 'large')).toEqual([
      'top 0,0 12x1',
      'side 0,1 3x2',
      'a 3,1 4x2',
      'b 7,1 4x2',
      'c 3,3 4x2',
      'd 7,3 4x2',
      'e 3,5 4x2',
      'below 0,7 12x1',
    ]);
    expect(layout(grid, 'medium').slice(2, 5)).toEqual(['a 3,1 6x2', 'b 3,3 6x2', 'c 3,5 6x2']);
    expect(layout(grid, 'small')).toEqual([
      'top 0,0 12x1',
      'side 0,1 12x2',
      'a 0,3 6x2',
      'b 6,3 6x2',
      'c 0,5 6x2',
      'd 6,5 6x2',
      'e 0,7 6x2',
      'below 0,9 12x1',
    ]);
    const hidden = new Set(['a', 'c', 'd']);
    expect(layout(grid, 'large', (id) => !hidden.has(id)).slice(2)).toEqual([
      'b 3,1 4x2',
      'e 7,1 4x2',
      'below 0,3 12x1',
    ]);
  });

  it('are below the other items by default', () => {
    expect(layout(items({ loose: undefined, a: at(0, 0, 4, 3) }), 'large')).toEqual([
      'a 0,0 4x3',
      'loose 0,3 12x4',
    ]);
  });

  it('move down from overlaps and stay inside the columns', () => {
    expect(layout(items({ a: at(0, 0, 6, 4), b: at(4, 1, 12, 2) }), 'large')).toEqual([
      'a 0,0 6x4',
      'b 4,4 8x2',
    ]);
  });

  it('never overlap at any width, for any input', () => {
    const override = fc.record(
      {
        x: fc.integer({ min: 0, max: 11 }),
        y: fc.integer({ min: 0, max: 12 }),
        w: fc.integer({ min: 1, max: 12 }),
        h: fc.integer({ min: 1, max: 6 }),
        hidden: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const position = fc.tuple(
      override,
      fc.option(override, { nil: undefined }),
      fc.option(override, { nil: undefined }),
    );
    fc.assert(
      fc.property(
        fc.array(position, { maxLength: 14 }),
        fc.constantFrom<GridWidth>('large', 'medium', 'small'),
        (given, width) => {
          const grid = given.map(([base, medium, small], index) => ({
            id: `n${index}`,
            at: {
              ...at(0, 0, 4, 2),
              ...base,
              ...(medium && { medium }),
              ...(small && { small }),
            },
          }));
          const positions = gridPositions(grid, width, (id) => id !== 'n3');
          positions.forEach((one, index) => {
            expect(one.x + one.w).toBeLessThanOrEqual(12);
            expect(one.y).toBeGreaterThanOrEqual(0);
            expect(positions.slice(0, index).filter((other) => overlaps(one, other))).toEqual([]);
          });
        },
      ),
    );
  });
});

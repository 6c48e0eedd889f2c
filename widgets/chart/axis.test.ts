import { describe, expect, it } from 'vitest';
import { valueAxisStep } from './axis.ts';

describe('the least step of an axis of figures', () => {
  it('should be one where every figure is whole, so that nobody reads 0.6 of a record', () => {
    expect(valueAxisStep([[1, null, 0]], 'number')).toBe(1);
    expect(valueAxisStep([[3], [12]], undefined)).toBe(1);
  });

  it('should be free where a figure has a part, and for percentages, where 1 is 100 %', () => {
    expect(valueAxisStep([[1, 2], [0.5]], 'number')).toBeUndefined();
    expect(valueAxisStep([[0, 1]], 'percent')).toBeUndefined();
  });
});

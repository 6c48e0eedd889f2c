import { describe, expect, it } from 'vitest';
import { figuresOf, toFigure } from './figures.ts';

describe('figures of rows', () => {
  it('should read numbers and texts of numbers, and leave gaps for what is neither', () => {
    const rows = [{ a: 1 }, { a: '2.50' }, { a: null }, { a: 'x' }, { a: Number.NaN }, {}];
    expect(figuresOf(rows, 'a')).toEqual({ values: [1, 2.5, null, null, null, null], problem: null });
  });

  it('should name a field that no row has, and one with texts alone', () => {
    expect(figuresOf([{ a: 1 }], 'b').problem).toBe('unknown');
    expect(figuresOf([{ a: 'Ana' }, { a: null }], 'a').problem).toBe('text');
    expect(figuresOf([{ a: null }], 'a').problem).toBeNull();
    expect(figuresOf([{ a: { b: 3 } }], 'a.b').values).toEqual([3]);
    expect(figuresOf([{}], 'constructor').problem).toBe('unknown');
  });

  it('should take no objects, lists, truth values or infinities for numbers', () => {
    for (const raw of [{}, [], true, 'Infinity', ' ']) expect(toFigure(raw)).toBeNaN();
    expect(toFigure(Number.POSITIVE_INFINITY)).toBeNull();
    expect(toFigure('')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { createChartModel } from './chart-model.ts';

const names = { category: (value: unknown) => `<${String(value)}>`, split: String, others: 'Outros' };
const series = [{ field: 'n', label: 'N', kind: 'bar' as const }];
const model = (props: object, rows: JsonObject[], colors = new Map<string, number>()) =>
  createChartModel({ category: 'c', series, ...props }, rows, names, colors);
const texts = (made: ReturnType<typeof model>) => made.categories.map(({ text }) => text);

describe('the model of a chart', () => {
  it('should keep rows in their order, and sort dates only where they are periods', () => {
    const rows = [
      { c: '2026-03-01', n: 3 },
      { c: '2026-01-01', n: 1 },
      { c: null, n: 9 },
      { c: '2026-02-01', n: 2 },
    ];
    expect(model({}, rows).series[0]!.values).toEqual([3, 1, 9, 2]);
    const sorted = model({ unit: 'month' }, rows);
    expect(sorted.series[0]!.values).toEqual([1, 2, 3, 9]);
    expect(sorted.series[0]!.rows[0]).toBe(rows[1]);
    expect(texts(sorted).at(-1)).toBe('<null>');
  });

  it('should leave gaps for what is no number, and say when there is nothing else', () => {
    const made = model({}, [
      { c: 'a', n: null },
      { c: 'b', n: 'x' },
      { c: 'c', n: '4' },
    ]);
    expect(made.series[0]!.values).toEqual([null, null, 4]);
    expect(made.isEmpty).toBe(false);
    expect(model({}, [{ c: 'a', n: null }]).isEmpty).toBe(true);
    expect(model({}, []).problem).toBeNull();
  });

  it('should give a series the next colour, or that of its tone', () => {
    const two = [...series, { field: 'm', label: 'M', kind: 'bar' as const, tone: 'danger' as const }];
    expect(model({ series: two }, [{ c: 'a', n: 1, m: 2 }]).series.map(({ color }) => color)).toEqual([
      0,
      'danger',
    ]);
  });

  it('should name an unknown field, and a field of texts', () => {
    expect(model({ category: 'x' }, [{ c: 'a', n: 1 }]).problem).toEqual({ kind: 'unknown', field: 'x' });
    expect(model({ splitBy: 's' }, [{ c: 'a', n: 1 }]).problem).toEqual({ kind: 'unknown', field: 's' });
    expect(model({}, [{ c: 'a', m: 1 }]).problem).toEqual({ kind: 'unknown', field: 'n' });
    expect(model({}, [{ c: 'a', n: 'b' }]).problem).toEqual({ kind: 'text', field: 'n' });
  });

  it('should split one measure, keep six values and add up the others, with a rest of the source', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((s, at) => [
      { c: 1, s, n: 10 - at },
      { c: 2, s, n: 1 },
    ]);
    const made = model({ splitBy: 's' }, [...(rows as JsonObject[]), { c: 2, s: null, sRest: true, n: 100 }]);
    expect(made.series.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'Outros']);
    const rest = made.series.at(-1)!;
    expect(rest.values).toEqual([4 + 3, 1 + 1 + 100]);
    expect(rest.color).toBeNull();
    expect(rest.rows).toEqual([null, null]);
    expect(made.series.map(({ color }) => color)).toEqual([0, 1, 2, 3, 4, 5, null]);
  });

  it('should keep a real value apart from the rest, and a missing value apart from its text', () => {
    const rows: JsonObject[] = [
      { c: 1, s: 'Outros', n: 1 },
      { c: 1, s: null, n: 2 },
      { c: 1, s: 'null', n: 3 },
      { c: 1, s: null, sRest: true, n: 4 },
    ];
    expect(model({ splitBy: 's' }, rows).series.map(({ values }) => values)).toEqual([[1], [2], [3], [4]]);
  });

  it('should not change the colours of values when others are filtered away', () => {
    const colors = new Map<string, number>();
    const of = (values: string[]) =>
      model(
        { splitBy: 's' },
        values.map((s) => ({ c: 1, s, n: 1 })),
        colors,
      ).series.map(({ name, color }) => `${name}${color}`);
    expect(of(['a', 'b', 'c'])).toEqual(['a0', 'b1', 'c2']);
    expect(of(['c', 'd'])).toEqual(['c2', 'd3']);
    expect(of(['b', 'c'])).toEqual(['b1', 'c2']);
  });

  it('should add up rows of one point, which is then no row to select', () => {
    const [one] = model({ splitBy: 's' }, [
      { c: 1, s: 'a', n: 1 },
      { c: 1, s: 'a', n: 2 },
    ]).series;
    expect([one!.values, one!.rows]).toEqual([[3], [null]]);
  });

  it('should refuse bars that nobody could see, and take as many points as lines', () => {
    const rows = Array.from({ length: 100_000 }, (_, c) => ({ c, n: c }));
    expect(model({}, rows).problem).toEqual({ kind: 'bars', count: 100_000, limit: 2000 });
    const line = { series: [{ field: 'n', label: 'N', kind: 'line' as const }] };
    expect(model(line, rows).problem).toBeNull();
    expect(model(line, [...rows, ...rows, ...rows]).problem).toMatchObject({ kind: 'points' });
  });
});

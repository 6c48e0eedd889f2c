import { expect, it } from 'vitest';
import { weekendsOf } from './weekends.ts';

const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => Date.parse(first) + at * 86_400_000);
const named = (times: readonly number[]) =>
  weekendsOf(times).map(({ from, to }) =>
    [from, to].map((time) => new Date(time).toISOString().slice(0, 13)).join(' – '),
  );

it('a weekend reaches half a day beyond its days', () => {
  expect(named(days('2026-11-09', 12))).toEqual(['2026-11-13T12 – 2026-11-15T12']);
});

it('a weekend is cut at the ends of the axis', () => {
  expect(named(days('2026-11-15', 7))).toEqual([
    '2026-11-15T00 – 2026-11-15T12',
    '2026-11-20T12 – 2026-11-21T00',
  ]);
});

it.each([
  ['no days', []],
  ['days of a week', days('2026-11-09', 5)],
  ['a lone day', days('2026-11-14', 1)],
  ['more than 100 days', days('2026-01-01', 200)],
])('there is no weekend in %s', (_, times) => {
  expect(weekendsOf(times)).toEqual([]);
});

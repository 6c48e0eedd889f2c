import { expect, it } from 'vitest';
import { changedRange } from './changed-range.ts';

const replaced = (before: string, after: string): string => {
  const { start, end, text } = changedRange(before, after);
  return before.slice(0, start) + text + before.slice(end);
};

it.each([
  ['{ "a": 1, "b": 2 }', '{ "a": 1, "b": 23 }', [16, 16, '3']],
  ['{ "a": 1 }', '{ "a": 1 }', [10, 10, '']],
  ['aaa', 'aaaa', [3, 3, 'a']],
  ['aaaa', 'aa', [2, 4, '']],
  ['', 'a', [0, 0, 'a']],
  ['a', '', [0, 1, '']],
])('from %j to %j is the smallest part', (before, after, [start, end, text]) => {
  expect(changedRange(before, after)).toEqual({ start, end, text });
  expect(replaced(before, after)).toBe(after);
});

// The editor moves an edge that stands within a character, so that the text would be another one.
it.each([
  ['x😀y', 'x😁y'],
  ['x😀y', 'xy'],
  ['😀😀', '😀'],
  ['x\u{1f600}y', 'x\u{1fa00}y'],
  ['😀', '🐀'],
])('from %j to %j cuts no character', (before, after) => {
  const { start, end } = changedRange(before, after);
  const pairs = [...before].reduce<number[]>((at, one) => [...at, at.at(-1)! + one.length], [0]);
  expect(pairs).toContain(start);
  expect(pairs).toContain(end);
  expect(replaced(before, after)).toBe(after);
});

import { expect, it } from 'vitest';
import { sameJson } from './text-of.ts';

it('compares JSON by value, and anything else as text', () => {
  expect(sameJson('{"a":[1,2]}', '{ "a": [\n1, 2] }')).toBe(true);
  expect(sameJson('{"a":1}', '{"a":2}')).toBe(false);
  expect(sameJson('null', '{')).toBe(false);
  expect(sameJson('{', '{')).toBe(true);
});

it('does not overflow on a text of brackets alone', () => {
  const deep = (space: string) => '['.repeat(100_000) + space + ']'.repeat(100_000);
  expect(sameJson(deep(''), deep(' '))).toBe(false);
});

import { expect, it } from 'vitest';
import { isSameJson } from './editor-text.ts';

it('compares JSON by value, and anything else as text', () => {
  expect(isSameJson('{"a":[1,2]}', '{ "a": [\n1, 2] }')).toBe(true);
  expect(isSameJson('{"a":1}', '{"a":2}')).toBe(false);
  expect(isSameJson('null', '{')).toBe(false);
  expect(isSameJson('{', '{')).toBe(true);
});

it('does not overflow on a text of brackets alone', () => {
  const deep = (space: string) => '['.repeat(100_000) + space + ']'.repeat(100_000);
  expect(isSameJson(deep(''), deep(' '))).toBe(false);
});

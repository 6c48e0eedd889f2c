import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { keepParts } from './keep-parts.ts';

const nodes = (): JsonObject => ({
  title: 'x',
  body: [
    { id: 'a', props: { text: 'a' } },
    { id: 'b', props: { text: 'b', list: [1, { two: 2 }] } },
  ],
});

it('keeps the objects of what is equal', () => {
  const before = nodes();
  expect(keepParts(before, nodes())).toBe(before);
  const [a, b] = before['body'] as JsonObject[];
  const changed = nodes();
  (changed['body'] as JsonObject[])[0]!['props'] = { text: 'new' };
  const kept = keepParts(before, changed) as { body: JsonObject[] };
  expect(kept).toEqual(changed);
  expect(kept.body[0]).not.toBe(a);
  expect(kept.body[1]).toBe(b);
});

it('finds an item by its id where others were added, removed or moved before it', () => {
  const before = nodes();
  const [a, b] = before['body'] as JsonObject[];
  const first = { id: 'c', props: {} };
  const added = nodes();
  added['body'] = [first, ...(added['body'] as JsonObject[])];
  const kept = keepParts(before, added) as { body: JsonObject[] };
  expect(kept.body).toEqual([first, a, b]);
  expect([kept.body[1], kept.body[2]].every((one, at) => one === [a, b][at])).toBe(true);
  const removed = nodes();
  removed['body'] = (removed['body'] as JsonObject[]).slice(1);
  expect((keepParts(before, removed) as { body: JsonObject[] }).body[0]).toBe(b);
});

it('tells a key that goes, and one that comes, from one that stays', () => {
  expect(keepParts({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(keepParts({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  expect(keepParts([1, 2], [1])).toEqual([1]);
  expect(keepParts({ a: {} }, { a: [] })).toEqual({ a: [] });
  expect(keepParts(undefined, { a: 1 })).toEqual({ a: 1 });
});

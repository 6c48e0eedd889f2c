import { expect, it } from 'vitest';
import { masksOf, valueOfMasks } from './matrix-rows.ts';
import { itemsByKey } from '../../../core/form/item-lists.ts';

const matrix = {
  columns: [
    { field: 'read', title: 'Read' },
    { field: 'write', title: 'Write', implies: ['read'] },
  ],
};

it('a set cell makes a new item of its own row alone', () => {
  const value = valueOfMasks(
    matrix,
    new Map([
      [1, 1],
      [2, 3],
    ]),
    { masks: new Map(), value: [] },
  );
  const masks = masksOf(matrix, value);
  const [first, second] = valueOfMasks(matrix, new Map(masks).set(1, 3), { masks, value });
  expect(first).toEqual({ id: 1, read: true, write: true });
  expect(second).toBe(value[1]);
  const cleared = valueOfMasks(matrix, new Map(masks).set(2, 0), { masks, value });
  expect(cleared).toEqual([{ id: 1, read: true, write: false }]);
});

it('the items of a value are read once for each way to read it', () => {
  const value = [{ id: 1, read: true, write: false }];
  const items = itemsByKey({ key: 'id', matrix }, value);
  expect(itemsByKey({ key: 'id', matrix }, value)).toBe(items);
  expect(itemsByKey({ key: 'id', matrix: null }, value).get(1)).toBe(value[0]);
});

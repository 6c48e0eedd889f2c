import { expect, it } from 'vitest';
import { shapeAt } from './shapes.ts';

const name = { type: 'string' };
const users = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object', properties: { name } } } },
};

it('follows a path through lists, with and without the position of an item', () => {
  expect(shapeAt(users, ['rows', 'name'])).toEqual(name);
  expect(shapeAt(users, ['rows', '0', 'name'])).toEqual(name);
});

it('names an unknown field with those that exist, and a position in what is no list', () => {
  expect(shapeAt(users, ['rows', '0', 'nmae'])).toEqual({ field: 'nmae', known: ['name'] });
  expect(shapeAt(users, ['0'])).toEqual({ field: '0', known: ['rows'] });
});

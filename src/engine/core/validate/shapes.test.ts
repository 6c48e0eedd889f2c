import { expect, it } from 'vitest';
import { fieldPaths, shapeAt } from './shapes.ts';

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
  expect(shapeAt(users, ['rows', '0', 'nmae'])).toEqual({
    field: 'nmae',
    path: ['rows', '0', 'nmae'],
    known: ['name'],
  });
  expect(shapeAt(users, ['0'])).toEqual({ field: '0', path: ['0'], known: ['rows'] });
});

it('follows references within a schema, and knows the fields of its alternatives and conditions', () => {
  const order = {
    definitions: { person: { type: 'object', properties: { name } } },
    properties: { buyer: { $ref: '#/definitions/person' }, other: { $ref: 'elsewhere.json' } },
    if: { properties: { gift: { const: true } } },
    then: { properties: { wrap: name } },
    dependencies: { wrap: { properties: { ribbon: name } }, other: ['buyer'] },
  };
  expect(shapeAt(order, ['buyer', 'nmae'])).toEqual({
    field: 'nmae',
    path: ['buyer', 'nmae'],
    known: ['name'],
  });
  expect(shapeAt(order, ['other', 'anything'])).toBeNull();
  expect(fieldPaths(order)).toEqual(['wrap', 'ribbon', 'buyer', 'buyer.name', 'other']);
  expect(fieldPaths(order, ['buyer'])).toEqual(['name']);
});

import { expect, it } from 'vitest';
import { entityAddress, entityDisplay, entityKey, entityScreen, isWritable, wireName } from './entity.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';

const bare: EntityDocument = {
  kind: 'entity',
  formatVersion: 2,
  id: 'meeting-room',
  title: 'Room',
  fields: {},
};

it('gives what a declaration leaves out', () => {
  expect([entityAddress(bare), entityScreen(bare), entityKey(bare), entityDisplay(bare)]).toEqual([
    '/adm/v2/ent/meeting-room',
    'meeting-room',
    'id',
    'id',
  ]);
  const named = { ...bare, address: '/x', access: { screen: 'y' }, key: 'k', display: 'd' };
  expect([entityAddress(named), entityScreen(named), entityKey(named), entityDisplay(named)]).toEqual([
    '/x',
    'y',
    'k',
    'd',
  ]);
});

it('names references by their keys', () => {
  const names: [EntityField, string][] = [
    [{ type: 'string', title: '' }, 'owner'],
    [{ type: 'reference', title: '', entity: 'user' }, 'ownerId'],
    [{ type: 'list', title: '', item: 'reference', entity: 'user' }, 'ownerIds'],
    [{ type: 'list', title: '', item: 'string' }, 'owner'],
    [{ type: 'reference', title: '', entity: 'user', wire: 'holderId' }, 'holderId'],
  ];
  for (const [field, expected] of names) expect(wireName('owner', field)).toBe(expected);
});

it('distinguishes fields that callers write from those that the server sets', () => {
  const text: EntityField = { type: 'string', title: '' };
  expect(isWritable('name', text, bare)).toBe(true);
  expect(isWritable('id', text, bare)).toBe(false);
  for (const own of [{ readOnly: true }, { auto: true }, { compute: { $expr: '1' } }])
    expect(isWritable('name', { ...text, ...own }, bare)).toBe(false);
});

import { expect, it } from 'vitest';
import { recordOptions } from './entity-options.ts';
import type { EntityDocument } from '../generated/documents.ts';

const unit: EntityDocument = {
  kind: 'entity',
  formatVersion: 2,
  id: 'unit',
  title: 'Unit',
  access: { screen: 'unit' },
  display: 'title',
  fields: {
    id: { type: 'integer', title: 'Id' },
    title: { type: 'string', title: 'Name', searchable: true },
    code: { type: 'string', title: 'Code', searchable: true },
    size: { type: 'integer', title: 'Size' },
  },
};

it('hands on the key of a record, whose name one row answers', () => {
  expect(recordOptions(unit, { entity: 'unit' })).toMatchObject({
    value: 'id',
    label: 'title',
    one: { get: '/adm/v2/ent/unit/{value}', row: 'data' },
  });
});

it('hands on another field, whose record a search finds by its value', () => {
  expect(recordOptions(unit, { entity: 'unit', value: 'code' })).toMatchObject({
    value: 'code',
    label: 'title',
    one: { get: '/adm/v2/ent/unit?perPage=50&text={value}', row: 'data.rows' },
  });
});

it('looks nothing up for a value that is the text, or that no search finds', () => {
  expect(recordOptions(unit, { entity: 'unit', value: 'title' }).one).toBeUndefined();
  expect(recordOptions(unit, { entity: 'unit', value: 'size' }).one).toBeUndefined();
});

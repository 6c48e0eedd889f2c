import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from './document.ts';

const text = { type: 'string' };
const item = { type: 'object', properties: { path: text, operator: text } };
const schema: JsonObject = {
  type: 'object',
  properties: {
    path: text,
    operator: text,
    conditions: { type: 'array', items: item },
    groups: {
      type: 'array',
      items: { type: 'object', properties: { inner: { type: 'array', items: item } } },
    },
  },
};
const ofRow = (field: string): JsonObject => ({
  field: 'operator',
  widget: 'select',
  options: {
    source: 'paths',
    value: 'value',
    label: 'label',
    of: { field, key: 'value', rows: 'operators' },
  },
});
const form = (...fields: JsonObject[]): JsonObject => ({
  kind: 'form',
  formatVersion: 2,
  id: 'rule',
  schema,
  ui: { sections: [{ id: 'main', fields: [...fields, '*'] }] },
});
const found = async (document: JsonObject) =>
  (await validateDocument(document, registry))
    .filter(({ code }) => code.startsWith('row-options'))
    .map(({ pointer, code, values }) => [pointer, code, ...Object.values(values)].join(' '));

it('takes options of a row at fields of the items of a list, also of an inner one', async () => {
  const inner = { field: 'inner', fields: [ofRow('path')] };
  expect(
    await found(form({ field: 'conditions', fields: [ofRow('path')] }, { field: 'groups', fields: [inner] })),
  ).toEqual([]);
});

it('reports options of a row at a field that is in no item', async () => {
  expect(await found(form(ofRow('path')))).toEqual(['/ui/sections/0/fields/0/options/of row-options-place']);
});

it('reports a row that is chosen by a field which the item does not have', async () => {
  expect(await found(form({ field: 'conditions', fields: [ofRow('pth')] }))).toEqual([
    '/ui/sections/0/fields/0/fields/0/options/of/field row-options-field pth conditions path path, operator',
  ]);
});

it('reports options of a row in a filter, and those of a form within a screen once', async () => {
  const screen = screenDocument({
    sources: { paths: { get: '/paths', rows: 'data.rows' } },
    body: [
      {
        id: 'filters',
        type: 'filter-bar',
        props: { fields: [{ ...ofRow('path'), type: 'select', label: 'Operator', widget: undefined }] },
      },
      { id: 'form', type: 'form', props: { document: form(ofRow('path')) } },
    ],
  } as JsonObject);
  expect(await found(JSON.parse(JSON.stringify(screen)) as JsonObject)).toEqual([
    '/body/0/props/fields/0/options/of row-options-place',
    '/body/1/props/document/ui/sections/0/fields/0/options/of row-options-place',
  ]);
});

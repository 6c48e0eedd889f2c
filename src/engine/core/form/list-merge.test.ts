import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileForm } from './compile.ts';
import { FormModel } from './form-model.ts';

const form = compileForm({
  kind: 'form',
  formatVersion: 2,
  id: 'report',
  schema: {
    type: 'object',
    properties: {
      columns: {
        type: 'array',
        items: { type: 'object', properties: { title: { type: 'string' }, kind: { type: 'string' } } },
      },
    },
  },
  ui: { sections: [{ id: 'all', fields: [{ field: 'columns', fields: ['title', 'kind'] }] }] },
});

const columns = (...all: JsonObject[]): JsonObject => ({ id: 1, columns: all });
const [people, share] = [
  { name: 'people', title: 'Pessoas', kind: 'count' },
  { name: 'share', title: 'Parte', kind: 'share' },
];
const open = () =>
  new FormModel({
    form,
    value: columns(people, share),
    keep: [],
    scope: () => ({}),
    texts: () => ({ strings: {}, lang: 'pt', translate: (key) => key, reportMissing: () => undefined }),
  });

it('names the value of an item that both changed, and keeps mine beside all that they changed', () => {
  const model = open();
  model.set(['columns', '0', 'title'], 'Gente');
  const theirs = columns(
    { ...people, title: 'Todos', kind: 'distinct' },
    { ...share, title: 'Fatia' },
    { name: 'sum', title: 'Soma' },
  );
  model.versions.setConflict(theirs);
  expect(model.getForm().conflict?.fields).toEqual([
    { name: 'columns', item: { index: 0, inner: 'title' }, mine: 'Gente', theirs: 'Todos' },
  ]);
  model.versions.keepMine();
  expect(model.record['columns']).toEqual([
    { name: 'people', title: 'Gente', kind: 'distinct' },
    { ...share, title: 'Fatia' },
    { name: 'sum', title: 'Soma' },
  ]);
});

it('joins changes of different values and what both appended', () => {
  const model = open();
  model.set(['columns', '0', 'title'], 'Gente');
  model.set(['columns', '2'], { title: 'Minha' });
  model.versions.load(columns(people, { ...share, title: 'Fatia' }, { title: 'Deles' }));
  expect(model.getForm().conflict).toBeNull();
  expect(model.record['columns']).toEqual([
    { ...people, title: 'Gente' },
    { ...share, title: 'Fatia' },
    { title: 'Deles' },
    { title: 'Minha' },
  ]);
});

it('holds lists in which items were removed or moved as one value', () => {
  for (const theirs of [columns(share), columns(share, people), columns({ ...people, name: 'x' }, share)]) {
    const model = open();
    model.set(['columns', '1', 'title'], 'Fatia');
    model.versions.load(theirs);
    expect(model.getForm().conflict?.fields).toMatchObject([{ name: 'columns', theirs: theirs['columns'] }]);
  }
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileForm } from './compile.ts';
import { FormModel } from './form-model.ts';

const form = compileForm({
  kind: 'form',
  formatVersion: 2,
  id: 'group',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      rights: { type: 'array', items: { type: 'object' } },
      people: { type: 'array', items: { type: 'object' } },
    },
  },
  ui: {
    sections: [
      {
        id: 'all',
        fields: [
          'name',
          {
            field: 'rights',
            widget: 'matrix',
            options: [{ value: 1, label: 'Um' }],
            matrix: {
              key: 'screen',
              on: 'Y',
              off: 'N',
              columns: [
                { field: 'read', title: 'Ler' },
                { field: 'write', title: 'Escrever', implies: ['read'] },
              ],
            },
          },
          {
            field: 'people',
            widget: 'pending-list',
            options: { get: '/people', rows: 'rows', value: 'id', label: 'name' },
          },
        ],
      },
    ],
  },
});

const saved = (): JsonObject => ({
  id: 1,
  name: 'Equipe',
  version: 1,
  rights: [
    { screen: 1, title: 'Um', read: 'Y', write: 'N' },
    { screen: 2, title: 'Dois', read: 'N', write: 'Y' },
  ],
  people: [
    { id: 7, name: 'Ana', isActive: 'Y' },
    { id: 8, name: 'Bia', isActive: 'Y' },
  ],
});

const open = (value = saved()) =>
  new FormModel({
    form,
    value,
    keep: ['version'],
    scope: () => ({}),
    texts: () => ({ strings: undefined, lang: 'pt', translate: (key) => key }),
  });

describe('lists of items in a form', () => {
  it('are compared by key: another order and further properties are no change', () => {
    const model = open();
    model.set(['people'], [{ id: 8, name: 'Bia' }, { id: 7 }]);
    model.set(
      ['rights'],
      [
        { screen: 2, read: 'Y', write: 'Y' },
        { screen: 1, read: 'Y', write: 'N' },
      ],
    );
    expect([model.getForm().changes, model.changedNames()]).toEqual([0, []]);
  });

  it('count each cell and each item, beside the other fields', () => {
    const model = open();
    model.set(['name'], 'Outra');
    model.set(['rights'], [{ screen: 1, write: 'Y' }]);
    model.set(['people'], [{ id: 8 }, { id: 9, name: 'Caio' }]);
    // The name, one cell of the first row, two of the second, one person less and one more.
    expect(model.getForm().changes).toBe(6);
    model.reset();
    expect(model.getForm().changes).toBe(0);
  });

  it('submit what was added, changed and removed, with what a cell implies', () => {
    const model = open();
    model.set(
      ['rights'],
      [
        { screen: 1, write: 'Y' },
        { screen: 3, read: 'N', write: 'Y' },
      ],
    );
    model.set(['people'], [{ id: 8 }, { id: 9, name: 'Caio' }]);
    expect(model.submittedValues().items).toEqual({
      rights: {
        added: [{ screen: 3, read: 'Y', write: 'Y' }],
        changed: [{ screen: 1, read: 'Y', write: 'Y' }],
        removed: [{ screen: 2, read: 'Y', write: 'Y' }],
      },
      people: {
        added: [{ id: 9, name: 'Caio' }],
        changed: [],
        removed: [{ id: 7, name: 'Ana', isActive: 'Y' }],
      },
    });
  });

  it('a new record adds all of them', () => {
    const model = open({});
    model.set(['people'], [{ id: 9, name: 'Caio' }]);
    expect(model.getForm().changes).toBe(1);
    expect(model.submittedValues().items).toMatchObject({ people: { added: [{ id: 9 }], removed: [] } });
  });

  it('merge changes of two people without a conflict', () => {
    const model = open();
    model.set(
      ['rights'],
      [
        { screen: 1, read: 'Y', write: 'Y' },
        { screen: 2, read: 'Y', write: 'Y' },
      ],
    );
    model.set(['people'], [{ id: 7 }, { id: 9, name: 'Caio' }]);
    model.versions.setConflict({
      ...saved(),
      version: 2,
      rights: [
        { screen: 1, read: 'Y', write: 'N' },
        { screen: 4, read: 'Y' },
      ],
      people: [{ id: 8 }, { id: 10 }],
    });
    expect(model.getForm().conflict?.fields).toEqual([]);
    model.versions.keepMine();
    expect(model.record['rights']).toEqual([
      { screen: 1, read: 'Y', write: 'Y' },
      { screen: 4, read: 'Y', write: 'N' },
    ]);
    expect((model.record['people'] as JsonObject[]).map(({ id }) => id)).toEqual([10, 9]);
    expect(model.getForm().changes).toBe(3);
  });
});

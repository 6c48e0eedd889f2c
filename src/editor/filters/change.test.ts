import { describe, expect, it } from 'vitest';
import type { DataChoice, ParameterChoice } from '../../contracts/data-choice.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { widgets } from '../../../widgets/index.ts';
import { createRegistry, loadSpecs, validateDocument } from '../../engine/core/index.ts';
import { createEditor, type Editor } from '../editor.ts';
import { bindParameter, changeRequired, unbindParameter } from './bindings.ts';
import {
  addFilter,
  changeInitial,
  changeKind,
  changeOptions,
  moveFilter,
  removeFilter,
  renameFilter,
} from './change.ts';
import { filtersOf, type ViewFilter } from './filters.ts';
import { kindOfFilter } from './kinds.ts';
import { freeParameters, isUsed, usesOf } from './uses.ts';
import { canTake } from './values.ts';

const registry = createRegistry(await loadSpecs(widgets));

const parameter = (name: string, type: ParameterChoice['type']): ParameterChoice => ({
  name,
  type,
  title: name,
  required: false,
  options: [],
  default: null,
  field: null,
});

const view: JsonObject = {
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'View',
  access: { session: true },
  sources: { sales: { dataset: 'sales' } },
  filters: [],
  body: [
    {
      id: 'stat',
      type: 'stat',
      typeVersion: registry.loaded('stat')!.version,
      source: 'sales',
      at: { x: 0, y: 0, w: 3, h: 2 },
      props: { label: 'Sales', field: 'amount' },
    },
  ],
};

const open = (document: JsonObject = view): Editor => createEditor(document, registry);
const filterAt = (editor: Editor, at: number): ViewFilter => filtersOf(editor.store.getState().model)[at]!;
const usesAt = (editor: Editor, at: number) => {
  const { model } = editor.store.getState();
  return usesOf(model, filterAt(editor, at), filtersOf(model));
};

/** A view with a filter that the statistic uses. */
function bound(): Editor {
  const editor = open();
  addFilter(editor, 'period', 'Período', 'pt');
  bindParameter(editor, filterAt(editor, 0), 'sales', parameter('period', 'period'), 'Período', []);
  return editor;
}

describe('filters of a view', () => {
  it('begin with a bar, a text in the author’s language, and a value that a link carries', () => {
    const editor = open();
    expect(addFilter(editor, 'one', 'Region', 'en')).toMatchObject({ done: true });
    expect(editor.document()).toMatchObject({
      state: { filters: { choice: null } },
      query: { choice: 'state.filters.choice' },
      filters: [
        {
          type: 'filter-bar',
          props: { bind: 'state.filters', fields: [{ field: 'choice', control: 'select', options: [] }] },
        },
      ],
      // Readers of other languages fall back on the default one.
      strings: { en: { filterChoice: 'Region' }, pt: { filterChoice: 'Region' } },
    });
    editor.undo();
    expect(editor.document()).toEqual(view);
  });

  it.each([
    'text',
    'search',
    'number',
    'date',
    'range',
    'period',
    'one',
    'several',
    'people',
    'yesNo',
    'tags',
  ] as const)('of the kind %s are valid', async (kind) => {
    const editor = open();
    addFilter(editor, kind, 'Filter', 'pt');
    const diagnostics = await validateDocument(editor.document(), registry);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('give their value to a parameter, and say so', () => {
    const editor = bound();
    expect(editor.document()).toMatchObject({
      sources: { sales: { query: { period: { $expr: 'state.filters.period' } } } },
    });
    expect(usesAt(editor, 0).parameters).toEqual([{ source: 'sales', parameter: 'period', plain: true }]);
    unbindParameter(editor, filterAt(editor, 0), 'sales', 'period', 'Período');
    expect(editor.document()['sources']).toEqual({ sales: { dataset: 'sales' } });
    expect(isUsed(usesAt(editor, 0))).toBe(false);
  });

  it('give a range to a period as one text, and each end of it to parameters of records', () => {
    const editor = open();
    addFilter(editor, 'range', 'Dias', 'pt');
    for (const one of [parameter('period', 'period'), parameter('atFrom', 'date'), parameter('atTo', 'date')])
      bindParameter(editor, filterAt(editor, 0), 'sales', one, 'Dias', []);
    expect(editor.document()).toMatchObject({
      sources: {
        sales: {
          query: {
            period: { $expr: expect.stringContaining("'..'") },
            atFrom: { $expr: 'state.filters.days.from' },
            atTo: { $expr: 'state.filters.days.to' },
          },
        },
      },
    });
    expect(usesAt(editor, 0).parameters.every(({ plain }) => plain)).toBe(true);
  });

  it('keep what reads them when their value has another name, in one step', () => {
    const editor = open({
      ...view,
      state: { filters: { old: 'x', older: 'y' } },
      query: { old: 'state.filters.old' },
      sources: {
        sales: {
          dataset: 'sales',
          query: { a: { $expr: "$uppercase(state.filters.old) & 'state.filters.old'" } },
          needs: ['state.filters.old', 'state.filters.older'],
        },
      },
      filters: [
        {
          id: 'bar',
          type: 'filter-bar',
          props: {
            bind: 'state.filters',
            fields: [
              { field: 'old', control: 'date', label: 'Old' },
              { field: 'older', control: 'date', label: 'Older', notBefore: 'old' },
            ],
          },
        },
      ],
    });
    const before = editor.document();
    expect(renameFilter(editor, filterAt(editor, 0), 'fresh')).toMatchObject({ done: true });
    expect(editor.document()).toMatchObject({
      state: { filters: { fresh: 'x', older: 'y' } },
      query: { old: 'state.filters.fresh' },
      sources: {
        sales: {
          // A text literal is no reference.
          query: { a: { $expr: "$uppercase(state.filters.fresh) & 'state.filters.old'" } },
          needs: ['state.filters.fresh', 'state.filters.older'],
        },
      },
      filters: [{ props: { fields: [{ field: 'fresh' }, { field: 'older', notBefore: 'fresh' }] } }],
    });
    editor.undo();
    expect(editor.document()).toEqual(before);
    expect(renameFilter(editor, filterAt(editor, 0), 'older')).toMatchObject({
      done: false,
      key: 'editor.refused.taken',
    });
    expect(renameFilter(editor, filterAt(editor, 0), 'two words')).toMatchObject({ done: false });
  });

  it('begin with a list or a range, which a link carries, and with nothing where it is emptied', async () => {
    const editor = open();
    addFilter(editor, 'several', 'Units', 'en');
    addFilter(editor, 'range', 'Days', 'en');
    const days = { from: '2026-01-01', to: '2026-03-31' };
    changeInitial(editor, filterAt(editor, 0), ['a', 'b']);
    changeInitial(editor, filterAt(editor, 1), days);
    expect(editor.document()).toMatchObject({
      state: { filters: { choices: ['a', 'b'], days } },
      query: { choices: 'state.filters.choices', days: 'state.filters.days' },
    });
    expect(await validateDocument(editor.document(), registry)).toEqual([]);
    changeInitial(editor, filterAt(editor, 0), []);
    changeInitial(editor, filterAt(editor, 1), { from: null, to: null } as never);
    expect(editor.document()).toMatchObject({ state: { filters: { choices: null, days: null } } });
  });

  it('are unbound in the step that removes them', () => {
    const editor = bound();
    changeRequired(editor, filterAt(editor, 0), true);
    expect(editor.document()).toMatchObject({ sources: { sales: { needs: ['state.filters.period'] } } });
    const before = editor.document();
    removeFilter(editor, filterAt(editor, 0), 'Período');
    const after = editor.document();
    expect(after['sources']).toEqual({ sales: { dataset: 'sales' } });
    expect(after['filters']).toEqual([]);
    expect(after['query']).toEqual({});
    expect(after['state']).toEqual({ filters: {} });
    editor.undo();
    expect(editor.document()).toEqual(before);
  });

  it('change their place and their kind', () => {
    const editor = open();
    addFilter(editor, 'text', 'A', 'pt');
    addFilter(editor, 'one', 'B', 'pt');
    moveFilter(editor, filterAt(editor, 1), -1, 'B');
    expect(filtersOf(editor.store.getState().model).map(({ definition }) => definition['field'])).toEqual([
      'choice',
      'text',
    ]);
    changeOptions(editor, filterAt(editor, 0), [{ value: 'a', label: 'A' }]);
    changeKind(editor, filterAt(editor, 0), 'several');
    expect(filterAt(editor, 0).definition).toMatchObject({
      control: 'choices',
      options: [{ value: 'a', label: 'A' }],
    });
    // Rows are searched.
    changeOptions(editor, filterAt(editor, 0), { entity: 'company' });
    expect(filterAt(editor, 0).definition).toMatchObject({ control: 'multiselect' });
    changeKind(editor, filterAt(editor, 0), 'number');
    expect(filterAt(editor, 0).definition).not.toHaveProperty('options');
  });

  it('lose the source of their options with the options', () => {
    const editor = open({
      ...view,
      sources: { sales: { dataset: 'sales' }, regions: { dataset: 'regions' } },
    });
    addFilter(editor, 'one', 'Região', 'pt');
    changeOptions(editor, filterAt(editor, 0), { source: 'regions', value: 'id', label: 'name' });
    changeOptions(editor, filterAt(editor, 0), []);
    expect(editor.document()['sources']).toEqual({ sales: { dataset: 'sales' } });
  });

  it('are followed by the options of others under both names of their value', () => {
    const bar: JsonObject = {
      id: 'bar',
      type: 'filter-bar',
      props: {
        bind: 'state.filters',
        draft: 'state.draft',
        fields: [
          { field: 'state', control: 'text', label: 'State' },
          {
            field: 'city',
            control: 'select',
            label: 'City',
            options: { source: 'cities', value: 'id', label: 'id' },
          },
        ],
      },
    };
    const editor = open({
      ...view,
      sources: {
        sales: { dataset: 'sales' },
        cities: {
          dataset: 'cities',
          query: { state: { $expr: 'state.draft.state' } },
          needs: ['state.draft.state'],
        },
      },
      filters: [bar],
    });
    expect(usesAt(editor, 0)).toMatchObject({ parameters: [], filters: ['state.filters.city'] });
    renameFilter(editor, filterAt(editor, 0), 'region');
    expect(editor.document()).toMatchObject({
      sources: {
        cities: { query: { state: { $expr: 'state.draft.region' } }, needs: ['state.draft.region'] },
      },
    });
    removeFilter(editor, filterAt(editor, 0), 'State');
    expect(editor.document()).toMatchObject({ sources: { cities: { dataset: 'cities' } } });
    expect((editor.document()['sources'] as JsonObject)['cities']).toEqual({ dataset: 'cities' });
  });

  it('stays one option where its options are people, of whom another kind is made', () => {
    const editor = open();
    addFilter(editor, 'several', 'Quem', 'pt');
    changeOptions(editor, filterAt(editor, 0), { entity: 'user' });
    changeKind(editor, filterAt(editor, 0), 'one');
    const { definition } = filterAt(editor, 0);
    expect([kindOfFilter(definition), definition.options]).toEqual(['one', { entity: 'user', value: 'id' }]);
    changeOptions(editor, filterAt(editor, 0), { entity: 'company' });
    changeOptions(editor, filterAt(editor, 0), { entity: 'user' });
    expect(kindOfFilter(filterAt(editor, 0).definition)).toBe('one');
    changeKind(editor, filterAt(editor, 0), 'people');
    expect(filterAt(editor, 0).definition).toMatchObject({
      control: 'combobox',
      options: { entity: 'user' },
    });
  });

  it('is offered the parameters that can take its values, of datasets and of lists of records', () => {
    const people: DataChoice = {
      kind: 'entity',
      id: 'user',
      title: 'People',
      record: { key: 'id', display: 'name', filters: [] },
      parameters: [],
      columns: [
        { name: 'id', type: 'number', unit: null, titles: { pt: 'Id', en: 'Id', es: 'Id' }, text: null },
        { name: 'name', type: 'text', unit: null, titles: { pt: 'N', en: 'N', es: 'N' }, text: null },
      ],
    };
    const field = { entity: 'sale', name: 'seller' };
    const choices: DataChoice[] = [
      people,
      {
        kind: 'dataset',
        id: 'sales',
        title: 'Sales',
        columns: [],
        parameters: (['name', 'count', 'day', 'active'] as const).map((name, at) =>
          parameter(name, (['text', 'number', 'date', 'boolean'] as const)[at]!),
        ),
      },
      {
        kind: 'entity',
        id: 'sale',
        title: 'Sales',
        record: {
          key: 'id',
          display: 'title',
          filters: [
            { ...parameter('sellerId', 'values'), field },
            parameter('createdAtFrom', 'date'),
            parameter('createdAtTo', 'date'),
          ],
        },
        parameters: [],
        columns: [
          {
            name: 'seller.name',
            type: 'text',
            unit: null,
            titles: { pt: 'V', en: 'V', es: 'V' },
            text: null,
          },
        ],
      },
    ];
    const table = {
      id: 'table',
      type: 'table',
      source: 'records',
      props: {},
      at: { x: 0, y: 2, w: 3, h: 2 },
    };
    const editor = open({
      ...view,
      sources: { sales: { dataset: 'sales' }, records: { entity: 'sale' } },
      body: [...(view.body as JsonObject[]), table],
    });
    const offered = (): string[] => {
      const { model } = editor.store.getState();
      const filter = filterAt(editor, 0);
      const uses = usesAt(editor, 0);
      return freeParameters(model, choices, filtersOf(model), uses)
        .filter((one) => canTake(model, filter, uses, one.parameter, choices))
        .map((one) => `${one.source}.${one.parameter.name}`);
    };
    addFilter(editor, 'people', 'Quem', 'pt');
    expect(offered()).toEqual(['sales.name', 'sales.count', 'records.sellerId']);
    changeKind(editor, filterAt(editor, 0), 'range');
    expect(offered()).toEqual(['sales.day', 'records.createdAtFrom', 'records.createdAtTo']);
    const to = choices[2]!.record!.filters[2]!;
    bindParameter(editor, filterAt(editor, 0), 'records', to, 'Quando', choices);
    expect(editor.document().sources).toMatchObject({
      records: { query: { createdAtTo: { $expr: `${filterAt(editor, 0).path}.to` } } },
    });
    changeKind(editor, filterAt(editor, 0), 'yesNo');
    expect(offered()).toEqual(['sales.active']);
  });
});

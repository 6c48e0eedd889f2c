import { describe, expect, it } from 'vitest';
import type { DataChoice, ParameterChoice } from '../../../contracts/data-choice.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { filterValueDiagnostics, unfilteredRecords } from '../validate/filter-values.ts';

const parameter = (
  name: string,
  type: ParameterChoice['type'],
  more: Partial<ParameterChoice> = {},
): ParameterChoice => ({
  name,
  type,
  title: `Parameter ${name}`,
  required: false,
  options: [],
  default: null,
  field: null,
  ...more,
});
const column = (name: string, type: DataChoice['columns'][number]['type']) => ({
  name,
  type,
  unit: null,
  titles: { pt: name, en: name, es: name },
  text: null,
});

const choices: DataChoice[] = [
  {
    kind: 'entity',
    id: 'unit',
    title: 'Units',
    record: { key: 'id', display: 'title', filters: [] },
    parameters: [],
    columns: [
      column('id', 'number'),
      column('title', 'text'),
      column('parent.title', 'text'),
      column('size', 'number'),
      column('since', 'time'),
    ],
  },
  {
    kind: 'dataset',
    id: 'places',
    title: 'Places',
    parameters: [],
    columns: [column('place', 'text'), column('placeId', 'number'), column('since', 'date')],
  },
  {
    kind: 'dataset',
    id: 'people',
    title: 'People',
    columns: [],
    parameters: [
      parameter('name', 'text'),
      parameter('count', 'number'),
      parameter('day', 'date'),
      parameter('period', 'period'),
      parameter('active', 'boolean'),
      parameter('size', 'choice', { options: ['small', 'large'] }),
      parameter('units', 'values', { field: { entity: 'unit', name: 'parent' } }),
      parameter('titles', 'values', { field: { entity: 'unit', name: 'title' } }),
      parameter('sizes', 'values', { field: { entity: 'unit', name: 'size' } }),
      parameter('days', 'values', { field: { entity: 'unit', name: 'since' } }),
    ],
  },
];

const listed = (...values: Json[]): JsonObject[] =>
  values.map((value) => ({ value, label: String(value as string) }));

/** The codes for a filter whose value a parameter has. */
function codes(field: JsonObject, name: string, expression = 'state.filters.one'): string[] {
  const document: JsonObject = {
    sources: {
      people: { dataset: 'people', query: { [name]: { $expr: expression } } },
      places: { dataset: 'places' },
    },
    filters: [
      {
        id: 'bar',
        type: 'filter-bar',
        props: { bind: 'state.filters', fields: [{ field: 'one', label: 'Unit', ...field }] },
      },
    ],
    body: [],
  };
  return filterValueDiagnostics(document, { choices, textOf: String }).map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );
}

const options = '/filters/0/props/fields/0/options';
const records = { control: 'combobox', options: { entity: 'unit' } };
const titles = { control: 'combobox', options: { entity: 'unit', value: 'title' } };
const rows = (value: string) => ({
  control: 'combobox',
  options: { source: 'places', value, label: 'place' },
});
const range =
  "state.filters.one.from and state.filters.one.to ? state.filters.one.from & '..' & state.filters.one.to : null";

describe('what a filter hands on to a parameter', () => {
  it.each([
    ['the key of a record to a text', records, 'name', 'key'],
    ['the key of a record to a choice', records, 'size', 'key'],
    ['the key of a record to a list of texts', { ...records, control: 'multiselect' }, 'titles', 'key'],
    ['the key of a record to a date', records, 'day', 'date'],
    ['a number of rows to a text', rows('placeId'), 'name', 'text'],
    ['a text of records to a number', titles, 'count', 'number'],
    ['a text of records to a list of keys', { ...titles, control: 'multiselect' }, 'units', 'record'],
    ['texts to a list of numbers', { control: 'choices', options: listed('1', 'two') }, 'sizes', 'number'],
    ['texts of records to a list of numbers', { ...titles, control: 'multiselect' }, 'sizes', 'number'],
    [
      'texts to a list of days',
      { control: 'choices', options: listed('2026-01-31', 'soon') },
      'days',
      'date',
    ],
    ['texts to a number', { control: 'select', options: listed('1', 'two') }, 'count', 'number'],
    ['texts to a date', { control: 'select', options: listed('2026-01-31', 'soon') }, 'day', 'date'],
    ['texts to a period', { control: 'select', options: listed('this-month', 'soon') }, 'period', 'period'],
    ['another option to a choice', { control: 'select', options: listed('small', 'huge') }, 'size', 'choice'],
    ['several values to a text', { control: 'choices', options: listed('a', 'b') }, 'name', 'several'],
  ])('reports %s', (_, field, name, rule) => {
    expect(codes(field, name)).toEqual([`filter-${rule} ${options}`]);
  });

  it.each([
    ['a date to a text', 'date', 'name', 'text'],
    ['a date to a number', 'date', 'count', 'number'],
    ['a number to a period', 'number', 'period', 'period'],
    ['yes or no to a text', 'switch', 'name', 'text'],
    ['a date to a list of keys', 'date', 'units', 'record'],
    ['yes or no to a list of texts', 'switch', 'titles', 'text'],
    ['tags to one text', 'tags', 'name', 'several'],
  ])('reports %s', (_, control, name, rule) => {
    expect(codes({ control }, name)).toEqual([`filter-${rule} ${options.replace('options', 'control')}`]);
  });

  it.each([
    ['the key of a record as a number', records, 'count'],
    ['the keys of records in a list', { ...records, control: 'multiselect' }, 'units'],
    ['a text of records', titles, 'name'],
    ['texts of records in a list', titles, 'titles'],
    ['a text of rows', rows('place'), 'name'],
    ['a date of rows', rows('since'), 'day'],
    ['numbers as texts', { control: 'select', options: listed('', 1, '2') }, 'count'],
    ['numbers for a text', { control: 'select', options: listed(1, 2) }, 'name'],
    ['numbers in a list of numbers', { control: 'choices', options: listed(1, '2') }, 'sizes'],
    ['what is typed', { control: 'text' }, 'count'],
    ['a number that is typed, for a text', { control: 'number' }, 'name'],
    ['yes or no', { control: 'switch' }, 'active'],
    ['options that nothing is known of', { control: 'select', options: { get: '/x' } }, 'count'],
  ])('takes %s', (_, field, name) => {
    expect(codes(field, name)).toEqual([]);
  });

  it('takes a range as a period, and an end of it as a date', () => {
    expect(codes({ control: 'daterange' }, 'period', range)).toEqual([]);
    expect(codes({ control: 'daterange' }, 'day', 'state.filters.one.from')).toEqual([]);
    expect(codes({ control: 'daterange' }, 'name', 'state.filters.one.from')).toEqual([
      'filter-text /filters/0/props/fields/0/control',
    ]);
  });

  it('says nothing of parameters that compute their value', () => {
    expect(codes(records, 'name', '$string(state.filters.one)')).toEqual([]);
  });
});

describe('records that no filter reaches', () => {
  const filtered = (query: JsonObject | null): JsonObject => ({
    sources: {
      people: { dataset: 'people', query: { name: { $expr: 'state.filters.one' } } },
      units: { entity: 'unit', ...(query && { query }) },
      unit: { entity: 'unit', record: 'state.chosen' },
    },
    filters: [
      {
        id: 'bar',
        type: 'filter-bar',
        props: { bind: 'state.filters', fields: [{ field: 'one', control: 'text', label: 'One' }] },
      },
    ],
    body: [
      { id: 'chart', type: 'chart-bar', source: 'people' },
      { id: 'box', type: 'grid', children: [{ id: 'table', type: 'table', source: 'units' }] },
      { id: 'one', type: 'details', source: 'unit' },
    ],
  });
  const found = (document: JsonObject) =>
    unfilteredRecords(document).map(({ code, pointer, severity }) => [code, pointer, severity]);

  it('are named beside data that is filtered', () => {
    expect(found(filtered(null))).toEqual([['filter-records', '/body/1/children/0/source', 'warning']]);
    expect(found(filtered({ parentId: 3 }))).toHaveLength(1);
  });

  it('are none where they take a filter, and where nothing is filtered', () => {
    expect(found(filtered({ parentId: { $expr: 'state.filters.one' } }))).toEqual([]);
    expect(found({ ...filtered(null), sources: { units: { entity: 'unit' } } })).toEqual([]);
  });
});

it('warns of a written text with commas in place of a list of texts', () => {
  const found = (query: JsonObject) =>
    filterValueDiagnostics(
      { sources: { people: { dataset: 'people', query } } },
      { choices, textOf: String },
    ).map(({ code, pointer, severity }) => [code, pointer, severity]);
  expect(found({ titles: 'Silva, Souza' })).toEqual([
    ['filter-comma', '/sources/people/query/titles', 'warning'],
  ]);
  expect(found({ titles: ['Silva, Souza'], name: 'Silva, Souza', units: '1,2', sizes: '1,2' })).toEqual([]);
});

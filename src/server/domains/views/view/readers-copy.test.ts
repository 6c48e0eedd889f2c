import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { readersCopy, sourceOfElement } from './readers-copy.ts';

const period = { period: { $expr: 'state.filters.period' } };
const view = (more: JsonObject): JsonObject => ({ kind: 'dashboard', id: 'dash-7', ...more });
const loadsOf = (document: JsonObject) => {
  const { sources } = readersCopy(document) as { sources: Record<string, JsonObject> };
  return Object.fromEntries(Object.entries(sources).map(([id, { load }]) => [id, load]));
};
const filter = (options: JsonObject): JsonObject => ({
  id: 'bar',
  type: 'filter-bar',
  props: { fields: [{ field: 'unit', control: 'select', options }] },
});

it('names the first element of each dataset, in dialogs too, and no other source', () => {
  const document = view({
    sources: {
      a: { dataset: 'one', query: period },
      b: { dataset: 'two' },
      c: { dataset: 'three' },
      d: { get: '/adm/v2/sec/user' },
    },
    body: [
      { id: 'outer', type: 'card', children: [{ id: 'inner', type: 'chart', source: 'a' }] },
      { id: 'later', type: 'stat', source: 'a' },
    ],
    dialogs: [{ id: 'dialog', type: 'dialog', children: [{ id: 'within', type: 'table', source: 'b' }] }],
  });
  const before = structuredClone(document);
  expect(loadsOf(document)).toEqual({
    a: '/handler/v2/dash/load/data/inner/7',
    b: '/handler/v2/dash/load/data/within/7',
    // Expressions alone read it.
    c: '/handler/v2/dash/load/data/data.c/7',
    d: undefined,
  });
  expect(document).toEqual(before);
  expect(
    ['inner', 'later', 'within', 'data.c', 'outer', 'none'].map((id) => sourceOfElement(document, id)),
  ).toEqual(['a', 'a', 'b', 'c', undefined, undefined]);
});

it('lets sources that ask for the same share one load', () => {
  const tiles = ['a', 'b', 'c', 'f'].map((source) => ({ id: `tile-${source}`, type: 'stat', source }));
  const of = (extra: JsonObject) => ({ dataset: 'one', query: { ...period, ...extra } });
  const sources = {
    a: of({ unit: 1 }),
    b: { dataset: 'one', query: { unit: 1, period: { $expr: 'state.other' } } },
    c: of({ unit: 2 }),
    // Bound to the person, so that the others' values are refused.
    d: { dataset: 'one', query: { unit: 1, period: { $expr: 'user.login' } } },
    e: { dataset: 'two' },
    f: { dataset: 'two' },
  };
  expect(loadsOf(view({ sources, body: tiles }))).toEqual({
    a: '/handler/v2/dash/load/data/tile-a/7',
    b: '/handler/v2/dash/load/data/tile-a/7',
    c: '/handler/v2/dash/load/data/tile-c/7',
    d: '/handler/v2/dash/load/data/data.d/7',
    e: '/handler/v2/dash/load/data/tile-f/7',
    f: '/handler/v2/dash/load/data/tile-f/7',
  });
});

it('loads what is for the options of one filter by the call of the filter, and renames what it reads', () => {
  const options = { source: 'units', value: 'unitId', label: 'unit' };
  const sources = { units: { dataset: 'units' } };
  const alone = view({ sources, filters: [filter(options)] });
  expect(loadsOf(alone)).toEqual({ units: '/handler/v2/dash/load/header/bar.unit?dashId=7' });
  expect((readersCopy(alone) as typeof alone)['filters']).toEqual([
    filter({ source: 'units', value: 'value', label: 'label' }),
  ]);
  const shared = [
    view({ sources, filters: [filter({ ...options, icon: 'icon' })] }),
    view({ sources, filters: [filter(options)], title: { $expr: 'data.units.total' } }),
    view({ sources, filters: [filter(options), { ...filter(options), id: 'more' }] }),
  ];
  for (const one of shared)
    expect(loadsOf(one)).toEqual({ units: '/handler/v2/dash/load/data/data.units/7' });
  const shown = view({
    sources,
    filters: [filter(options)],
    body: [{ id: 'tile', type: 'table', source: 'units' }],
  });
  expect(loadsOf(shown)).toEqual({ units: '/handler/v2/dash/load/data/tile/7' });
});

it('leaves what is no view as it is', () => {
  const screen = { kind: 'screen', id: 'home', sources: { a: { dataset: 'one' } } };
  expect(readersCopy(screen)).toBe(screen);
  const bundled = { kind: 'dashboard', id: 'overview', sources: { a: { dataset: 'one' } } };
  expect(readersCopy(bundled)).toBe(bundled);
});

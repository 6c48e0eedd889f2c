import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { validateDocument } from './document.ts';

// Documents that would be saved without an error and do nothing when they are used.

const registry = createRegistry(await loadSpecs(widgets));
const text = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const company = object({ id: { type: 'integer' }, name: text });
const route = { summary: '', access: 'session', reads: true, method: 'GET' } as const;
const page = object({ page: { type: 'integer' }, perPage: { type: 'integer' } });
const catalogue: DataCatalogue = {
  routes: [
    {
      ...route,
      path: '/adm/v2/ent/company',
      query: page,
      reply: object({ rows: { type: 'array', items: company }, totalRows: { type: 'integer' } }),
    },
    { ...route, path: '/adm/v2/ent/company/:id', reply: company },
  ],
  entities: [
    {
      kind: 'entity',
      formatVersion: 2,
      id: 'company',
      title: 'Company',
      display: 'name',
      key: 'id',
      address: '/adm/v2/ent/company',
      fields: {
        id: { type: 'integer', title: 'Id' },
        isActive: { type: 'enum', title: 'Active', options: [{ value: 'Y', label: 'Yes' }] },
        name: { type: 'string', title: 'Name' },
      },
    },
  ],
};
const paths = ['/', '/admin-user', '/admin-user/:id'];

/** Each diagnostic of a screen as pointer, code and nearest name. */
async function found(more: JsonObject): Promise<string[]> {
  const document = {
    kind: 'screen',
    formatVersion: 2,
    id: 'orders',
    path: '/orders',
    title: 'Orders',
    access: { screen: 'orders', verb: 'read' },
    sources: { p: { entity: 'company' } },
    body: [],
    ...more,
  };
  const diagnostics = await validateDocument(document, registry, {
    catalogue,
    paths,
    texts: new Set<string>(),
  });
  return diagnostics.map(({ pointer, code, values }) => [pointer, code, values.nearest].join(' ').trim());
}

const shows = ($expr: string): JsonObject => ({
  body: [{ id: 'a', type: 'text', props: { text: { $expr } } }],
});
const chooses = (options: Json): JsonObject => ({
  body: [{ id: 'a', type: 'field', props: { bind: 'state.x', control: 'select', label: 'x', options } }],
});
const asks = (options: Json): JsonObject => ({
  kind: 'form',
  formatVersion: 2,
  id: 'f',
  title: 'f',
  schema: { type: 'object', properties: { x: text } },
  ui: { sections: [{ id: 's', fields: [{ field: 'x', widget: 'select', options }] }] },
});
const goes = (navigate: Json): JsonObject => ({
  body: [{ id: 'a', type: 'button', props: { text: 'x' }, on: { press: [{ navigate }] } }],
});
const options = '/body/0/props/options';
const expression = '/body/0/props/text/$expr';
const field = '/body/0/props/document/ui/sections/0/fields/0/options';

describe('choices', () => {
  it.each<[string, JsonObject, string[]]>([
    ['an unknown entity', chooses({ entity: 'compny' }), [`${options}/entity unknown-entity company`]],
    [
      'an unknown field',
      chooses({ enum: { entity: 'company', field: 'isActiv' } }),
      [`${options}/enum/field choices-field isActive`],
    ],
    [
      'a field without options',
      chooses({ enum: { entity: 'company', field: 'name' } }),
      [`${options}/enum/field choices-field`],
    ],
    [
      'fields that the rows of a source do not have',
      chooses({ source: 'p', value: 'idd', label: 'nmae' }),
      [`${options}/value unknown-data-field id`, `${options}/label unknown-data-field name`],
    ],
    ['fields that they have', chooses({ source: 'p', value: 'id', label: 'name' }), []],
    [
      'a source that the screen of a form does not have',
      {
        body: [
          { id: 'f', type: 'form', props: { document: asks({ source: 'pp', value: 'id', label: 'name' }) } },
        ],
      },
      [`${field}/source unknown-source`],
    ],
  ])('should check %s', async (_, more, expected) => expect(await found(more)).toEqual(expected));
});

describe('data of sources', () => {
  it.each([
    ['data.p.rowz', 'unknown-source-member rows'],
    ["data.p.rows[nmae = 'x'].id", 'unknown-data-field name'],
    ['data.p.rows.(nmae)', 'unknown-data-field name'],
    ['data.p.rows.{"x": nmae}', 'unknown-data-field name'],
    ['data.p.rows^(nmae)', 'unknown-data-field name'],
  ])('should be known in %s', async (source, expected) =>
    expect(await found(shows(source))).toEqual([`${expression} ${expected}`]),
  );

  it('should be accepted where it is known', async () => {
    for (const source of [
      "data.p.rows[name = 'x']^(name).(id)",
      "data.p.status = 'error'",
      '$count(data.p.rows)',
    ])
      expect(await found(shows(source))).toEqual([]);
  });

  it('should be one record or a list', async () => {
    const sources = { p: { entity: 'company', record: 'params.id', list: 'state.l' } };
    expect(await found({ sources, path: '/orders/:id' })).toEqual(['/sources/p/list list-of-record']);
  });
});

describe('places of the state', () => {
  const state = { list: { order: '' }, search: '', page: 1, people: [] };
  const lists = (list: string): JsonObject => ({ sources: { p: { entity: 'company', list } } });
  const binds = (...places: string[]): JsonObject => ({
    body: places.map((bind, at) => ({ id: `n${at}`, type: 'search-box', props: { bind, label: 'x' } })),
  });
  const sets = (set: JsonObject, ...more: JsonObject[]): JsonObject => ({
    body: [
      { id: 'a', type: 'button', props: { text: 'x' }, on: { press: [{ set }] } },
      ...more.flatMap(({ body }) => body as Json[]),
    ],
  });

  it.each<[string, JsonObject, string[]]>([
    ['a list', { ...lists('state.lst'), state }, ['/sources/p/list misspelled-state state.list']],
    ['a binding', { ...binds('state.serach'), state }, ['/body/0/props/bind misspelled-state state.search']],
    [
      'a step',
      { ...sets({ 'state.pgae': 1, 'state.page': 1 }, binds('state.search')), state },
      ['/body/0/on/press/0/set/state.pgae misspelled-state state.page'],
    ],
    [
      'a key of a declared object',
      { ...sets({ 'state.list.ordr': 'x' }), state },
      ['/body/0/on/press/0/set/state.list.ordr misspelled-state state.list.order'],
    ],
  ])('should be suspected where %s names none that is declared', async (_, more, expected) =>
    expect(await found(more)).toEqual(expected),
  );

  it.each<[string, JsonObject]>([
    ['a list that declares itself', lists('state.lst')],
    ['a list with a name of its own', { ...lists('state.companies'), state }],
    [
      'a place that something reads',
      { body: [binds('state.serach'), shows('state.serach')].flatMap(({ body }) => body as Json[]), state },
    ],
    [
      'one of several alike, whose likes are bound',
      { ...binds('state.page1', 'state.page2'), state: { page1: '' } },
    ],
    ['a place that a widget shows', { ...sets({ 'state.pages': 1 }, binds('state.pages')), state }],
    ['a declared place', { ...lists('state.list'), state }],
  ])('should be accepted in %s', async (_, more) => expect(await found(more)).toEqual([]));
});

describe('addresses of pages', () => {
  it('should be those of screens', async () => {
    expect(await found(goes('/admin-usr'))).toEqual(['/body/0/on/press/0/navigate unknown-page /admin-user']);
    expect(await found(goes({ to: '/admin-usr/{user.id}' }))).toContain(
      '/body/0/on/press/0/navigate/to unknown-page /admin-user/:id',
    );
    expect(await found(goes('/admin-usr?page=2'))).toEqual([
      '/body/0/on/press/0/navigate unknown-page /admin-user',
    ]);
    expect(await found(goes('/warehouse/{user.id}'))).toEqual(['/body/0/on/press/0/navigate unknown-page']);
    // A value stands for any segment, and the product has pages of its own.
    for (const address of [
      '/admin-user?page=2',
      '/admin-user/',
      '/orders',
      '/authenticate',
      '/docs',
      '/{user.name}',
      '/ppm-boards/{user.id}/sprint/0',
    ])
      expect(await found(goes(address))).toEqual([]);
  });

  it('should be those of screens in links that lead to other sites too', async () => {
    const tags = (...links: string[]): JsonObject => ({
      body: [
        {
          id: 'n',
          type: 'tag-list',
          props: { label: 'x', tags: ['plain', ...links.map((link) => ({ text: 'x', link }))] },
        },
        { id: 'picture', type: 'image', props: { src: '/no/page.png', alt: 'x' } },
      ],
    });
    expect(await found(tags('/admin-usr', '/admin-user/7', '/docs', 'https://molde.app/admin-usr'))).toEqual([
      '/body/0/props/tags/1/link unknown-page /admin-user',
    ]);
  });

  it('should have the parameters that the screen reads', async () => {
    expect(await found(shows('params.id'))).toEqual([`${expression} unknown-param`]);
    expect(await found({ ...shows('params.id'), path: '/orders/:ids' })).toEqual([
      `${expression} unknown-param ids`,
    ]);
    expect(await found({ ...shows('params.id'), path: '/orders/:id' })).toEqual([]);
  });
});

it('texts of the menu are checked', async () => {
  expect(
    await found({ menu: { group: '$menu.secrity', title: '$shrt' }, strings: { pt: { short: 'x' } } }),
  ).toEqual(['/menu/group unknown-text', '/menu/title unknown-text $short']);
});

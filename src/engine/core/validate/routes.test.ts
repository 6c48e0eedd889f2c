import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { validateDocument } from './document.ts';

const registry = createRegistry(await loadSpecs(widgets));

const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const text = { type: 'string' };
const user = object({
  id: { type: 'integer' },
  name: text,
  manager: { anyOf: [object({ id: { type: 'integer' }, name: text }), { type: 'null' }] },
  roles: { type: 'array', items: object({ title: text }) },
  extra: {},
});

const catalogue: DataCatalogue = {
  routes: [
    {
      method: 'GET',
      path: '/api/user',
      summary: '',
      access: 'session',
      reads: true,
      query: object({ page: { type: 'integer' }, isActive: { type: 'string', enum: ['Y', 'N'] } }),
      reply: object({ rows: { type: 'array', items: user }, totalRows: { type: 'integer' } }),
    },
    { method: 'GET', path: '/api/user/:id', summary: '', access: 'session', reads: true, reply: user },
    {
      method: 'PUT',
      path: '/api/user/:id',
      summary: '',
      access: 'session',
      reads: false,
      params: object({ id: { type: 'integer' } }),
      body: object({ name: text, address: object({ street: text }), extra: {} }),
      reply: user,
    },
  ],
  entities: [],
  topics: ['def', 'entity:user', 'me:*', 'record:user:*'],
};

const list = { get: '/api/user', rows: 'data.rows', total: 'data.totalRows' };

function screen(sources: JsonObject, body: JsonObject[] = [], more: JsonObject = {}): JsonObject {
  const access = { screen: 'people', verb: 'read' };
  return {
    kind: 'screen',
    formatVersion: 2,
    id: 'people',
    path: '/people',
    title: 'People',
    access,
    sources,
    body,
    ...more,
  };
}

/** Each diagnostic as pointer, code and nearest name. */
async function found(document: JsonObject, known: DataCatalogue = catalogue): Promise<string[]> {
  const diagnostics = await validateDocument(document, registry, { catalogue: known });
  return diagnostics.map(({ pointer, code, values }) => [pointer, code, values.nearest].join(' ').trim());
}

const sourceDiagnostics = (source: JsonObject) => found(screen({ users: source }));
const table = (props: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'list',
  type: 'table',
  source: 'users',
  props,
  ...more,
});
const button = (step: JsonObject): JsonObject => ({
  id: 'go',
  type: 'button',
  props: { text: 'Go' },
  on: { press: [step] },
});

describe('addresses', () => {
  it('should accept those of routes', async () => {
    expect(await sourceDiagnostics(list)).toEqual([]);
    expect(await sourceDiagnostics({ get: '/api/user/{user.id}?x', record: 'data' })).toEqual([
      '/sources/users/get no-parameters',
    ]);
  });

  it('should report one that no route has, with the nearest one', async () => {
    expect(await sourceDiagnostics({ ...list, get: '/api/usr' })).toEqual([
      '/sources/users/get unknown-route /api/user',
    ]);
    expect(await found(screen({}, [button({ request: { post: '/api/user', body: {} } })]))).toEqual([
      '/body/0/on/press/0/request/post route-method',
    ]);
  });

  it('should warn only, in the catalogue of a person who may not call all routes', async () => {
    const document = screen({ users: { ...list, get: '/api/usr' } });
    const known = { ...catalogue, partial: true };
    expect(await validateDocument(document, registry, { catalogue: known })).toMatchObject([
      { code: 'route-not-callable', severity: 'warning', values: { nearest: '/api/user' } },
    ]);
  });

  it('should not look into data', async () => {
    const state = { call: { get: '/nowhere' } };
    const step = { request: { put: '/api/user/1', body: { extra: { get: '/nowhere' } } } };
    expect(await found(screen({}, [button(step)], { state, 'x-own': { get: '/nowhere' } }))).toEqual([]);
  });

  it('should check the literal values of parameters', async () => {
    const step = { request: { put: '/api/user/ana', body: {} } };
    expect(await found(screen({}, [button(step)]))).toEqual([
      '/body/0/on/press/0/request/put parameter-integer',
    ]);
    expect(await sourceDiagnostics({ ...list, query: { isActive: 'S', page: 'one' } })).toEqual([
      '/sources/users/query/isActive parameter-value',
      '/sources/users/query/page parameter-integer',
    ]);
  });
});

describe('topics', () => {
  it('should be ones that events have, whatever references stand for', async () => {
    const of = (on: Json[]) => found(screen({ users: { ...list, on } }, [], { state: { kind: 'user' } }));
    const known = ['def', 'entity:user', 'record:user:{user.id}', 'record:user:5', 'entity:{state.kind}'];
    expect(await of([...known, { topic: 'entity:user', key: 'id', patch: true }])).toEqual([]);
    expect(await of(['entity:usr', 'record:user', 'entity:user:5', 'somewhere'])).toEqual([
      '/sources/users/on/0 unknown-topic entity:user',
      expect.stringContaining('/sources/users/on/1 unknown-topic'),
      expect.stringContaining('/sources/users/on/2 unknown-topic'),
      '/sources/users/on/3 unknown-topic',
    ]);
    expect(await of([{ topic: 'entity:usr', key: 'id', patch: true }])).toEqual([
      '/sources/users/on/0/topic unknown-topic entity:user',
    ]);
  });
});

describe('parameters, bodies and paths into the answer', () => {
  it('should report unknown parameters, wherever they are named', async () => {
    expect(await sourceDiagnostics({ ...list, query: { pag: 1 }, append: 'pages' })).toEqual([
      '/sources/users/query/pag unknown-parameter page',
      '/sources/users/append unknown-parameter page',
    ]);
    expect(await sourceDiagnostics({ ...list, get: '/api/user?isActiv=Y' })).toEqual([
      '/sources/users/get unknown-parameter isActive',
    ]);
  });

  it('should report unknown fields of a body at any depth, and leave expressions alone', async () => {
    const body = { nme: 'x', address: { stret: 'x' }, name: { $expr: 'state.a' } };
    const step = { request: { put: '/api/user/{state.a}', body } };
    expect(await found(screen({}, [button(step)], { state: { a: 1 } }))).toEqual([
      '/body/0/on/press/0/request/body/nme unknown-body-field name',
      '/body/0/on/press/0/request/body/address/stret unknown-body-field street',
    ]);
  });

  it('should report paths that lead nowhere, or to no list', async () => {
    expect(await sourceDiagnostics({ ...list, rows: 'data.row', total: 'data.totalRow' })).toEqual([
      '/sources/users/rows unknown-data-field rows',
      '/sources/users/total unknown-data-field totalRows',
    ]);
    expect(await sourceDiagnostics({ get: '/api/user', rows: 'data' })).toEqual([
      '/sources/users/rows reply-not-rows data.rows',
    ]);
    expect(await sourceDiagnostics({ get: '/api/user/1', record: 'data.name.first' })).toEqual([
      '/sources/users/record no-data-fields',
    ]);
  });

  it('should check the options of a form', async () => {
    const options = { get: '/api/user', rows: 'data.rows', value: 'id', label: 'nam', search: 'txt' };
    const form = {
      kind: 'form',
      formatVersion: 2,
      id: 'a',
      schema: { type: 'object', properties: { user: { type: 'integer' } } },
      ui: { sections: [{ id: 'main', fields: [{ field: 'user', widget: 'combobox', options }] }] },
    };
    expect(await found(form)).toEqual([
      '/ui/sections/0/fields/0/options/search unknown-parameter',
      '/ui/sections/0/fields/0/options/label unknown-data-field name',
    ]);
  });

  it('should check options of a row inside of the row', async () => {
    const optionsOf = (rows: string, label: string) => ({
      source: 'people',
      value: 'title',
      label,
      of: { field: 'person', key: 'id', rows },
    });
    const form = (options: JsonObject) =>
      screen({ people: list }, [
        {
          id: 'form',
          type: 'form',
          props: {
            document: {
              kind: 'form',
              formatVersion: 2,
              id: 'a',
              schema: {
                type: 'object',
                properties: {
                  list: {
                    type: 'array',
                    items: { type: 'object', properties: { person: {}, role: { type: 'string' } } },
                  },
                },
              },
              ui: {
                sections: [{ id: 'main', fields: [{ field: 'list', fields: [{ field: 'role', options }] }] }],
              },
            },
          },
        },
      ]);
    const at = '/body/0/props/document/ui/sections/0/fields/0/fields/0/options';
    expect(await found(form(optionsOf('roles', 'title')))).toEqual([]);
    expect(await found(form(optionsOf('roles', 'titel')))).toEqual([`${at}/label unknown-data-field title`]);
    expect(await found(form(optionsOf('rules', 'title')))).toEqual([
      `${at}/of/rows unknown-data-field roles`,
    ]);
  });
});

describe('fields', () => {
  it('should check columns and other props that name a field', async () => {
    const columns: Json[] = [
      { field: 'nam', title: 'Name' },
      { field: 'manager.nome', title: 'Manager' },
      { field: 'extra.anything', title: 'Extra' },
      { field: 'total', title: 'Total', value: { $expr: 'row.id' } },
    ];
    expect(await found(screen({ users: list }, [table({ rowKey: 'key', columns })]))).toEqual([
      '/body/0/props/rowKey unknown-data-field',
      '/body/0/props/columns/0/field unknown-data-field name',
      '/body/0/props/columns/1/field unknown-data-field name',
    ]);
  });

  it('should check expressions and addresses that read the answer', async () => {
    const read = ($expr: string, id: string) => ({ id, type: 'text', props: { text: { $expr } } });
    const body = [
      read('data.users.rows.nam', 'a'),
      read("$join(data.users.rows.roles.titel, ', ')", 'b'),
      read('data.users.rows.roles.title', 'c'),
      read('data.one.record.manager.nme', 'd'),
    ];
    const sources = { users: list, one: { get: '/api/user/{data.users.record.id}', record: 'data' } };
    expect(await found(screen(sources, body))).toEqual([
      '/body/0/props/text/$expr unknown-data-field name',
      '/body/1/props/text/$expr unknown-data-field title',
      '/body/3/props/text/$expr unknown-data-field name',
    ]);
  });

  it('should know which rows `row` means', async () => {
    const columns: Json[] = [
      { field: 'name', title: 'Name', total: 'sum', totalValue: { $expr: '$count(row.rows)' } },
      { field: 'x', title: 'X', value: { $expr: 'row.nme' } },
    ];
    const rowActions: Json[] = [
      {
        id: 'go',
        text: 'Go',
        icon: 'edit',
        do: [
          { navigate: '/people/{row.idd}' },
          { each: { $expr: 'row.roles' }, do: [{ navigate: '/people/{row.title}' }] },
        ],
      },
    ];
    expect(await found(screen({ users: list }, [table({ columns, rowActions })]))).toEqual([
      '/body/0/props/columns/1/value/$expr unknown-data-field name',
      '/body/0/props/rowActions/0/do/0/navigate unknown-data-field id',
    ]);
  });
});

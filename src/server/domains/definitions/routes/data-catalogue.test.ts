import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataCatalogue } from '../../../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'gestor', { 'admin-user': 'ru', 'admin-definition': 'rcud' });
  await addPerson(app, 'redator', { 'admin-definition': 'ru' });
  await addPerson(app, 'redator-chefe', { 'admin-definition': 'rcu' });
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
});
afterAll(() => app.close());

async function catalogueOf(login: string): Promise<{ status: number; data: DataCatalogue }> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method: 'GET', url: '/adm/v2/def/catalogue', headers });
  return { status: reply.statusCode, data: reply.json<{ data: DataCatalogue }>().data };
}

const routesOf = async (login: string) =>
  (await catalogueOf(login)).data.routes.map(({ method, path }) => `${method} ${path}`);

describe('GET /adm/v2/def/catalogue', () => {
  it('should describe all routes to an administrator, with the fields of their answers', async () => {
    const { data } = await catalogueOf('admin');
    expect(data.partial).toBe(false);
    const list = data.routes.find(({ method, path }) => method === 'GET' && path === '/adm/v2/sec/user');
    expect(list).toMatchObject({
      access: {
        any: [
          { screen: 'admin-user', verb: 'read' },
          { screen: 'support', verb: 'read' },
        ],
      },
      reads: true,
      query: { properties: { page: { type: 'integer' } }, additionalProperties: false },
      reply: { properties: { rows: { items: { properties: { email: expect.anything() } } } } },
    });
    expect(data.routes.find(({ method }) => method === 'PUT')?.reads).toBe(false);
    const search = data.routes.find(({ path }) => path === '/adm/v2/ent/company/-/search');
    expect(search).toMatchObject({
      method: 'POST',
      reads: true,
      body: { properties: { ids: {}, filters: {} } },
    });
  });

  it('should name the entity under whose address a route lies', async () => {
    const { routes } = (await catalogueOf('admin')).data;
    const owner = (path: string) => routes.find((route) => route.path === path)?.entity;
    expect(owner('/adm/v2/sec/user')).toBe('user');
    expect(owner('/adm/v2/sec/user/:id')).toBe('user');
    expect(owner('/adm/v2/ent/company/-/search')).toBe('company');
    expect(owner('/adm/v2/def/catalogue')).toBeUndefined();
  });

  it('should say what the routes that definitions may read answer in the language of the caller', async () => {
    const headers = await app.sessionOf(app.tenants.acme, 'admin');
    const summaries = async (language: string) => {
      const all = { ...headers, 'accept-language': language };
      const reply = await app.inject({ method: 'GET', url: '/adm/v2/def/catalogue', headers: all });
      const { routes } = reply.json<{ data: DataCatalogue }>().data;
      return routes.filter((route) => route.reads && route.reply).map((route) => route.summary);
    };
    const [pt, en, es] = await Promise.all([summaries('pt'), summaries('en'), summaries('es')]);
    expect(pt).toContain('Uma página de registros');
    // A summary without a key of locales/ would be the same in all languages.
    pt.forEach((summary, at) =>
      expect(new Set([summary, en[at], es[at]]), summary).toHaveProperty('size', 3),
    );
  });

  it('should name the fragments that documents can use, in the language of the caller', async () => {
    const headers = await app.sessionOf(app.tenants.acme, 'admin');
    const own = {
      kind: 'fragment',
      formatVersion: 2,
      id: 'own-note',
      title: '$name',
      parameters: { tone: { type: 'string', title: '$tone', enum: ['info', 'danger'], required: true } },
      body: [{ id: 'a', type: 'badge', props: { text: 'a', tone: { $with: 'tone' } } }],
      strings: { pt: { name: 'Nota', tone: 'Tom' }, en: { name: 'Note', tone: 'Tone' } },
    };
    const url = '/adm/v2/def/fragment/own-note';
    await app.inject({ method: 'PUT', url, headers, payload: { definition: own, version: 0 } });
    const named = async () => (await catalogueOf('admin')).data.fragments;
    // Only what is published can be used.
    expect((await named())?.map(({ id }) => id)).not.toContain('own-note');
    await app.inject({ method: 'POST', url: `${url}/publish`, headers, payload: { comment: 'a' } });
    expect(await named()).toContainEqual({
      id: 'own-note',
      title: 'Nota',
      lists: ['body'],
      parameters: [{ name: 'tone', type: 'string', title: 'Tom', required: true, enum: ['info', 'danger'] }],
    });
    expect(await named()).toContainEqual(expect.objectContaining({ id: 'record-form', lists: ['body'] }));
  });

  it('should leave out the routes that the caller may not call', async () => {
    expect(await routesOf('gestor')).toEqual(expect.arrayContaining(['PUT /adm/v2/sec/user/:id']));
    expect(await routesOf('gestor')).not.toContain('POST /adm/v2/sec/user');
    expect(await routesOf('redator')).not.toContain('GET /adm/v2/sec/user');
    expect((await catalogueOf('redator')).data.partial).toBe(true);
  });

  it('should need the permission to read definitions', async () => {
    expect((await catalogueOf('leitor')).status).toBe(403);
  });
});

const ownScreen = (id: string, step: JsonObject, more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: id,
  access: { screen: 'admin-definition', verb: 'read' },
  body: [{ id: 'go', type: 'button', props: { text: 'Go' }, on: { press: [step] } }],
  ...more,
});

async function call(login: string, method: 'PUT' | 'POST', rest: string, payload: object) {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method, url: `/adm/v2/def${rest}`, headers, payload });
  return {
    status: reply.statusCode,
    body: reply.json<{ code?: string; message: string; errors?: JsonObject[] }>(),
  };
}

async function save(login: string, definition: JsonObject, version = 0): Promise<void> {
  const { status, body } = await call(login, 'PUT', `/screen/${String(definition.id)}`, {
    definition,
    version,
  });
  expect([status, body.errors]).toEqual([200, undefined]);
}

/** A screen whose body is one node. */
const withNode = (id: string, node: JsonObject, more: JsonObject = {}): JsonObject =>
  ownScreen(id, { navigate: '/' }, { body: [{ id: 'node', ...node }], ...more });

const formNode = (form: JsonObject): JsonObject => ({
  type: 'form',
  props: {
    document: { kind: 'form', formatVersion: 2, id: 'inline', ...form },
  },
});

const ofPeople = { entity: 'user' };

const publish = (login: string, id: string) => call(login, 'POST', `/screen/${id}/publish`, { comment: 'x' });

describe('publishing', () => {
  const remove = { request: { delete: '/adm/v2/def/{state.kind}/a' } };
  const note = { type: 'text', props: { text: 'x' } };
  const people = { get: '/adm/v2/sec/user', rows: 'data.rows' };
  const create = { request: { post: '/adm/v2/sec/user', body: { name: 'Eva', email: 'eva@acme.example' } } };

  it('should refuse a definition that calls what its publisher may not call, and name the routes', async () => {
    await save('gestor', ownScreen('creates', create));
    const { status, body } = await publish('gestor', 'creates');
    expect([status, body]).toMatchObject([
      403,
      {
        code: 'ROUTES_NOT_ALLOWED',
        message: expect.stringContaining('POST /adm/v2/sec/user'),
        errors: [
          {
            path: '/body/0/on/press/0/request/post',
            message: expect.stringContaining('POST /adm/v2/sec/user'),
          },
        ],
      },
    ]);
    expect((await publish('admin', 'creates')).status).toBe(200);
  });

  it.each([
    ['a step inside another one', 'inside', ownScreen('inside', { if: { $expr: 'true' }, then: [create] })],
    [
      'a dialog',
      'dialogs',
      ownScreen(
        'dialogs',
        { open: 'ask' },
        {
          dialogs: [
            {
              id: 'ask',
              type: 'dialog',
              props: { title: 'Ask' },
              children: [{ id: 'yes', type: 'button', props: { text: 'Yes' }, on: { press: [create] } }],
            },
          ],
        },
      ),
    ],
    [
      'a row action',
      'row-action',
      ownScreen(
        'row-action',
        { navigate: '/' },
        {
          sources: { all: { get: '/adm/v2/def', rows: 'data.rows' } },
          body: [
            {
              id: 'list',
              type: 'table',
              source: 'all',
              props: {
                columns: [{ field: 'id', title: 'Id' }],
                rowActions: [{ id: 'a', text: 'A', icon: 'add', do: [create] }],
              },
            },
          ],
        },
      ),
    ],
    [
      'an inline form’s options',
      'options',
      ownScreen(
        'options',
        { navigate: '/' },
        {
          body: [
            {
              id: 'form',
              type: 'form',
              props: {
                document: {
                  kind: 'form',
                  formatVersion: 2,
                  id: 'inline',
                  schema: { type: 'object', properties: { user: { type: 'integer' } } },
                  ui: {
                    sections: [
                      {
                        id: 'main',
                        fields: [
                          {
                            field: 'user',
                            widget: 'combobox',
                            options: {
                              get: '/adm/v2/sec/user',
                              rows: 'data.rows',
                              value: 'id',
                              label: 'name',
                            },
                          },
                        ],
                      },
                    ],
                  },
                },
              },
            },
          ],
        },
      ),
    ],
    ['a source of an entity', 'of-entity', withNode('of-entity', note, { sources: { all: ofPeople } })],
    [
      'one record of an entity',
      'of-record',
      withNode('of-record', note, { sources: { one: { ...ofPeople, record: 'params.id' } }, path: '/r/:id' }),
    ],
    ['a source of any name', 'of-state', withNode('of-state', note, { sources: { state: people } })],
    [
      'the options of a field',
      'of-field',
      withNode('of-field', {
        type: 'field',
        props: { bind: 'state.x', label: 'X', control: 'combobox', options: ofPeople },
      }),
    ],
    [
      'the options of a filter',
      'of-filter',
      withNode('of-filter', {
        type: 'filter-bar',
        props: {
          bind: 'state.filters',
          fields: [{ field: 'x', label: 'X', control: 'combobox', options: ofPeople }],
        },
      }),
    ],
    [
      'the options of a cell',
      'of-cell',
      withNode(
        'of-cell',
        {
          type: 'table',
          source: 'all',
          props: {
            columns: [
              {
                field: 'id',
                title: 'Id',
                edit: { kind: 'select', options: ofPeople, save: [{ toast: { info: 'x' } }] },
              },
            ],
          },
        },
        { sources: { all: { get: '/adm/v2/def', rows: 'data.rows' } } },
      ),
    ],
    [
      'the options that a form takes from an entity',
      'of-form-field',
      withNode(
        'of-form-field',
        formNode({
          schema: { type: 'object', properties: { x: { type: 'integer' } } },
          ui: { sections: [{ id: 'main', fields: [{ field: 'x', widget: 'combobox', options: ofPeople }] }] },
        }),
      ),
    ],
    [
      'the references of an entity’s form',
      'of-entity-form',
      withNode(
        'of-entity-form',
        formNode({ entity: 'user', ui: { sections: [{ id: 'main', fields: ['managerId'] }] } }),
      ),
    ],
    [
      'what a form does with its values',
      'of-submit',
      withNode('of-submit', {
        ...formNode({
          schema: { type: 'object', properties: { x: { type: 'string' } } },
          ui: { sections: [{ id: 'main', fields: ['x'] }] },
        }),
        on: { submit: [create] },
      }),
    ],
    [
      'a step of a repeated node',
      'of-repeat',
      withNode(
        'of-repeat',
        {
          type: 'button',
          repeat: { each: { $expr: 'state.list' }, as: 'one' },
          props: { text: 'Go' },
          on: { press: [create] },
        },
        { state: { list: [] } },
      ),
    ],
    [
      'what a fragment calls',
      'of-fragment',
      ownScreen(
        'of-fragment',
        { navigate: '/' },
        {
          sources: { rows: { get: '/adm/v2/def', rows: 'data.rows' } },
          body: [
            {
              use: 'record-list',
              with: { address: '/adm/v2/ent/company', list: '/x', source: 'rows' },
            },
          ],
        },
      ),
    ],
    [
      'the upload of a form’s field',
      'of-upload',
      withNode(
        'of-upload',
        formNode({
          schema: { type: 'object', properties: { x: { type: 'string' } } },
          ui: {
            sections: [
              {
                id: 'main',
                fields: [
                  { field: 'x', widget: 'file', upload: { post: '/adm/v2/sec/user', value: 'data.id' } },
                ],
              },
            ],
          },
        }),
      ),
    ],
    [
      'what takes a call back',
      'of-undo',
      ownScreen('of-undo', { request: { get: '/adm/v2/def', undo: [create] } }),
    ],
  ])('should check %s', async (_, id, definition) => {
    await save('redator-chefe', definition);
    expect(await publish('redator-chefe', id)).toMatchObject({
      status: 403,
      body: { code: 'ROUTES_NOT_ALLOWED' },
    });
  });

  it('should check every route that a reference in an address can lead to', async () => {
    await save('redator-chefe', ownScreen('any', remove, { state: { kind: 'screen' } }));
    expect(await publish('redator-chefe', 'any')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('DELETE /adm/v2/def/:kind/:id') },
    });
  });

  it('should refuse to restore a version that calls what the person may not call', async () => {
    await save('admin', ownScreen('restored', create));
    expect((await publish('admin', 'restored')).status).toBe(200);
    await save('gestor', ownScreen('restored', { navigate: '/' }), 1);
    expect((await publish('gestor', 'restored')).status).toBe(200);
    const { status, body } = await call('gestor', 'POST', '/screen/restored/rollback', { version: 1 });
    expect([status, body.code]).toEqual([403, 'ROUTES_NOT_ALLOWED']);
  });
});

describe('saving', () => {
  it('should report addresses and fields that do not exist', async () => {
    const sources = { people: { get: '/adm/v2/sec/usr', rows: 'data.rows' } };
    const { status, body } = await call('admin', 'PUT', '/screen/wrong', {
      definition: ownScreen('wrong', { navigate: '/' }, { sources }),
      version: 0,
    });
    expect([status, body.errors]).toMatchObject([
      422,
      [
        {
          path: '/sources/people/get',
          code: 'unknown-route',
          remedy: expect.stringContaining("Você quis dizer '/adm/v2/sec/user'?"),
        },
      ],
    ]);
  });
});

it('a link to an address without a screen is a diagnostic, with own screens and drafts known', async () => {
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const link = async (id: string, version: number, navigate: string) => {
    const definition = {
      kind: 'screen',
      formatVersion: 2,
      id,
      path: `/${id}`,
      title: id,
      access: { screen: 'admin-user', verb: 'read' },
      body: [{ id: 'go', type: 'button', props: { text: '$actions.svae' }, on: { press: [{ navigate }] } }],
      strings: { pt: { 'actions.svae': 'x' } },
    };
    const url = `/adm/v2/def/screen/${id}`;
    const saved = await app.inject({ method: 'PUT', url, headers, payload: { definition, version } });
    expect(saved.json().code).toBeUndefined();
    const read = await app.inject({ method: 'GET', url: `${url}?draft=1`, headers });
    expect(read.json().data.faults).toEqual(saved.json().data.faults);
    const { version: next, faults } = saved.json().data;
    return { next, faults: faults.map(({ code, severity, values }: JsonObject) => [code, severity, values]) };
  };
  const { faults } = await link('own-orders', 0, '/own-ordrs');
  expect(faults).toEqual([['unknown-page', 'warning', { address: '/own-ordrs', nearest: '/own-orders' }]]);
  const linked = await link('own-stock', 0, '/own-orders?page=2');
  expect(linked.faults).toEqual([]);
  expect((await link('own-stock', linked.next, '/admin-user/{user.id}')).faults).toEqual([]);
  // Only a warning: a screen may get the address later, and what is published keeps working.
  expect((await publish('admin', 'own-orders')).status).toBe(200);
});

it('an unknown text names the nearest of the product', async () => {
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id: 'own-texts',
    path: '/own-texts',
    title: '$actions.svae',
    access: { screen: 'admin-user', verb: 'read' },
    body: [{ id: 'a', type: 'badge', props: { text: 'x', tone: 'dangr' } }],
  };
  const saved = await app.inject({
    method: 'PUT',
    url: '/adm/v2/def/screen/own-texts',
    headers,
    payload: { definition, version: 0 },
  });
  expect(saved.statusCode).toBe(422);
  expect(saved.json().errors).toMatchObject([
    {
      path: '/body/0/props/tone',
      message: expect.stringContaining('"danger"'),
      remedy: expect.stringContaining("'danger'"),
    },
    { path: '/title', remedy: expect.stringContaining("'$actions.save'") },
  ]);
});

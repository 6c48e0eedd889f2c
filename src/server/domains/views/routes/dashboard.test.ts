import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let dashId: number;

async function call(login: string, url: string, payload?: object, tenant: 'acme' | 'beta' = 'acme') {
  const headers = await app.sessionOf(app.tenants[tenant], login);
  const method = payload ? 'POST' : 'GET';
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { ...reply.json(), status: reply.statusCode } as {
    status: number;
    code: string;
    message: string;
    data: JsonObject & {
      rows: JsonObject[];
      totalRows: number;
      children: { type: string; children: JsonObject[] }[];
    };
  };
}
const base64 = (value: object) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));
const data = (login: string, element: string, more = '') =>
  call(login, `/handler/v2/dash/load/data/${element}/${dashId}${more}`);

const options = [
  { value: 'autora', label: '$author' },
  { value: 'leitora', label: 'Leitora' },
];
const content = {
  state: { filters: { login: '' }, list: { order: 'name_desc' } },
  sources: {
    known: { dataset: 'by-year', query: { login: { $expr: 'state.more.name' }, who: null } },
    people: { entity: 'user', list: 'state.list' },
    year: { dataset: 'by-year', query: { login: { $expr: 'state.filters.login' } } },
    needy: {
      dataset: 'by-year',
      query: { login: { $expr: 'state.filters.login' } },
      needs: ['state.filters.login'],
    },
    advanced: {
      get: '/adm/v2/sec/user',
      rows: 'data.rows',
      query: { name: { $expr: '$uppercase(state.filters.login)' } },
    },
    computed: { dataset: 'by-year', query: { who: { $expr: '$lowercase(state.filters.login)' } } },
    fixed: { dataset: 'by-year', query: { who: 'cega' } },
    own: { dataset: 'by-year', query: { who: { $expr: 'user.login' } } },
    all: { dataset: 'by-year' },
  },
  filters: [
    {
      id: 'bar',
      type: 'filter-bar',
      props: {
        bind: 'state.filters',
        fields: [{ field: 'login', control: 'select', label: 'Login', options }],
      },
    },
    {
      id: 'more',
      type: 'filter-bar',
      props: {
        bind: 'state.more',
        draft: 'state.typed',
        fields: [
          { field: 'name', control: 'text', label: 'Nome' },
          {
            field: 'known',
            control: 'select',
            label: 'Conhecida',
            options: { source: 'known', value: 'login', label: 'login' },
          },
          {
            field: 'person',
            control: 'combobox',
            label: 'Pessoa',
            options: { entity: 'user', query: { name: { $expr: 'state.typed.name' } } },
          },
          {
            field: 'account',
            control: 'combobox',
            label: 'Conta',
            options: {
              entity: 'user',
              value: 'login',
              label: 'name',
              query: { name: { $expr: 'state.typed.name' } },
            },
          },
          {
            field: 'kind',
            control: 'select',
            label: 'Entrada',
            options: { enum: { entity: 'user', field: 'authType' } },
          },
        ],
      },
    },
  ],
  body: ['people', 'year', 'needy', 'advanced'].map((source, at) => ({
    id: source,
    type: 'table',
    source,
    at: { x: 0, y: at * 4, w: 12, h: 4 },
    props: { columns: [{ field: 'name', title: 'Nome' }] },
  })),
  strings: { pt: { author: 'Autora' } },
};

beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  const dataset = {
    kind: 'dataset',
    formatVersion: 2,
    id: 'by-year',
    title: 'Por ano',
    access: { screen: 'admin-user', verb: 'read' },
    from: 'user',
    parameters: { login: { type: 'text' }, who: { type: 'text' } },
    where: { all: [{ login: { $expr: 'params.login' } }, { login: { $expr: 'params.who' } }] },
    group: [{ id: 'login', field: 'login' }],
    measures: { people: { count: true } },
  };
  await call('admin', '/adm/v2/def', { definition: dataset });
  await call('admin', '/adm/v2/def/dataset/by-year/publish', { comment: 'x' });
  dashId = Number((await call('admin', '/adm/v2/dash', { title: 'Quadro' })).data['dashId']);
  const { data: draft } = await call('admin', `/adm/v2/def/dashboard/dash-${dashId}?draft=1`);
  const saved = await app.inject({
    method: 'PUT',
    url: `/adm/v2/def/dashboard/dash-${dashId}`,
    headers: await app.sessionOf(app.tenants.acme, 'admin'),
    payload: { definition: { ...(draft['definition'] as JsonObject), ...content }, version: 1 },
  });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  const published = await call('admin', `/adm/v2/dash/pub/${dashId}`, { comment: 'x' });
  if (published.status !== 200) throw new Error(published.message);
  // A new view begins without grants, whatever an earlier one of its number had.
  await addPerson(app, 'autora', { 'admin-user': 'r' });
  await addPerson(app, 'leitora', { [`dash-${dashId}`]: 'r', 'admin-user': 'r' });
  await addPerson(app, 'cega', { [`dash-${dashId}`]: 'r' });
});
afterAll(() => app.close());

describe('a published view', () => {
  it('is sent as its parts with their elements', async () => {
    const { data: view } = await call('leitora', `/handler/v2/dash/load/${dashId}`);
    expect(view).toMatchObject({ dashId, title: 'Quadro', version: 'v_grid' });
    expect(view.children.map(({ type, children }) => [type, children.map(({ id }) => id)])).toEqual([
      ['header', ['header']],
      [
        'filters',
        ['bar', 'bar.login', 'more', 'more.name', 'more.known', 'more.person', 'more.account', 'more.kind'],
      ],
      ['body', ['people', 'year', 'needy', 'advanced']],
    ]);
    expect(view.children[1]!.children[1]).toMatchObject({
      type: 'filter',
      subtype: 'select',
      ptype: 'text',
      model: 'state.filters.login',
      required: true,
      parent: 'bar',
    });
    expect(view.children[2]!.children[1]).toMatchObject({
      type: 'table',
      x: 0,
      y: 4,
      w: 12,
      h: 4,
      parent: null,
    });
  });

  it('opens to its readers alone, in its tenant alone', async () => {
    for (const path of [`${dashId}`, `data/people/${dashId}`, `header/bar.login?dashId=${dashId}`]) {
      expect([path, (await call('autora', `/handler/v2/dash/load/${path}`)).status]).toEqual([path, 403]);
      const foreign = await call('admin', `/handler/v2/dash/load/${path}`, undefined, 'beta');
      expect([path, foreign.status]).toEqual([path, 404]);
    }
    expect((await call('admin', '/handler/v2/dash/load/900000001')).status).toBe(404);
  });
});

describe('the document that the page renders', () => {
  it('comes with the view, and names the calls of its datasets', async () => {
    const { data: view } = await call('leitora', `/handler/v2/dash/load/${dashId}`);
    const { sources } = view['definition'] as { sources: Record<string, JsonObject> };
    const filters = (view['definition'] as { filters: { props: { fields: JsonObject[] } }[] }).filters;
    expect(view['faults']).toEqual([]);
    expect(Object.entries(sources).map(([id, { load }]) => [id, load])).toEqual([
      ['known', `/handler/v2/dash/load/header/more.known?dashId=${dashId}`],
      ['people', undefined],
      ['year', `/handler/v2/dash/load/data/year/${dashId}`],
      ['needy', `/handler/v2/dash/load/data/year/${dashId}`],
      ['advanced', undefined],
      ...['computed', 'fixed', 'own', 'all'].map((id) => [
        id,
        `/handler/v2/dash/load/data/data.${id}/${dashId}`,
      ]),
    ]);
    expect(filters[1]!.props.fields[1]!['options']).toEqual({
      source: 'known',
      value: 'value',
      label: 'label',
    });
    // Also where it is opened by its path.
    const byPath = await call('leitora', `/adm/v2/def/screen?path=/dashboard/${dashId}`);
    expect(byPath.data['definition']).toEqual(view['definition']);
  });

  it('is not sent again to whom has it', async () => {
    const url = `/handler/v2/dash/load/${dashId}`;
    const headers = await app.sessionOf(app.tenants.acme, 'leitora');
    const first = await app.inject({ url, headers });
    const again = await app.inject({ url, headers: { ...headers, 'if-none-match': first.headers.etag! } });
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, '']);
  });
});

describe('the data of an element', () => {
  it('is a page of its source, in the order of the view or of the call', async () => {
    const { data: first } = await data('leitora', 'people', '?perPage=2');
    expect(first).toMatchObject({ page: 1, perPage: 2, totalRows: 4 });
    expect(first.rows.map(({ name }) => name)).toEqual(['Pessoa leitora', 'Pessoa cega']);
    const order = base64({ field: 'name', direction: 'asc' });
    expect((await data('leitora', 'people', `?perPage=2&page=2&order=${order}`)).data.rows).toMatchObject([
      { name: 'Pessoa cega' },
      { name: 'Pessoa leitora' },
    ]);
    const none = await data('leitora', 'people', `?perPage=2&order=${base64({})}`);
    expect(none.data.rows).toEqual(first.rows);
  });

  it('follows the values of filters, and waits for required ones', async () => {
    const filters = base64({ login: 'leitora' });
    expect((await data('leitora', 'year')).data.totalRows).toBe(4);
    expect((await data('leitora', 'year', `?filters=${filters}`)).data.rows).toEqual([
      { login: 'leitora', people: 1 },
    ]);
    expect(await data('leitora', 'needy')).toMatchObject({
      status: 422,
      message: 'Para carregar os dados, preencha: Login.',
    });
    expect((await data('leitora', 'needy', `?filters=${filters}`)).data.totalRows).toBe(1);
    const ordered = await data('leitora', 'year', '?order=login_desc&perPage=1&page=2');
    expect(ordered.data).toMatchObject({ page: 2, totalRows: 4 });
    expect(ordered.data.rows).toHaveLength(1);
  });

  it('is all rows of a dataset with its columns and topics, where no page is asked for', async () => {
    const { data: all } = await data('leitora', 'year');
    expect(all).toMatchObject({
      page: 1,
      perPage: 4,
      totalRows: 4,
      columns: [
        { name: 'login', type: 'text', title: 'Login', unit: null },
        { name: 'people', type: 'number', title: 'Usuários' },
      ],
      totals: [],
      truncated: false,
      topics: ['entity:user'],
      maxAge: null,
    });
    expect(await data('leitora', 'data.year')).toMatchObject({ status: 200, data: { totalRows: 4 } });
    const { data: page } = await data('leitora', 'year', '?perPage=3');
    expect([page['perPage'], page.rows.length]).toEqual([3, 3]);
  });

  it('takes values of parameters that the view binds to an expression, and none that it sets itself', async () => {
    const ask = async (element: string, values: object) => {
      const { status, data: found } = await data('leitora', element, `?filters=${base64(values)}`);
      return status === 200 ? found.rows.map(({ login }) => login) : status;
    };
    expect(await ask('data.computed', { who: 'leitora' })).toEqual(['leitora']);
    expect(await ask('data.computed', { who: null })).toHaveLength(4);
    // Values that the page has computed are not computed again.
    expect(await ask('data.computed', {})).toBe(422);
    expect(await ask('data.fixed', {})).toEqual(['cega']);
    expect(await ask('data.fixed', { who: 'cega' })).toEqual(['cega']);
    expect(await ask('data.fixed', { who: 'leitora' })).toBe(400);
    expect(await ask('data.own', {})).toEqual(['leitora']);
    expect(await ask('data.own', { who: 'leitora' })).toEqual(['leitora']);
    expect(await ask('data.own', { who: 'cega' })).toBe(400);
    expect(await ask('data.all', { who: 'cega' })).toBe(400);
    expect(await ask('data.nothing', {})).toBe(404);
  });

  it('is what the reader may read', async () => {
    for (const element of ['people', 'year']) expect((await data('cega', element)).status).toBe(403);
  });

  it.each([
    ['an element that does not exist', 'nothing', '', 404],
    ['one without data', 'bar', '', 404],
    ['an expression that the server does not evaluate', 'advanced', '', 422],
    ['filters that are no JSON', 'year', '?filters=zzz', 400],
    ['a filter that nothing takes', 'people', `?filters=${base64({ tenantId: 2 })}`, 400],
    ['a parameter that the dataset does not have', 'year', `?filters=${base64({ where: 'x' })}`, 400],
    ['an order that is none', 'year', '?order=login', 400],
    ['a page that is none', 'year', '?perPage=501', 400],
    ['a query of its own', 'year', '?from=user', 400],
  ])('refuses %s', async (_, element, query, status) => {
    expect((await data('leitora', element, query)).status).toBe(status);
  });
});

it('answers the options of a filter whose label contains a text', async () => {
  const ask = (query: string) => call('leitora', `/handler/v2/dash/load/header/bar.login${query}`);
  expect((await ask('')).data.rows).toEqual([
    { value: 'autora', label: 'Autora' },
    { value: 'leitora', label: 'Leitora' },
  ]);
  expect((await ask(`?filter=LEI&dashId=${dashId}`)).data.rows).toEqual([
    { value: 'leitora', label: 'Leitora' },
  ]);
  expect((await call('leitora', '/handler/v2/dash/load/header/bar.nothing')).status).toBe(404);
});

it('answers options from rows, records and declared values, by the values of the filters that they depend on', async () => {
  const ask = async (field: string, filters?: object) => {
    const more = filters ? `&filters=${base64(filters)}` : '';
    const { status, data: found } = await call(
      'leitora',
      `/handler/v2/dash/load/header/more.${field}?dashId=${dashId}${more}`,
    );
    return [status, found?.rows.map(({ label }) => label)];
  };
  const [status, all] = await ask('known');
  expect([status, all]).toEqual([200, expect.arrayContaining(['autora', 'leitora'])]);
  expect(await ask('known', { name: 'autora' })).toEqual([200, ['autora']]);
  expect(await ask('known', { login: 'autora', who: null })).toEqual([200, ['autora']]);
  expect(await ask('known', { login: 'autora', who: 'cega' })).toEqual([400, undefined]);
  expect(await ask('person', { name: 'Pessoa autora' })).toEqual([200, ['Pessoa autora']]);
  expect((await ask('person'))[1]).toEqual(expect.arrayContaining(['Pessoa autora', 'Pessoa leitora']));
  expect(await ask('kind')).toEqual([200, ['Usuário e senha', 'Só conta de terceiros']]);
  expect((await ask('known', { nothing: 1 }))[0]).toBe(400);
  expect((await ask('known', ['autora']))[0]).toBe(400);
});

it('hands on the field of records that the options name', async () => {
  const filters = base64({ name: 'Pessoa autora' });
  const { data: found } = await call(
    'leitora',
    `/handler/v2/dash/load/header/more.account?dashId=${dashId}&filters=${filters}`,
  );
  expect(found?.rows).toEqual([{ value: 'autora', label: 'Pessoa autora' }]);
});

it('refuses to publish a filter whose values its parameter does not take, and names both', async () => {
  const { data: made } = await call('admin', '/adm/v2/dash', { title: 'Cruzada' });
  const id = Number(made['dashId']);
  const write = async (offered: JsonObject) => {
    const { data: stored } = await call('admin', `/adm/v2/def/dashboard/dash-${id}?draft=1`);
    const saved = await app.inject({
      method: 'PUT',
      url: `/adm/v2/def/dashboard/dash-${id}`,
      headers: await app.sessionOf(app.tenants.acme, 'admin'),
      payload: {
        definition: {
          ...(stored['definition'] as JsonObject),
          state: { filters: { who: null } },
          sources: { people: { dataset: 'by-year', query: { login: { $expr: 'state.filters.who' } } } },
          filters: [
            {
              id: 'bar',
              type: 'filter-bar',
              props: {
                bind: 'state.filters',
                fields: [{ field: 'who', control: 'combobox', label: 'Quem', options: offered }],
              },
            },
          ],
          body: [
            {
              id: 'people',
              type: 'table',
              source: 'people',
              at: { x: 0, y: 0, w: 12, h: 4 },
              props: { columns: [{ field: 'people', title: 'Pessoas' }] },
            },
          ],
        },
        version: stored['version'],
      },
    });
    // A draft may be unfinished.
    expect([saved.statusCode, saved.json()]).toMatchObject([200, {}]);
  };
  const publish = () => call('admin', `/adm/v2/dash/pub/${id}`, { comment: '<p>x</p>' });
  await write({ entity: 'user' });
  const rule = expect.stringMatching(
    /^O filtro 'Quem' entrega a chave do registro, e o parâmetro '.+' de '.+' compara/,
  );
  expect(await publish()).toMatchObject({
    code: 'DEFINITION_INVALID',
    errors: [{ path: '/filters/0/props/fields/0/options', code: 'filter-key', message: rule }],
  });
  const check = await call('admin', `/adm/v2/dash/pub/check?ids=${id}`);
  expect(check.data.rows).toMatchObject([
    { refused: expect.stringContaining("O filtro 'Quem' entrega a chave") },
  ]);
  await write({ entity: 'user', value: 'login' });
  expect(await publish()).toMatchObject({ status: 200 });
});

it.each([
  // Readers choose among records of which they may read no others.
  ['by-key', { entity: 'company' }, ['number', 'id'], ['text', 'login'], 1, 'entrega a chave do registro'],
  [
    'by-text',
    [{ value: 'admin', label: 'A' }],
    ['text', 'login'],
    ['number', 'id'],
    'admin',
    'recebe um número',
  ],
] as const)(
  'says that a filter does not fit, in place of no rows, where the dataset became another: %s',
  async (...given) => {
    const [datasetId, offered, before, after, who, cause] = given;
    let version = 0;
    const publishDataset = async ([type, path]: readonly [string, string]) => {
      const definition = {
        kind: 'dataset',
        formatVersion: 2,
        id: datasetId,
        title: 'Por pessoa',
        from: 'user',
        access: { screen: 'admin-user', verb: 'read' },
        parameters: { who: { type, title: 'Pessoa' } },
        where: { [path]: { $expr: 'params.who' } },
        group: [{ id: 'login', field: 'login' }],
        measures: { people: { count: true } },
      };
      const saved = await app.inject({
        method: version === 0 ? 'POST' : 'PUT',
        url: `/adm/v2/def${version === 0 ? '' : `/dataset/${datasetId}`}`,
        headers: await app.sessionOf(app.tenants.acme, 'admin'),
        payload: { definition, ...(version > 0 && { version }) },
      });
      ({ version } = (saved.json() as { data: { version: number } }).data);
      expect((await call('admin', `/adm/v2/def/dataset/${datasetId}/publish`, { comment: 'x' })).status).toBe(
        200,
      );
    };
    await publishDataset(before);
    const { data: made } = await call('admin', '/adm/v2/dash', { title: 'Pessoa' });
    const id = Number(made['dashId']);
    const { data: stored } = await call('admin', `/adm/v2/def/dashboard/dash-${id}?draft=1`);
    const field = { field: 'who', control: 'combobox', label: 'Quem', options: offered };
    const saved = await app.inject({
      method: 'PUT',
      url: `/adm/v2/def/dashboard/dash-${id}`,
      headers: await app.sessionOf(app.tenants.acme, 'admin'),
      payload: {
        definition: {
          ...(stored['definition'] as JsonObject),
          state: { filters: { who: null } },
          sources: { people: { dataset: datasetId, query: { who: { $expr: 'state.filters.who' } } } },
          filters: [{ id: 'bar', type: 'filter-bar', props: { bind: 'state.filters', fields: [field] } }],
          body: [
            {
              id: 'people',
              type: 'table',
              source: 'people',
              at: { x: 0, y: 0, w: 12, h: 4 },
              props: { columns: [{ field: 'people', title: 'Pessoas' }] },
            },
          ],
        },
        version: stored['version'],
      },
    });
    expect(saved.statusCode).toBe(200);
    expect((await call('admin', `/adm/v2/dash/pub/${id}`, { comment: '<p>x</p>' })).status).toBe(200);
    const reader = `visitante-${datasetId}`;
    await addPerson(app, reader, { [`dash-${id}`]: 'r', 'admin-user': 'r' });
    const load = (login: string, filters?: object) =>
      call(login, `/handler/v2/dash/load/data/people/${id}${filters ? `?filters=${base64(filters)}` : ''}`);
    expect((await load(reader, { who })).data['totalRows']).toBe(1);
    await publishDataset(after);
    expect((await load(reader)).status).toBe(200);
    expect(await load(reader, { who })).toMatchObject({
      status: 422,
      message: 'O filtro “Quem” não combina com os dados deste componente. Avise quem administra a visão.',
    });
    const { message } = await load('admin', { who });
    expect(message).toContain("filtro 'Quem'");
    expect(message).toContain(cause);
  },
);

it('filters the list of an entity by the values of a view', async () => {
  const made: number[] = [];
  for (const [name, parent] of [
    ['Matriz', null],
    ['Filial', 0],
    ['Outra', null],
  ] as const) {
    const parentId = parent === null ? null : made[parent]!;
    made.push(
      Number(
        (await call('admin', '/adm/v2/ent/company', { name, parentId, cnpj: cnpjOf(made.length + 1) })).data[
          'id'
        ],
      ),
    );
  }
  const { data: created } = await call('admin', '/adm/v2/dash', { title: 'Empresas' });
  const id = Number(created['dashId']);
  const { data: stored } = await call('admin', `/adm/v2/def/dashboard/dash-${id}?draft=1`);
  const { rows } = (await call('admin', '/adm/v2/dash/datasets')).data;
  const { record } = rows.find((one) => one['kind'] === 'entity' && one['id'] === 'company') as {
    record: { filters: { name: string; type: string; title: string }[] };
  };
  expect(record.filters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'parentId', type: 'values' }),
      expect.objectContaining({ name: 'createdAtFrom', type: 'date', title: 'Criado em: de' }),
      expect.objectContaining({ name: 'createdAtTo', type: 'date', title: 'Criado em: até' }),
    ]),
  );
  const query = {
    parentId: { $expr: 'state.filters.parent' },
    createdAtFrom: { $expr: 'state.filters.when.from' },
    createdAtTo: { $expr: 'state.filters.when.to' },
  };
  const fields = [
    { field: 'parent', control: 'multiselect', label: 'Matriz', options: { entity: 'company' } },
    { field: 'when', control: 'daterange', label: 'Quando' },
  ];
  const saved = await app.inject({
    method: 'PUT',
    url: `/adm/v2/def/dashboard/dash-${id}`,
    headers: await app.sessionOf(app.tenants.acme, 'admin'),
    payload: {
      definition: {
        ...(stored['definition'] as JsonObject),
        state: { filters: { parent: null, when: null } },
        sources: { companies: { entity: 'company', query } },
        filters: [{ id: 'bar', type: 'filter-bar', props: { bind: 'state.filters', fields } }],
        body: [
          {
            id: 'companies',
            type: 'table',
            source: 'companies',
            at: { x: 0, y: 0, w: 12, h: 4 },
            props: { columns: [{ field: 'name', title: 'Nome' }] },
          },
        ],
      },
      version: stored['version'],
    },
  });
  expect([saved.statusCode, saved.json()]).toMatchObject([200, {}]);
  expect(await call('admin', `/adm/v2/dash/pub/${id}`, { comment: '<p>x</p>' })).toMatchObject({
    status: 200,
  });
  const load = async (filters: object) =>
    (
      await call('admin', `/handler/v2/dash/load/data/companies/${id}?filters=${base64(filters)}`)
    ).data.rows.map(({ name }) => name);
  expect(await load({ parent: [made[0]!] })).toEqual(['Filial']);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  expect(await load({ when: { from: day, to: day } })).toEqual(['Filial', 'Matriz', 'Outra']);
  expect(await load({ when: { from: null, to: '2020-01-01' } })).toEqual([]);
});

it('refuses an order by a field that no row has, and filters that no text can carry', async () => {
  expect((await data('admin', 'year', '?order=people_desc')).status).toBe(200);
  expect(await data('admin', 'year', '?order=nonsense_asc')).toMatchObject({
    status: 400,
    code: 'BAD_ORDER',
  });
  const half = Buffer.from('{"login":"\\ud800"}').toString('base64');
  expect(await data('admin', 'year', `?filters=${half}`)).toMatchObject({ status: 400, code: 'BAD_FILTERS' });
});

it('tells readers whom to turn to where the author removed a parameter, and its author the cause', async () => {
  const { data: stored } = await call('admin', '/adm/v2/def/dataset/by-year?draft=1');
  const definition = stored['definition'] as JsonObject;
  let version = Number(stored['version']);
  const publish = async (next: JsonObject) => {
    const saved = await app.inject({
      method: 'PUT',
      url: '/adm/v2/def/dataset/by-year',
      headers: await app.sessionOf(app.tenants.acme, 'admin'),
      payload: { definition: next, version },
    });
    version = (saved.json() as { data: { version: number } }).data.version;
    const published = await call('admin', '/adm/v2/def/dataset/by-year/publish', { comment: 'x' });
    expect([saved.statusCode, published.status]).toEqual([200, 200]);
  };
  const { login: _, ...kept } = definition['parameters'] as JsonObject;
  await publish({ ...definition, parameters: kept, where: { login: { $expr: 'params.who' } } });
  const chosen = `?filters=${base64({ login: 'autora' })}`;
  expect(await data('leitora', 'year', chosen)).toMatchObject({
    status: 422,
    message: 'Este componente precisa de ajuste. Avise quem administra a visão.',
  });
  expect((await data('admin', 'year', chosen)).message).toContain("'login'");
  await publish(definition);
  expect((await data('leitora', 'year', chosen)).status).toBe(200);
});

it('shows what is published, and nothing once it is taken back', async () => {
  const draftWith = async (sources: object) => {
    const { data: draft } = await call('admin', `/adm/v2/dash/${dashId}/draft`);
    await app.inject({
      method: 'PUT',
      url: `/adm/v2/def/dashboard/dash-${dashId}`,
      headers: await app.sessionOf(app.tenants.acme, 'admin'),
      payload: {
        definition: { ...(draft['definition'] as JsonObject), ...content, sources },
        version: draft['version'],
      },
    });
  };
  const paths = [`${dashId}`, `data/year/${dashId}`, `header/more.known?dashId=${dashId}`];
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await call('leitora', `/handler/v2/dash/load/${path}`)).status));
  // A draft opens nothing.
  await draftWith({ ...content.sources, drafted: { dataset: 'by-year' } });
  expect((await data('leitora', 'data.drafted')).status).toBe(404);
  expect(await statuses()).toEqual([200, 200, 200]);
  await call('admin', `/adm/v2/dash/pub/${dashId}`, { comment: 'x' });
  expect((await data('leitora', 'data.drafted')).status).toBe(200);
  const { status } = await call('admin', `/adm/v2/dash/${dashId}/unpublish`, {});
  expect([status, ...(await statuses())]).toEqual([200, 404, 404, 404]);
});

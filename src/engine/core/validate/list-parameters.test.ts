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
const parameters = {
  page: { type: 'integer' },
  perPage: { type: 'integer' },
  order: { type: 'string', 'x-orders': ['name', 'createdAt'] },
  status: { type: 'string', enum: ['open', 'late'] },
  boughtFrom: text,
  boughtTo: text,
};
const reply = object({
  rows: { type: 'array', items: object({ id: { type: 'integer' }, name: text, city: text }) },
  totalRows: { type: 'integer' },
});
const route = { summary: '', access: 'session', reads: true, reply } as const;

const catalogue: DataCatalogue = {
  routes: [
    { ...route, method: 'GET', path: '/api/order', query: object(parameters) },
    { ...route, method: 'GET', path: '/api/plain', query: object({ status: text }) },
    { ...route, method: 'GET', path: '/api/none' },
    {
      ...route,
      method: 'POST',
      path: '/api/search',
      body: object({ ...parameters, bought: object({ from: text, to: text }) }),
    },
  ],
  entities: [
    {
      kind: 'entity',
      formatVersion: 2,
      id: 'order',
      title: 'Order',
      display: 'name',
      key: 'id',
      address: '/api/order',
      fields: { id: { type: 'integer', title: 'Id' }, name: { type: 'string', title: 'Name' } },
    },
  ],
};

const rows = { rows: 'data.rows', total: 'data.totalRows', list: 'state.list' };

/** Each diagnostic of a screen with one list as pointer, code and nearest name. */
async function found(source: JsonObject, list: JsonObject = {}, body: JsonObject[] = []): Promise<string[]> {
  const document = {
    kind: 'screen',
    formatVersion: 2,
    id: 'orders',
    path: '/orders',
    title: 'Orders',
    access: { screen: 'orders', verb: 'read' },
    state: { list },
    sources: { orders: source },
    body,
  };
  const diagnostics = await validateDocument(document, registry, { catalogue });
  return diagnostics.map(({ pointer, code, values }) => [pointer, code, values.nearest].join(' ').trim());
}

const bar = (fields: JsonObject[], more: JsonObject = {}): JsonObject => ({
  id: 'filters',
  type: 'filter-bar',
  source: 'orders',
  props: { fields, ...more },
});
const table = (columns: JsonObject[]): JsonObject => ({
  id: 'rows',
  type: 'table',
  source: 'orders',
  props: { columns },
});
const status = { field: 'status', control: 'select', label: 'Status' };

describe('what a list sends', () => {
  it('should be accepted where the route takes it', async () => {
    const state = { page: 1, order: 'name_desc', filters: { status: '', bought: { from: null, to: null } } };
    const fields = [
      {
        ...status,
        initial: 'open',
        options: [
          { value: '', label: 'All' },
          { value: 'late', label: 'Late' },
        ],
      },
      { field: 'bought', control: 'daterange', label: 'Bought' },
    ];
    const columns: JsonObject[] = [
      { field: 'name', title: 'Name', sort: true },
      { field: 'city', title: 'City' },
    ];
    const body = [bar(fields), table(columns)];
    expect(await found({ get: '/api/order', ...rows }, state, body)).toEqual([]);
    expect(await found({ post: '/api/search', ...rows }, state, body)).toEqual([]);
    expect(await found({ entity: 'order', list: 'state.list' }, state, body)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['get', { get: '/api/order', ...rows }, 'unknown-parameter'],
    ['post', { post: '/api/search', ...rows }, 'unknown-body-field'],
    ['entity', { entity: 'order', list: 'state.list' }, 'unknown-parameter'],
  ])('should report filters that a %s does not take, with the nearest one', async (_, source, code) => {
    const field = { field: 'sttus', control: 'text', label: 'Status' };
    expect(await found(source, { filters: { stats: 'x' } }, [bar([field])])).toEqual([
      `/state/list/filters/stats ${code} status`,
      `/body/0/props/fields/0/field ${code} status`,
    ]);
  });

  it('should report a range by the two parameters that it has, or as one value of a body', async () => {
    const fields = [{ field: 'bouht', control: 'daterange', label: 'Bought' }];
    const list = { filters: { bougt: { from: null } } };
    expect(await found({ get: '/api/order', ...rows }, list, [bar(fields)])).toEqual([
      '/state/list/filters/bougt unknown-parameter boughtFrom',
      '/state/list/filters/bougt unknown-parameter boughtTo',
      '/body/0/props/fields/0/field unknown-parameter boughtFrom',
      '/body/0/props/fields/0/field unknown-parameter boughtTo',
    ]);
    expect(await found({ post: '/api/search', ...rows }, list, [bar(fields)])).toEqual([
      '/state/list/filters/bougt unknown-body-field bought',
      '/body/0/props/fields/0/field unknown-body-field bought',
    ]);
  });

  it('should report values that a filter does not take', async () => {
    const fields = [{ ...status, initial: 'opn', options: [{ value: 'lat', label: 'Late' }] }];
    expect(
      await found({ get: '/api/order', ...rows }, { page: 'x', filters: { status: 'ope' } }, [bar(fields)]),
    ).toEqual([
      '/state/list/page parameter-integer',
      '/state/list/filters/status parameter-value open',
      '/body/0/props/fields/0/initial parameter-value open',
      '/body/0/props/fields/0/options/0/value parameter-value late',
    ]);
  });

  it('should report orders that the route does not have', async () => {
    const columns: JsonObject[] = [
      { field: 'city', title: 'City', sort: true },
      { field: 'name', title: 'Name', sort: true, sortField: 'nme' },
    ];
    expect(await found({ get: '/api/order', ...rows }, { order: 'creatdAt_desc' }, [table(columns)])).toEqual(
      [
        '/state/list/order unknown-order createdAt_desc',
        '/body/0/props/columns/0/field unknown-order',
        '/body/0/props/columns/1/sortField unknown-order name_asc',
      ],
    );
  });

  it('should report orders that a query sends itself, written or chosen by columns', async () => {
    const columns = [
      { field: 'city', title: 'City', sort: true },
      { field: 'name', title: 'Name', sort: true },
    ];
    const chosen = { ...table([]), props: { columns, order: 'state.list.order' } };
    const sending = (order: Json): JsonObject => ({ get: '/api/order', rows: 'data.rows', query: { order } });
    expect(await found(sending({ $expr: 'state.list.order' }), { order: '' }, [chosen])).toEqual([
      '/body/0/props/columns/0/field unknown-order',
    ]);
    expect(await found(sending({ $expr: 'state.list.order & ""' }), { order: '' }, [chosen])).toEqual([]);
    expect(await found(sending('nmae_desc'))).toEqual([
      '/sources/orders/query/order unknown-order name_desc',
    ]);
  });

  it('should report page and order where the route takes none, unless the source leaves them out', async () => {
    const columns = [{ field: 'name', title: 'Name', sort: true }];
    expect(await found({ get: '/api/plain', ...rows }, {}, [table(columns)])).toEqual([
      '/sources/orders/list unknown-parameter',
      '/sources/orders/list unknown-parameter',
      '/body/0/props/columns/0/field unknown-parameter',
    ]);
    expect(await found({ get: '/api/none', ...rows }, { order: '' })).toEqual([
      '/sources/orders/list no-parameters',
      '/sources/orders/list no-parameters',
    ]);
  });

  it('should follow a bar that names the filters of the list itself, and no other', async () => {
    const field = { field: 'sttus', control: 'text', label: 'Status' };
    const named = {
      ...bar([field], { bind: 'state.list.filters' }),
      source: undefined,
    } as unknown as JsonObject;
    delete named.source;
    expect(await found({ get: '/api/order', ...rows }, {}, [named])).toEqual([
      '/body/0/props/fields/0/field unknown-parameter status',
    ]);
    const other = bar([field], { bind: 'state.other' });
    expect(await found({ get: '/api/order', ...rows }, {}, [other])).toEqual([]);
  });
});

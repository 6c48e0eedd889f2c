import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import { createRegistry } from '../language/registry.ts';
import { createScreen } from '../screen/screen.ts';
import { createFakeHost, failure } from '../testing/fake-host.ts';
import { grid, screenDocument, widget } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const bind = { $ref: '../bind.schema.json' };
const registry = createRegistry([
  { ...grid, list: { page: 'page' } },
  widget(
    'bar',
    { bind, page: bind, fields: { type: 'array' } },
    { list: { bind: 'filters', page: 'page' }, defaults: { bind: 'state.filters', fields: [] } },
  ),
]);

const people = { get: '/people', rows: 'data.rows', total: 'data.totalRows', list: 'state.list' };
const document = screenDocument({
  state: { list: { order: 'name_asc' } },
  sources: { people },
  body: [
    {
      id: 'bar',
      type: 'bar',
      source: 'people',
      props: {
        fields: [
          { field: 'isActive', control: 'select', initial: 'Y' },
          { field: 'text', control: 'search' },
          { field: 'since', control: 'date' },
        ],
      },
    },
    { id: 'rows', type: 'grid', source: 'people', props: {} },
  ],
});

async function open(query: Record<string, string> = {}, own: JsonObject = document) {
  const host = createFakeHost({ 'failures.addressValues': 'refused {{names}}' });
  const screen = createScreen(compileDocument(own, registry), host, {}, query);
  screen.start();
  // The fallback is loaded for an address with values.
  await vi.dynamicImportSettled();
  return { screen, host, addresses: () => [...host.loads.keys()] };
}

describe('the list of a source', () => {
  it('gives its page, order and filters to the source, the address and the widgets', async () => {
    const { screen, addresses } = await open();
    expect(addresses()).toEqual(['/people?page=1&perPage=50&order=name_asc&isActive=Y']);
    expect(screen.compiled.nodes.get('bar')?.props).toMatchObject({
      bind: 'state.list.filters',
      page: 'state.list.page',
    });
    expect(screen.compiled.nodes.get('rows')?.props).toEqual({ page: 'state.list.page' });
    expect(screen.query.get()).toEqual({});
    screen.store.set(['state', 'list', 'page'], 2);
    screen.store.set(['state', 'list', 'filters'], { isActive: 'N', since: '2026-01-02' });
    expect(addresses().at(-1)).toBe('/people?page=2&perPage=50&order=name_asc&isActive=N&since=2026-01-02');
    expect(screen.query.get()).toEqual({ page: '2', isActive: 'N', since: '2026-01-02' });
    expect(await validateDocument(document, registry)).toEqual([]);
  });

  it('opens as the address says', async () => {
    const { screen, host, addresses } = await open({
      page: '3',
      perPage: '25',
      order: 'id_desc',
      isActive: '',
    });
    expect(addresses()).toEqual(['/people?page=3&perPage=25&order=id_desc']);
    expect(screen.query.get()).toEqual({ page: '3', perPage: '25', order: 'id_desc', isActive: '' });
    expect(host.notices).toEqual([]);
  });

  it('carries several choices of one filter in the address', async () => {
    const { screen } = await open();
    screen.store.set(['state', 'list', 'filters', 'since'], ['2026-01-01', '2026-01-31']);
    const query = screen.query.get();
    expect(query).toEqual({ since: '["2026-01-01","2026-01-31"]' });
    expect((await open(query)).addresses()).toEqual([
      '/people?page=1&perPage=50&order=name_asc&isActive=Y&since=2026-01-01&since=2026-01-31',
    ]);
  });

  it('carries the choice of what is empty in the address', async () => {
    const { screen } = await open();
    screen.store.set(['state', 'list', 'filters', 'since'], { empty: true });
    const query = screen.query.get();
    expect((await open(query)).addresses()).toEqual([
      '/people?page=1&perPage=50&order=name_asc&isActive=Y&sinceEmpty=true',
    ]);
  });

  it.each(['-1', '0', '1.5', 'NaN', '', 'x', '99999999999999999999', '1e9'])(
    'says that page=%s of the address is impossible, and starts at the first page',
    async (page) => {
      const { host, screen, addresses } = await open({ page, perPage: '10' });
      expect(addresses()).toEqual(['/people?page=1&perPage=10&order=name_asc&isActive=Y']);
      expect(host.notices).toEqual([{ kind: 'warning', text: 'refused page' }]);
      expect(screen.query.get()).toEqual({ perPage: '10' });
    },
  );

  it('falls back when the server refuses what the address says, once', async () => {
    const { screen, host, addresses } = await open({ perPage: '7000', order: 'nothing_asc', text: 'ana' });
    host.loads.get(addresses()[0]!)!.fail(failure('VALIDATION_FAILED'));
    expect(addresses().at(-1)).toBe('/people?page=1&perPage=50&order=name_asc&isActive=Y');
    expect(host.notices).toEqual([{ kind: 'warning', text: 'refused perPage, order, text' }]);
    expect(screen.query.get()).toEqual({});
    // A refusal of what the person chose stays visible.
    screen.store.set(['state', 'list', 'perPage'], 7000);
    host.loads.get(addresses().at(-1)!)!.fail(failure('VALIDATION_FAILED'));
    expect(screen.source('people').status).toBe('error');
    expect(host.notices).toHaveLength(1);
  });

  it('does not fall back for another failure, nor once the server accepted the values', async () => {
    const { screen, host, addresses } = await open({ page: '2' });
    const load = host.loads.get(addresses()[0]!)!;
    load.fail({ ...failure('INTERNAL'), status: 500 });
    expect(screen.store.get(['state', 'list', 'page'])).toBe(2);
    const other = await open({ page: '2' });
    const accepted = other.host.loads.get(other.addresses()[0]!)!;
    accepted.answer({ data: { rows: [], totalRows: 0 } });
    accepted.fail(failure('VALIDATION_FAILED'));
    expect(other.host.notices).toEqual([]);
  });

  it('falls back again when the person follows a link to an impossible address', async () => {
    const { screen, host } = await open();
    screen.visit({ page: '-5' });
    await vi.dynamicImportSettled();
    expect(screen.store.get(['state', 'list', 'page'])).toBe(1);
    expect(host.notices).toHaveLength(1);
  });

  it('has parameters with its source as prefix when the screen has several lists', async () => {
    const two = screenDocument({
      state: { list: { filters: { kind: 'a' } }, other: { perPage: 10 } },
      sources: { people, orders: { ...people, get: '/orders', list: 'state.other' } },
    });
    const { screen, addresses } = await open({ 'orders.page': '4', page: '9', 'people.kind': 'b' }, two);
    expect(addresses()).toEqual(['/people?page=1&perPage=50&kind=b', '/orders?page=4&perPage=10']);
    screen.store.set(['state', 'list', 'page'], 2);
    expect(screen.query.get()).toEqual({
      'people.page': '2',
      'people.kind': 'b',
      'orders.page': '4',
    });
  });

  it('is shared by two sources, and may be renamed in the address by the query of the screen', async () => {
    const shared = screenDocument({
      state: { list: { page: 1 } },
      query: { p: 'state.list.page' },
      sources: { people, sums: { get: '/sums', query: { page: null }, list: 'state.list' } },
    });
    const { screen, addresses } = await open({ p: '2', perPage: '10' }, shared);
    expect(addresses()).toEqual(['/people?page=2&perPage=10', '/sums?perPage=10']);
    expect(screen.query.get()).toEqual({ p: '2', perPage: '10' });
  });

  it('is missing: a widget that only takes a list from its source says so', async () => {
    const { list: _, ...without } = people;
    const found = await validateDocument({ ...document, sources: { people: without } }, registry);
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([['/body/0/source', 'no-list']]);
  });

  it.each(['state', 'state.__proto__', 'state.constructor.x', 7, null, 'data.x'])(
    'is refused where it is no path of the state: %s',
    async (list) => {
      const bad = screenDocument({ sources: { people: { ...people, list } } });
      const found = await validateDocument(bad, registry);
      expect(found.map(({ pointer }) => pointer)).toContain('/sources/people/list');
      await open({}, bad);
    },
  );
});

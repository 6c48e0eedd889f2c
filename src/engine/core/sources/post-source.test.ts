import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { failure } from '../testing/fake-host.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const search = {
  post: '/search/{params.kind}',
  query: { lang: { $expr: 'lang' } },
  body: {
    text: { $expr: 'state.text' },
    where: [{ field: 'city', is: { $expr: 'state.city' } }],
    none: { $expr: 'state.nothing' },
    fixed: null,
  },
  rows: 'data.rows',
  total: 'data.total',
};

const open = (source: JsonObject = search, state: JsonObject = {}) =>
  startScreen(
    { state: { text: 'a', city: 'Rio', nothing: null, ...state }, sources: { found: source } },
    undefined,
    { kind: 'people' },
  );

/** Waits for the bodies, whose expressions are asynchronous. */
const loadsOf = async ({ host }: ReturnType<typeof open>, count: number) => {
  await vi.waitFor(() => expect(host.loads.size).toBe(count));
  return [...host.loads.keys()];
};

describe('a source with a body', () => {
  it('loads by its address and body, and again when a value in the body changes', async () => {
    const opened = open();
    const first =
      '/search/people?lang=pt {"text":"a","where":[{"field":"city","is":"Rio"}],"none":null,"fixed":null}';
    expect(await loadsOf(opened, 1)).toEqual([first]);
    expect(opened.screen.source('found').status).toBe('loading');
    opened.host.loads.get(first)!.answer({ data: { rows: [{ id: 1 }], total: 1 } });
    expect(opened.screen.source('found')).toMatchObject({ status: 'ready', rows: [{ id: 1 }], total: 1 });
    opened.screen.store.set(['state', 'city'], 'Recife');
    expect((await loadsOf(opened, 2)).at(-1)).toContain('"is":"Recife"');
    // The rows before stay until the next ones arrive.
    expect(opened.screen.source('found')).toMatchObject({ status: 'ready', stale: true, rows: [{ id: 1 }] });
    opened.screen.store.set(['state', 'city'], 'Rio');
    await vi.waitFor(() => expect(opened.screen.source('found').stale).toBe(false));
    await opened.screen.refresh(['found']);
    expect(opened.host.loads.get(first)!.refreshes).toBe(1);
    expect(opened.host.runs).toEqual([]);
  });

  it('sends the values of its list in the body, beside its own', async () => {
    const opened = open(
      { ...search, list: 'state.list', body: { order: 'fixed' } },
      { list: { order: 'name_asc', filters: { isActive: 'Y', other: '' } } },
    );
    expect(await loadsOf(opened, 1)).toEqual([
      '/search/people?lang=pt {"page":1,"perPage":50,"isActive":"Y","order":"fixed"}',
    ]);
  });

  it('appends pages whose number stands in the body', async () => {
    const opened = open({ ...search, body: { page: { $expr: 'state.page' } }, append: 'page' }, { page: 2 });
    const pages = await loadsOf(opened, 2);
    expect(pages.map((key) => key.split(' ')[1])).toEqual(['{"page":1}', '{"page":2}']);
    opened.host.loads.get(pages[0]!)!.answer({ data: { rows: [{ id: 1 }], total: 2 } });
    opened.host.loads.get(pages[1]!)!.answer({ data: { rows: [{ id: 2 }], total: 2 } });
    expect(opened.screen.source('found')).toMatchObject({ rows: [{ id: 1 }, { id: 2 }], total: 2 });
  });

  it('contains a failure of an expression of the body, and a refusal of the server', async () => {
    const bad = open({ ...search, body: { n: { $expr: 'state.text + 1' } } });
    await vi.waitFor(() => expect(bad.screen.source('found').status).toBe('error'));
    bad.screen.store.set(['state', 'text'], 3);
    await loadsOf(bad, 1);
    const [load] = bad.host.loads.values();
    load!.fail({ ...failure('ROUTE_WRITES'), status: 405 });
    expect(bad.screen.source('found')).toMatchObject({ status: 'error', error: { code: 'ROUTE_WRITES' } });
  });

  it('waits for the references of its address, and its own references are checked', async () => {
    const waiting = startScreen({ sources: { found: search } });
    expect(waiting.screen.source('found')).toMatchObject({ status: 'missing', missing: ['params.kind'] });
    const document = screenDocument({
      sources: { found: { post: '/a', body: { deep: [{ x: { $expr: 'data.nobody.rows' } }] } } },
    });
    const found = await validateDocument(document, registry);
    expect(found).toMatchObject([{ pointer: '/sources/found/body/deep/0/x/$expr', code: 'unknown-source' }]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { counters } from '../counters.ts';
import { failure } from '../testing/fake-host.ts';
import { startScreen } from '../testing/fixtures.ts';

const users: JsonObject = {
  get: '/users',
  query: { page: { $expr: 'state.page' }, name: { $expr: 'state.name' } },
  rows: 'data.rows',
  total: 'data.totalRows',
};
const page = (...ids: number[]): unknown => ({ data: { rows: ids.map((id) => ({ id })), totalRows: 90 } });

describe('sources', () => {
  it('load immediately and publish the reply', () => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources: { users } });
    expect(screen.source('users')).toMatchObject({ status: 'loading', rows: [] });
    host.loads.get('/users?page=1')!.answer(page(1, 2));
    expect(screen.source('users')).toMatchObject({
      status: 'ready',
      rows: [{ id: 1 }, { id: 2 }],
      total: 90,
      error: null,
    });
  });

  it('reload when their references change, keep the previous page meanwhile, and ignore outdated replies', () => {
    const { screen, host } = startScreen({ state: { page: 1, other: 1 }, sources: { users } });
    host.loads.get('/users?page=1')!.answer(page(1));
    screen.store.set(['state', 'other'], 2);
    expect(host.loads.size).toBe(1);
    screen.store.set(['state', 'page'], 2);
    screen.store.set(['state', 'page'], 3);
    expect(screen.source('users')).toMatchObject({
      status: 'ready',
      refreshing: true,
      stale: true,
      rows: [{ id: 1 }],
    });
    host.loads.get('/users?page=3')!.answer(page(3));
    host.loads.get('/users?page=2')!.answer(page(2));
    expect(screen.source('users')).toMatchObject({ refreshing: false, stale: false, rows: [{ id: 3 }] });
  });

  it('keep the previous page with the failure of the next one', async () => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources: { users } });
    host.loads.get('/users?page=1')!.answer(page(1));
    screen.store.set(['state', 'page'], 2);
    host.loads.get('/users?page=2')!.fail(failure('INTERNAL', 'broken'));
    expect(screen.source('users')).toMatchObject({
      status: 'error',
      stale: true,
      refreshing: false,
      rows: [{ id: 1 }],
      error: { message: 'broken' },
    });
    await screen.refresh(['users']);
    host.loads.get('/users?page=2')!.answer(page(2));
    expect(screen.source('users')).toMatchObject({ status: 'ready', stale: false, error: null });
    screen.store.set(['state', 'page'], 3);
    host.loads.get('/users?page=3')!.fail(failure('INTERNAL', 'broken'));
    screen.store.set(['state', 'page'], 4);
    expect(screen.source('users')).toMatchObject({ status: 'ready', refreshing: true, rows: [{ id: 2 }] });
  });

  it('append the pages of a growing list', async () => {
    const growing: JsonObject = { ...users, append: 'page' };
    const { screen, host } = startScreen({ state: { page: 1 }, sources: { growing } });
    host.loads.get('/users?page=1')!.answer(page(1, 2));
    screen.store.set(['state', 'page'], 2);
    expect(screen.source('growing')).toMatchObject({
      status: 'ready',
      refreshing: true,
      stale: false,
      rows: [{ id: 1 }, { id: 2 }],
    });
    host.loads.get('/users?page=2')!.fail(failure('INTERNAL', 'broken'));
    expect(screen.source('growing')).toMatchObject({
      status: 'error',
      error: { message: 'broken' },
      rows: [{ id: 1 }, { id: 2 }],
    });
    await screen.refresh(['growing']);
    host.loads.get('/users?page=2')!.answer(page(3));
    const all = screen.source('growing');
    expect(all).toMatchObject({ status: 'ready', refreshing: false, error: null, total: 90 });
    expect(all.rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    screen.store.set(['state', 'name'], 'ana');
    expect(screen.source('growing')).toMatchObject({ refreshing: true, stale: true });
    host.loads.get('/users?page=2&name=ana')!.answer(page(8));
    expect(screen.source('growing')).toMatchObject({
      refreshing: true,
      rows: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
    host.loads.get('/users?page=1&name=ana')!.answer(page(7));
    expect(screen.source('growing')).toMatchObject({ stale: false, rows: [{ id: 7 }, { id: 8 }] });
  });

  it('load the first page for an invalid page number, and at most 100 pages', () => {
    const growing: JsonObject = { ...users, append: 'page' };
    const { host, screen } = startScreen({ state: { page: 'x' }, sources: { growing } });
    expect([...host.loads.keys()]).toEqual(['/users?page=1']);
    screen.store.set(['state', 'page'], 1e9);
    expect(host.loads.size).toBe(100);
  });

  it('never publish a record under the next id', () => {
    const one: JsonObject = { get: '/users/{state.id}', record: 'data' };
    const { screen, host } = startScreen({ state: { id: 1 }, sources: { one } });
    host.loads.get('/users/1')!.answer({ data: { id: 1 } });
    expect(screen.source('one').record).toEqual({ id: 1 });
    screen.store.set(['state', 'id'], 2);
    expect(screen.source('one')).toMatchObject({ status: 'loading', record: null });
  });

  it('wait for their needs and list the missing ones', () => {
    const cities: JsonObject = {
      get: '/cities/{state.country}',
      needs: ['state.filters.region'],
      rows: 'data',
    };
    const { screen, host } = startScreen({ state: {}, sources: { cities } });
    expect(screen.source('cities')).toMatchObject({
      status: 'missing',
      missing: ['state.filters.region', 'state.country'],
    });
    expect(host.loads.size).toBe(0);
    screen.store.set(['state', 'filters', 'region'], 'S');
    screen.store.set(['state', 'country'], 'BR');
    host.loads.get('/cities/BR')!.answer({ data: [] });
    expect(screen.source('cities')).toMatchObject({ status: 'ready', rows: [], missing: [] });
  });

  it('share the failure and the missing needs of a source that they need', () => {
    const { screen, host } = startScreen({
      state: { filters: {} },
      sources: {
        second: { get: '/b/{data.first.record.id}', rows: 'data' },
        first: { get: '/a', record: 'data', needs: ['state.filters.company'] },
      },
    });
    expect(screen.source('second')).toMatchObject({ status: 'missing', missing: ['state.filters.company'] });
    screen.store.set(['state', 'filters', 'company'], 7);
    expect(screen.source('second').status).toBe('loading');
    host.loads.get('/a')!.fail(failure('DOWN', 'down'));
    expect(screen.source('second')).toMatchObject({ status: 'error', error: { code: 'DOWN' } });
    void screen.refresh(['second']);
    expect(host.loads.get('/a')!.refreshes).toBe(1);
    host.loads.get('/a')!.answer({ data: { id: 3 } });
    expect(host.loads.has('/b/3')).toBe(true);
    host.loads.get('/b/3')!.answer({ data: [] });
    expect(screen.source('second').status).toBe('ready');
  });

  it('may need a value of another source', () => {
    const first: JsonObject = { get: '/first', record: 'data' };
    const second: JsonObject = { get: '/second/{data.first.record.id}', record: 'data' };
    const { screen, host } = startScreen({ sources: { second, first } });
    expect(screen.source('second').status).toBe('loading');
    host.loads.get('/first')!.answer({ data: { id: 5 } });
    host.loads.get('/second/5')!.answer({ data: { ok: true } });
    expect(screen.source('second').record).toEqual({ ok: true });
  });

  it.each([
    [{ data: { rows: 'no', totalRows: 1 } }, 'data.rows'],
    [{ data: { rows: [1, 2], totalRows: 1 } }, 'data.rows'],
    [{ data: { rows: [], totalRows: 'many' } }, 'data.totalRows'],
    ['<html>', 'data.rows'],
    [null, 'data.rows'],
  ])('publish an error that names the path of a wrong type: %j', (reply, path) => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources: { users } }, (one) => {
      one.texts = { 'failures.shape': 'shape' };
    });
    const translate = vi.spyOn(host, 'translate');
    host.loads.get('/users?page=1')!.answer(reply);
    expect(screen.source('users')).toMatchObject({
      status: 'error',
      rows: [],
      error: { code: 'WRONG_SHAPE', message: 'shape' },
    });
    expect(translate).toHaveBeenCalledWith('failures.shape', { path });
  });

  it('publish a failure and recover with refresh', async () => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources: { users } });
    const load = host.loads.get('/users?page=1')!;
    load.fail(failure('INTERNAL', 'broken'));
    expect(screen.source('users')).toMatchObject({ status: 'error', error: { message: 'broken' } });
    await screen.refresh(['users']);
    expect(load.refreshes).toBe(1);
    load.answer(page(1));
    expect(screen.source('users')).toMatchObject({ status: 'ready', error: null });
  });

  it('wait for asynchronous queries and use the newest one', async () => {
    const query = { q: { $expr: '$uppercase(state.q)' } };
    const { screen, host } = startScreen({
      state: { q: 'a' },
      sources: { s: { get: '/s', query, rows: 'data' } },
    });
    screen.store.set(['state', 'q'], 'b');
    await vi.waitFor(() => expect([...host.loads.keys()]).toEqual(['/s?q=B']), { timeout: 60_000 });
  });

  it('with a failing query publish an error and leave the others unaffected', () => {
    const bad: JsonObject = { get: '/bad', query: { q: { $expr: 'state.page + "x"' } }, rows: 'data' };
    const { screen } = startScreen({ state: { page: 1 }, sources: { bad, users } });
    expect(screen.source('bad').status).toBe('error');
    expect(screen.source('users').status).toBe('loading');
  });

  it('stop at dispose and continue at the next start', () => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources: { users } });
    screen.dispose();
    host.loads.get('/users?page=1')!.answer(page(1));
    screen.store.set(['state', 'page'], 2);
    expect(host.loads.size).toBe(1);
    screen.start();
    expect(host.loads.has('/users?page=2')).toBe(true);
  });
});

describe('nodes', () => {
  const body: JsonObject[] = [
    { id: 'a', type: 'label', props: { text: '$hi', count: { $expr: 'state.n' } } },
    { id: 'b', type: 'label', props: { text: 'fixed' }, visible: { $expr: "state.mode = 'x'" } },
    { id: 'slow', type: 'label', props: { text: { $expr: '$uppercase(state.word)' } } },
  ];

  it('change only with their references', () => {
    const { screen } = startScreen({ state: { n: 1 }, body });
    const a = screen.observeNode(screen.compiled.nodes.get('a')!);
    const listener = vi.fn();
    a.subscribe(listener);
    const before = a.get();
    const notified = counters.notifications;
    screen.store.set(['state', 'other'], 5);
    expect(a.get()).toBe(before);
    expect(counters.notifications).toBe(notified);
    screen.store.set(['state', 'n'], 2);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(a.get().props.count).toBe(2);
  });

  it('are visible depending on condition and permission', () => {
    const { screen, host } = startScreen(
      { state: {}, body: [...body, { id: 'c', type: 'label', access: { verb: 'delete' } }] },
      (one) => {
        one.allowed = (access) => !('verb' in access && access.verb === 'delete');
      },
    );
    const snapshot = (id: string) => screen.observeNode(screen.compiled.nodes.get(id)!).get();
    expect(snapshot('b').visible).toBe(false);
    screen.store.set(['state', 'mode'], 'x');
    expect(snapshot('b').visible).toBe(true);
    expect(snapshot('c').visible).toBe(false);
    expect(host.reports).toMatchObject([]);
  });

  it('translate their texts again when the language changes', () => {
    const { screen, host } = startScreen({ state: {}, body }, (one) => {
      one.texts = { hi: 'Olá' };
    });
    const a = screen.observeNode(screen.compiled.nodes.get('a')!);
    expect(a.get().props.text).toBe('Olá');
    host.lang = 'en';
    host.texts = { hi: 'Hello' };
    screen.languageChanged();
    expect(a.get().props.text).toBe('Hello');
  });

  it('with an asynchronous expression are pending first, then have the newest value', async () => {
    const { screen } = startScreen({ state: { word: 'a' }, body });
    const slow = screen.observeNode(screen.compiled.nodes.get('slow')!);
    const listener = vi.fn();
    slow.subscribe(listener);
    expect(slow.get()).toMatchObject({ visible: true, pending: true });
    screen.store.set(['state', 'word'], 'b');
    slow.get();
    await vi.waitFor(() => expect(slow.get()).toMatchObject({ pending: false, props: { text: 'B' } }), {
      timeout: 60_000,
    });
    screen.store.set(['state', 'word'], 'c');
    // The last value stays until the next one is known.
    expect(slow.get()).toMatchObject({ pending: false, props: { text: 'B' } });
    await vi.waitFor(() => expect(slow.get().props.text).toBe('C'), { timeout: 60_000 });
  });

  it('contain a failing expression and report it once', () => {
    const { screen, host } = startScreen({
      state: { n: 'x' },
      body: [{ id: 'a', type: 'label', props: { count: { $expr: 'state.n * 2' } } }],
    });
    const a = screen.observeNode(screen.compiled.nodes.get('a')!);
    expect(a.get().error?.message).toContain('number');
    screen.store.set(['state', 'n'], 'y');
    a.get();
    expect(host.reports).toHaveLength(1);
    screen.store.set(['state', 'n'], 4);
    expect(a.get()).toMatchObject({ error: null, props: { count: 8 } });
  });
});

// @vitest-environment jsdom
import { focusManager } from '@tanstack/query-core';
import { expect, test, vi } from 'vitest';
import type { Json } from '../contracts/json.ts';
import { HttpFailure } from './http.ts';
import { createQueries } from './queries.ts';

test('shares one call between loads of one address', async () => {
  const fetchReply = vi.fn(() => Promise.resolve({ data: 1 }));
  const queries = createQueries(fetchReply);
  const load = queries.load('/a');
  expect(queries.load('/a')).toBe(load);
  expect(load.get().status).toBe('loading');
  await vi.waitFor(() => expect(load.get().status).toBe('ready'), { timeout: 60_000 });
  expect(fetchReply).toHaveBeenCalledTimes(1);
  expect(load.get()).toBe(load.get());
  queries.dispose();
});

test('shares one call between searches of one body, and keeps those of other bodies apart', async () => {
  const fetchReply = vi.fn((address: string, body?: Json) =>
    Promise.resolve({ address, body: body ?? null }),
  );
  const queries = createQueries(fetchReply);
  const load = queries.load('/a', { text: 'x', page: 1 });
  expect(queries.load('/a', { page: 1, text: 'x' })).toBe(load);
  const others = [queries.load('/a', { text: 'y', page: 1 }), queries.load('/a')];
  expect(others).not.toContain(load);
  await vi.waitFor(() => expect(load.get().status).toBe('ready'), { timeout: 60_000 });
  expect(load.get().reply).toEqual({ address: '/a', body: { text: 'x', page: 1 } });
  expect(fetchReply).toHaveBeenCalledTimes(3);
  await load.refresh();
  expect(fetchReply).toHaveBeenLastCalledWith('/a', { text: 'x', page: 1 });
  // A write below an address makes its searches stale, too.
  const release = load.subscribe(() => undefined);
  queries.invalidate((address) => address === '/a');
  await vi.waitFor(() => expect(fetchReply.mock.calls.length).toBeGreaterThan(4), { timeout: 60_000 });
  release();
  queries.dispose();
});

test('serves the last reply while a refresh runs, and reports the refresh', async () => {
  let turn = 0;
  const queries = createQueries(() => Promise.resolve({ data: ++turn }));
  const load = queries.load('/a');
  const seen: unknown[] = [];
  const release = load.subscribe(() => seen.push(load.get()));
  await vi.waitFor(() => expect(load.get().reply).toEqual({ data: 1 }), { timeout: 60_000 });
  await load.refresh();
  expect(load.get()).toMatchObject({ status: 'ready', reply: { data: 2 }, refreshing: false });
  expect(seen).toContainEqual({ status: 'ready', reply: { data: 1 }, error: null, refreshing: true });
  release();
  queries.dispose();
});

test('fetches a new failure once, however often renders ask for it and widgets follow it', async () => {
  const fetchReply = vi.fn(() => Promise.reject(new HttpFailure('NOT_FOUND', 404, 'text')));
  const queries = createQueries(fetchReply);
  const load = queries.load('/a');
  await vi.waitFor(() => expect(load.get().status).toBe('error'), { timeout: 60_000 });
  expect(queries.load('/a')).toBe(load);
  load.subscribe(() => undefined)();
  const release = load.subscribe(() => undefined);
  expect(load.get()).toMatchObject({ status: 'error', refreshing: false });
  expect(fetchReply).toHaveBeenCalledTimes(1);
  const later = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  queries.load('/a');
  clock.mockRestore();
  expect(fetchReply).toHaveBeenCalledTimes(2);
  release();
  queries.dispose();
});

test('reports a failure in the snapshot until a refresh succeeds', async () => {
  let fails = true;
  const queries = createQueries(() =>
    fails ? Promise.reject(new HttpFailure('INTERNAL', 500, 'text')) : Promise.resolve({ data: 1 }),
  );
  const load = queries.load('/a');
  const release = load.subscribe(() => undefined);
  await vi.waitFor(() => expect(load.get().status).toBe('error'), { timeout: 60_000 });
  expect(load.get().error).toMatchObject({ code: 'INTERNAL', status: 500, message: 'text' });
  fails = false;
  await load.refresh();
  expect(load.get()).toMatchObject({ status: 'ready', error: null });
  release();
  queries.dispose();
});

test('serves no reply after it is disposed', async () => {
  const fetchReply = vi.fn(() => Promise.resolve({ data: 'secret' }));
  const queries = createQueries(fetchReply);
  queries.load('/a');
  await vi.waitFor(() => expect(queries.load('/a').get().status).toBe('ready'), { timeout: 60_000 });
  queries.dispose();
  expect(queries.load('/a').get()).toMatchObject({ status: 'loading', reply: undefined });
});

test('fetches again when the page becomes visible, once for all subscribers, and keeps unchanged parts', async () => {
  vi.useFakeTimers();
  try {
    const replies = [{ data: { a: { b: 1 }, version: 1 } }, { data: { a: { b: 1 }, version: 2 } }];
    const fetchReply = vi.fn(async () =>
      structuredClone(replies[fetchReply.mock.calls.length - 1] ?? replies[1]),
    );
    const queries = createQueries(fetchReply);
    const load = queries.load('/a');
    const releases = [load.subscribe(() => undefined), load.subscribe(() => undefined)];
    await vi.advanceTimersByTimeAsync(0);
    const first = load.get().reply as { data: { a: object } };
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetchReply).toHaveBeenCalledTimes(1);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchReply).toHaveBeenCalledTimes(2);
    const second = load.get().reply as { data: { a: object; version: number } };
    expect(second.data.version).toBe(2);
    expect(second.data.a).toBe(first.data.a);
    for (const release of releases) release();
    queries.dispose();
  } finally {
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  }
});

test('knows the reply of an address once it has been loaded, and asks for none', async () => {
  const fetchReply = vi.fn(() => Promise.resolve({ data: 1 }));
  const queries = createQueries(fetchReply);
  expect(queries.known('/a')).toBeUndefined();
  await queries.once('/a');
  expect(queries.known('/a')).toEqual({ data: 1 });
  expect(queries.known('/b')).toBeUndefined();
  expect(fetchReply).toHaveBeenCalledTimes(1);
  queries.dispose();
});

/** Calls that end when the test says so, with what was stored when they began. */
function heldCalls() {
  let stored = 'before';
  const held: (() => void)[] = [];
  const fetchReply = vi.fn(() => {
    const reply = { data: stored };
    return new Promise((resolve) => held.push(() => resolve(reply)));
  });
  return {
    queries: createQueries(fetchReply),
    fetchReply,
    change: () => void (stored = 'after'),
    end: async (call: number) => {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(call), { timeout: 60_000 });
      held[call]!();
    },
  };
}

test('lets a call decide that begins after the change, when a refresh meets the first load', async () => {
  const { queries, fetchReply, change, end } = heldCalls();
  const load = queries.load('/a');
  change();
  const refreshed = Promise.all([load.refresh(), load.refresh()]);
  await end(0);
  await end(1);
  await refreshed;
  expect(load.get()).toMatchObject({ status: 'ready', reply: { data: 'after' } });
  expect(fetchReply).toHaveBeenCalledTimes(2);
  queries.dispose();
});

test('lets a call decide that begins after the change, when a refresh meets another', async () => {
  const { queries, change, end } = heldCalls();
  const load = queries.load('/a');
  await end(0);
  await vi.waitFor(() => expect(load.get().status).toBe('ready'), { timeout: 60_000 });
  const first = load.refresh();
  change();
  const second = load.refresh();
  await end(1);
  await first;
  await end(2);
  await second;
  expect(load.get()).toMatchObject({ reply: { data: 'after' } });
  queries.dispose();
});

test('fetches once more what is on the screen, when changes meet its first load', async () => {
  const { queries, fetchReply, change, end } = heldCalls();
  const load = queries.load('/a');
  const release = load.subscribe(() => undefined);
  change();
  queries.outdate(() => true);
  queries.invalidate(() => true);
  queries.invalidate(() => true);
  await end(0);
  await end(1);
  await vi.waitFor(() => expect(load.get().reply).toEqual({ data: 'after' }), { timeout: 60_000 });
  expect(load.get().refreshing).toBe(false);
  expect(fetchReply).toHaveBeenCalledTimes(2);
  release();
  queries.dispose();
});

test.each(['invalidate', 'outdate'] as const)(
  'fetches again at the next load what %s met while it was loaded ahead',
  async (name) => {
    const { queries, fetchReply, change, end } = heldCalls();
    const load = queries.load('/a');
    change();
    queries[name](() => true);
    await end(0);
    await vi.waitFor(() => expect(load.get().reply).toEqual({ data: 'before' }), { timeout: 60_000 });
    expect(fetchReply).toHaveBeenCalledTimes(1);
    queries.load('/a');
    await end(1);
    await vi.waitFor(() => expect(load.get().reply).toEqual({ data: 'after' }), { timeout: 60_000 });
    queries.dispose();
  },
);

test('fetches a new failure again once a change made it stale', async () => {
  const fetchReply = vi.fn(() => Promise.reject(new HttpFailure('FORBIDDEN', 403, 'text')));
  const queries = createQueries(fetchReply);
  const load = queries.load('/a');
  await vi.waitFor(() => expect(load.get().status).toBe('error'), { timeout: 60_000 });
  queries.outdate(() => true);
  queries.load('/a');
  expect(fetchReply).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(load.get().refreshing).toBe(false), { timeout: 60_000 });
  queries.load('/a');
  expect(fetchReply).toHaveBeenCalledTimes(2);
  queries.dispose();
});

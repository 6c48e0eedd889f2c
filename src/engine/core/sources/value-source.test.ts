import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import { counters, resetCounters } from '../counters.ts';
import { failure, type FakeHost } from '../testing/fake-host.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const orders = { get: '/orders', rows: 'data.rows', needs: [] };
const answer = (host: FakeHost, ...amounts: number[]) =>
  host.loads.get('/orders')!.answer({ data: { rows: amounts.map((amount, id) => ({ id, amount })) } });
const sum = { value: { $expr: '$sum(data.orders.rows.amount)' } };
const overdue = { value: { $expr: 'data.orders.rows[amount > $$.state.limit]' } };

const reader = (id: string, $expr: string): JsonObject => ({
  id,
  type: 'label',
  props: { count: { $expr } },
});

/** Lets pending evaluations settle. */
const settle = () => vi.waitFor(() => Promise.resolve());

async function settled(): Promise<void> {
  await import('../expressions/jsonata-engine.ts');
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  await settle();
}

describe('a computed source', () => {
  it.each([
    ['$sort(data.orders.rows, function($a, $b) { $a.amount > $b.amount })'],
    ['$distinct(data.orders.rows)'],
    ['$reverse(data.orders.rows)'],
    ['$append(data.orders.rows, [])'],
    ['$filter(data.orders.rows, function($one) { $one.amount > 0 })'],
    ['$map(data.orders.rows, function($one) { $one })'],
    ['$zip(data.orders.rows, data.orders.rows).($[0])'],
    ['data.orders.rows[amount > 0]'],
    ['data.orders.rows^(amount)'],
  ])('has the rows of a list of two, one or none: %s', async ($expr) => {
    const { screen, host } = startScreen({
      sources: { orders, own: { value: { $expr } } },
      body: [reader('n', '$count(data.own.rows)')],
    });
    const node = screen.observeNode(screen.compiled.body[0]!);
    node.subscribe(() => void node.get());
    answer(host, 1, 2);
    await settled();
    expect(screen.source('own').rows).toHaveLength(2);
    for (const amounts of [[5], []]) {
      answer(host, ...amounts);
      // oxlint-disable-next-line no-await-in-loop -- one reply after the other
      await settled();
      expect(screen.source('own')).toMatchObject({
        status: 'ready',
        rows: amounts.map((amount) => ({ amount })),
        total: amounts.length,
      });
    }
  });

  it('is evaluated once per change for all of its readers', async () => {
    const body = Array.from({ length: 50 }, (_, index) => reader(`n${index}`, 'data.sum.value'));
    const { screen, host } = startScreen({
      sources: { sum, orders },
      body,
      state: { other: 1 },
    });
    const nodes = screen.compiled.body.map((node) => screen.observeNode(node));
    const releases = nodes.map((node) => node.subscribe(() => void node.get()));
    answer(host, 1, 2);
    await settled();
    expect(nodes.map((node) => node.get().props.count)).toEqual(Array(50).fill(3));
    resetCounters();
    answer(host, 5, 6);
    await settled();
    expect(nodes.map((node) => node.get().props.count)).toEqual(Array(50).fill(11));
    // One of the computed source, one plain read per reader.
    expect(counters.evaluations).toBe(51);
    resetCounters();
    screen.store.set(['state', 'other'], 2);
    await settled();
    expect(counters.evaluations).toBe(0);
    releases.forEach((release) => release());
  });

  it('is known at once when it needs no JSONata, and each source follows those that it reads', () => {
    const { screen } = startScreen({
      state: { price: 4, count: 2 },
      sources: {
        total: { value: { $expr: 'data.net.value + 1' } },
        net: { value: { $expr: 'state.price * state.count' } },
      },
    });
    expect([...screen.compiled.sources.keys()]).toEqual(['net', 'total']);
    expect(screen.source('total')).toMatchObject({ status: 'ready', value: 9, rows: [], total: 0 });
    resetCounters();
    screen.store.set(['state', 'price'], 5);
    expect(screen.source('total').value).toBe(11);
    expect(counters.evaluations).toBe(2);
  });

  it('gives a list of objects as rows, also a list of one, and an object as record', async () => {
    const { screen, host } = startScreen({ state: { limit: 3 }, sources: { orders, overdue } });
    answer(host, 1, 5, 9);
    await settled();
    expect(screen.source('overdue')).toMatchObject({ total: 2, rows: [{ amount: 5 }, { amount: 9 }] });
    screen.store.set(['state', 'limit'], 5);
    await settled();
    expect(screen.source('overdue')).toMatchObject({
      total: 1,
      rows: [{ amount: 9 }],
      record: { amount: 9 },
    });
    screen.store.set(['state', 'limit'], 50);
    await settled();
    expect(screen.source('overdue')).toMatchObject({ status: 'ready', total: 0, rows: [], record: null });
  });

  it('is loading, missing and failed with what it reads, and refreshing it loads that again', async () => {
    const { screen, host } = startScreen({
      state: { company: '', limit: 0 },
      sources: { orders: { ...orders, needs: ['state.company'] }, sum, overdue },
    });
    expect(screen.source('sum')).toMatchObject({ status: 'missing', missing: ['state.company'] });
    screen.store.set(['state', 'company'], 'acme');
    expect(screen.source('sum')).toMatchObject({ status: 'loading', missing: [] });
    host.loads.get('/orders')!.fail(failure('DOWN'));
    expect(screen.source('sum')).toMatchObject({ status: 'error', error: { code: 'DOWN' } });
    await screen.refresh(['sum']);
    expect(host.loads.get('/orders')!.refreshes).toBe(1);
    answer(host, 4);
    await settled();
    expect(screen.source('sum')).toMatchObject({ status: 'ready', value: 4, error: null });
  });

  it('waits for its own needs', () => {
    const { screen } = startScreen({
      state: { a: null },
      sources: { twice: { value: { $expr: 'state.a * 2' }, needs: ['state.a'] } },
    });
    expect(screen.source('twice')).toMatchObject({ status: 'missing', missing: ['state.a'] });
    screen.store.set(['state', 'a'], 4);
    expect(screen.source('twice').value).toBe(8);
  });

  it('never shows the value of an earlier evaluation, however long it takes', async () => {
    const { screen } = startScreen({
      state: { n: 1 },
      sources: { s: { value: { $expr: '$string(state.n)' } } },
    });
    for (let n = 2; n < 20; n += 1) screen.store.set(['state', 'n'], n);
    await settled();
    expect(screen.source('s').value).toBe('19');
  });

  it('contains its errors, which it reports once', async () => {
    const { screen, host } = startScreen({
      state: { a: 'x', ok: 1 },
      sources: { bad: { value: { $expr: 'state.a + 1' } }, good: { value: { $expr: 'state.ok + 1' } } },
      body: [reader('one', 'data.bad.value'), reader('two', 'data.good.value')],
    });
    expect(screen.source('bad')).toMatchObject({ status: 'error', error: { code: 'CLIENT' } });
    expect(screen.source('good').value).toBe(2);
    screen.store.set(['state', 'a'], 'y');
    expect(host.reports).toHaveLength(1);
    screen.store.set(['state', 'a'], 3);
    expect(screen.source('bad')).toMatchObject({ status: 'ready', value: 4, error: null });
  });

  it('keeps its value where another evaluation gives an equal one', () => {
    const { screen } = startScreen({
      state: { rows: [{ n: 1 }] },
      sources: { same: { value: { $expr: 'state.rows' } } },
    });
    const before = screen.source('same');
    screen.store.set(['state', 'rows'], [{ n: 1 }]);
    expect(screen.source('same')).toBe(before);
  });

  it('reads the current item as $, and then follows every other source', async () => {
    const { screen, host } = startScreen({
      sources: {
        first: { value: { $expr: 'data.orders.rows.amount[$ > 2]' } },
        second: { value: { $expr: '$count(data.first.value[$ > 3])' } },
        orders,
      },
    });
    answer(host, 1, 3, 4, 5);
    await settled();
    expect(screen.source('first').value).toEqual([3, 4, 5]);
    expect(screen.source('second').value).toBe(2);
    answer(host, 9, 9, 9, 9);
    await settled();
    expect(screen.source('second').value).toBe(4);
  });

  it.each([
    ['itself', { a: { value: { $expr: 'data.a.value + 1' } } }],
    ['all data', { a: { value: { $expr: '$string(data)' } } }],
    ['each other', { a: { value: { $expr: 'data.b.value' } }, b: { value: { $expr: '[data.a.rows, 1]' } } }],
    [
      'a load that needs it',
      { a: { value: { $expr: 'data.b.rows' } }, b: { get: '/b/{data.a.value}', rows: 'data' } },
    ],
  ])('is refused when it reads %s, and does not hang', async (_, sources) => {
    const document = screenDocument({ sources });
    const found = await validateDocument(document, registry);
    expect(found.map(({ code }) => code)).toEqual(['source-cycle']);
    const { screen } = startScreen({ sources, state: {} });
    await settled();
    screen.dispose();
    expect(compileDocument(document, registry).sources.size).toBeLessThan(2);
  });

  it.each([
    [{}, '', 'source-origin'],
    [{ get: '/a', value: { $expr: '1' } }, '', 'source-origin'],
    [{ get: '/a', post: '/b' }, '', 'source-origin'],
    [{ get: '/a', body: {} }, '/body', 'source-key'],
    [{ value: { $expr: '1' }, rows: 'data' }, '/rows', 'source-key'],
    [{ value: { $expr: '1' }, every: 10 }, '/every', 'source-key'],
    [{ value: '1' }, '/value', 'type'],
    [{ get: '/a', every: 0 }, '/every', 'too-small'],
    [{ get: '/a', every: 4.9 }, '/every', 'too-small'],
    [{ get: '/a', record: { $expr: 'state.a' } }, '/record', 'type'],
  ])('is distinguished from other origins of data: %j', async (source, below, code) => {
    const document = screenDocument({ state: { a: 1 }, sources: { one: source as JsonObject } });
    const found = await validateDocument(document, registry);
    expect(found).toContainEqual(expect.objectContaining({ pointer: `/sources/one${below}`, code }));
    expect(startScreen({ sources: { one: source as JsonObject } }).screen.source('one').status).toBeDefined();
  });
});

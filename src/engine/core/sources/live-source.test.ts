import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { DataEvent } from '../contract.ts';
import { eventPause, longestPause } from './live-source.ts';
import { failure } from '../testing/fake-host.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const rows = [
  { id: 1, name: 'a', state: 'open', version: 3 },
  { id: 2, name: 'b', state: 'open', version: 1 },
];

/** Opens a screen with one source, and mounts a node that reads it. */
async function open(source: JsonObject, more: JsonObject = {}) {
  const opened = startScreen({
    sources: { orders: { get: '/orders', rows: 'data.rows', total: 'data.total', ...source } },
    body: [
      { id: 'one', type: 'label', props: { count: { $expr: 'data.orders.total' } } },
      { id: 'other', type: 'label', props: { text: 'no data' } },
    ],
    ...more,
  });
  await vi.dynamicImportSettled();
  const { screen, host } = opened;
  const mount = (id: string) => screen.observeNode(screen.compiled.nodes.get(id)!).subscribe(() => undefined);
  const load = () => [...host.loads.values()].at(-1)!;
  const answer = (list: readonly JsonObject[] = rows, total = list.length) =>
    load().answer({ data: { rows: list, total } });
  return { ...opened, mount, load, answer, refreshes: () => load().refreshes };
}

describe('a source with `every`', () => {
  it('loads again in that rhythm while a node that reads it is mounted', async () => {
    const { host, mount, answer, refreshes, screen } = await open({ every: 10 });
    answer();
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
    const other = mount('other');
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
    // It was due all the time.
    const release = mount('one');
    await host.clock.advance(0);
    expect(refreshes()).toBe(1);
    await host.clock.advance(9_999);
    expect(refreshes()).toBe(1);
    await host.clock.advance(1);
    expect(refreshes()).toBe(2);
    await host.clock.advance(100_000);
    expect(refreshes()).toBe(12);
    release();
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(12);
    mount('one');
    await host.clock.advance(0);
    expect(refreshes()).toBe(13);
    other();
    screen.dispose();
    expect(host.clock.waiting()).toBe(0);
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(13);
  });

  it('pauses while the page is hidden or offline, and then loads at once', async () => {
    const { host, mount, answer, refreshes } = await open({ every: 10 });
    answer();
    mount('one');
    host.presence.set(false);
    await host.clock.advance(500_000);
    expect(refreshes()).toBe(0);
    expect(host.clock.waiting()).toBe(0);
    host.presence.set(true);
    await host.clock.advance(0);
    expect(refreshes()).toBe(1);
    host.presence.set(false);
    host.presence.set(true);
    await host.clock.advance(9_999);
    expect(refreshes()).toBe(1);
  });

  it('is mounted too where a node reads it through a computed source or another load', async () => {
    const { host, mount, answer, load } = await open(
      { every: 10 },
      {
        sources: {
          orders: { get: '/orders', rows: 'data.rows', total: 'data.total', every: 10 },
          twice: { value: { $expr: 'data.orders.total * 2' } },
        },
        body: [{ id: 'one', type: 'label', props: { count: { $expr: 'data.twice.value' } } }],
      },
    );
    answer();
    const release = mount('one');
    await host.clock.advance(10_000);
    expect(load().refreshes).toBe(1);
    release();
    await host.clock.advance(60_000);
    expect(load().refreshes).toBe(1);
  });

  it('waits longer after each failure, up to a limit, and as usual after a success', async () => {
    const { host, mount, load, answer, refreshes } = await open({ every: 60 });
    mount('one');
    load().fail(failure('DOWN'));
    await host.clock.advance(60_000);
    const pauses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const before = refreshes();
      let waited = 0;
      while (refreshes() === before) {
        await host.clock.advance(1_000);
        waited += 1_000;
      }
      pauses.push(waited);
    }
    // 60 s doubled, a quarter more or less, at most 5 minutes.
    [120_000, 240_000, ...Array(4).fill(longestPause)].forEach((expected: number, turn) => {
      expect(pauses[turn]).toBeGreaterThanOrEqual(expected * 0.75);
      expect(pauses[turn]).toBeLessThanOrEqual(expected * 1.25 + 1_000);
    });
    answer();
    const before = refreshes();
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(before + 1);
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(before + 2);
  });

  it('never overlaps with a load that is under way', async () => {
    const { host, mount, refreshes, answer } = await open({ every: 5 });
    mount('one');
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
    answer();
    await host.clock.advance(5_000);
    expect(refreshes()).toBe(1);
  });

  it('stops when the definition is replaced by one without it', async () => {
    const { host, screen, mount, answer, refreshes } = await open({ every: 10 });
    answer();
    mount('one');
    const { compileDocument } = await import('../language/compile.ts');
    const { screen: plain } = startScreen({});
    screen.replaceDefinition(
      compileDocument(
        screenDocument({ sources: { orders: { get: '/orders', rows: 'data.rows', total: 'data.total' } } }),
        plain.compiled.registry,
      ),
    );
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
  });
});

describe('a source with `on`', () => {
  const updated: DataEvent = {
    topic: 'orders',
    key: 2,
    action: 'updated',
    record: { id: 2, name: 'B', version: 2 },
  };
  const patch = { on: [{ topic: 'orders', key: 'id', patch: true }] };

  it('loads again once for many events, while somebody can see it', async () => {
    const { host, mount, answer, refreshes } = await open({ on: ['orders', 'items'] });
    answer();
    const release = mount('one');
    expect(host.events.topics()).toEqual(['orders', 'items']);
    for (let turn = 0; turn < 50; turn += 1) host.events.emit({ topic: turn % 2 ? 'orders' : 'items' });
    host.events.emit({ topic: 'nobody' });
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(1);
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(1);
    release();
    host.events.emit({ topic: 'orders' });
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(1);
    mount('one');
    await host.clock.advance(0);
    expect(refreshes()).toBe(2);
  });

  it('loads again after a load under way, which may be older than the event', async () => {
    const { host, mount, answer, refreshes } = await open(patch);
    mount('one');
    host.events.emit(updated);
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
    answer();
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(1);
  });

  it('does not load again for a version that it has, or that another load has brought meanwhile', async () => {
    const { host, mount, answer, refreshes } = await open({ on: ['orders'] });
    answer();
    mount('one');
    const update = (version: number, key = 1): DataEvent => ({
      topic: 'orders',
      key,
      action: 'updated',
      version,
    });
    host.events.emit(update(3));
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(0);
    // The change of one's own, after which a step loads the rows.
    host.events.emit(update(4));
    answer([{ ...rows[0]!, version: 4 }, rows[1]!]);
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(0);
    for (const event of [update(5), update(2, 2), update(1, 9)]) host.events.emit(event);
    answer([
      { ...rows[0]!, version: 5 },
      { ...rows[1]!, version: 2 },
    ]);
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(1);
    host.events.emit({ topic: 'orders' });
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(2);
  });

  it('subscribes to topics with values of references, as soon as they are known', async () => {
    const { host, screen } = await open(
      { on: ['orders.{state.company}.{state.open}'] },
      { state: { company: '', open: 7 } },
    );
    expect(host.events.topics()).toEqual([]);
    screen.store.set(['state', 'company'], 'acme');
    expect(host.events.topics()).toEqual(['orders.acme.7']);
    screen.store.set(['state', 'company'], 'other');
    expect(host.events.topics()).toEqual(['orders.other.7']);
    screen.dispose();
    expect(host.events.topics()).toEqual([]);
  });

  it('reads parameters, the person and the arguments of the dialog that uses the source', async () => {
    const { screen, host } = startScreen(
      {
        sources: {
          orders: { get: '/orders', rows: 'data.rows', on: ['orders.{args.company}.{params.id}.{user.id}'] },
        },
        dialogs: [
          {
            id: 'details',
            type: 'dialog',
            props: {},
            children: [{ id: 'one', type: 'label', props: { count: { $expr: 'data.orders.total' } } }],
          },
        ],
      },
      undefined,
      { id: '7' },
    );
    await vi.dynamicImportSettled();
    expect(host.events.topics()).toEqual([]);
    screen.open('details', { company: 'acme' });
    expect(host.events.topics()).toEqual(['orders.acme.7.1']);
    screen.open('details', { company: 'other' });
    expect(host.events.topics()).toEqual(['orders.other.7.1']);
    screen
      .dialog('details')
      .observeNode(screen.compiled.nodes.get('one')!)
      .subscribe(() => undefined);
    const load = host.loads.get('/orders')!;
    load.answer({ data: { rows } });
    host.events.emit({ topic: 'orders.acme.7.1' });
    host.events.emit({ topic: 'orders.other.7.1' });
    await host.clock.advance(eventPause);
    expect(load.refreshes).toBe(1);
    screen.close('details');
    expect(host.events.topics()).toEqual([]);
  });

  it('puts a changed record into its row, and keeps it while the reply is the same', async () => {
    const { host, mount, screen, answer, refreshes } = await open(patch);
    answer();
    mount('one');
    const [first] = screen.source('orders').rows;
    host.events.emit(updated);
    expect(screen.source('orders').rows).toEqual([rows[0], { ...rows[1], name: 'B', version: 2 }]);
    expect(screen.source('orders').rows[0]).toBe(first);
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
    // An event that arrives late is older than the row.
    host.events.emit({ ...updated, record: { id: 2, name: 'late', version: 1 } });
    expect(screen.source('orders').rows[1]).toMatchObject({ name: 'B' });
    answer([rows[0]!]);
    expect(screen.source('orders').rows).toEqual([rows[0]]);
  });

  it('removes a deleted row, and loads the row that follows the page', async () => {
    const { host, mount, screen, answer, refreshes } = await open(patch);
    answer();
    mount('one');
    host.events.emit({ topic: 'orders', key: '1', action: 'deleted' });
    expect(screen.source('orders')).toMatchObject({ rows: [rows[1]], total: 1 });
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
    answer(rows, 9);
    host.events.emit({ topic: 'orders', key: 1, action: 'deleted' });
    expect(screen.source('orders')).toMatchObject({ rows: [rows[1]], total: 8 });
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(1);
  });

  it('adds a created record where all rows are there in no order', async () => {
    const { host, mount, screen, answer, refreshes } = await open(patch);
    answer();
    mount('one');
    const created: DataEvent = { topic: 'orders', key: 3, action: 'created', record: { id: 3, name: 'c' } };
    host.events.emit(created);
    expect(screen.source('orders')).toMatchObject({ total: 3, rows: [...rows, { id: 3, name: 'c' }] });
    // The same event again is a change of the row.
    host.events.emit(created);
    expect(screen.source('orders').total).toBe(3);
    await host.clock.advance(60_000);
    expect(refreshes()).toBe(0);
  });

  it.each<[string, DataEvent]>([
    ['a row of another page', { topic: 'orders', key: 99, action: 'updated', record: { id: 99 } }],
    ['a created row', { topic: 'orders', key: 3, action: 'created', record: { id: 3, name: 'c' } }],
    ['a value that orders the rows', { ...updated, record: { id: 2, name: 'zz' } }],
    ['a filtered value', { ...updated, record: { id: 2, state: 'late' } }],
    ['no record', { topic: 'orders', key: 2, action: 'updated' }],
    ['no action', { topic: 'orders', key: 2 }],
    ['no key', { topic: 'orders', action: 'updated', record: { id: 2 } }],
  ])('loads again where the page, its order or its filters decide: %s', async (_, event) => {
    const list = { list: 'state.list', get: '/orders' };
    const state = { list: { order: 'name_asc', filters: { state: 'open' } } };
    const { host, mount, screen, answer, refreshes } = await open({ ...patch, ...list }, { state });
    answer();
    mount('one');
    host.events.emit(event);
    expect(screen.source('orders').rows).toEqual(rows);
    await host.clock.advance(eventPause);
    expect(refreshes()).toBe(1);
    // A change of another field stays in its place.
    host.events.emit({ ...updated, record: { id: 2, name: 'b', note: 'x' } });
    expect(screen.source('orders').rows[1]).toMatchObject({ note: 'x' });
  });

  it('puts a change into a record', async () => {
    const { host, mount, screen, load } = await open(
      { ...patch, record: 'data' },
      { sources: { orders: { get: '/orders/1', record: 'data', ...patch } } },
    );
    load().answer({ data: rows[0] });
    mount('one');
    host.events.emit({ ...updated, key: 1, record: { name: 'A', version: 4 } });
    expect(screen.source('orders').record).toEqual({ ...rows[0], name: 'A', version: 4 });
    host.events.emit(updated);
    expect(screen.source('orders').record).toMatchObject({ id: 1, name: 'A' });
  });

  it.each([
    [['a b'], '/on/0'],
    [['x.{state}'], '/on/0'],
    [[{ topic: 'x', key: 'id' }], '/on/0'],
    [[{ topic: 'x', key: 'id', patch: false }], '/on/0'],
    [['orders.{data.nobody.record.id}'], '/on/0'],
    [[{ topic: 'x.{state.nobody}', key: 'id', patch: true }], '/on/0/topic'],
  ])('is refused where a topic is none: %j', async (on, below) => {
    const document = screenDocument({ sources: { orders: { get: '/orders', on: on as never } } });
    const found = await validateDocument(document, registry);
    expect(found.map(({ pointer }) => pointer.startsWith(`/sources/orders${below}`))).toContain(true);
  });
});

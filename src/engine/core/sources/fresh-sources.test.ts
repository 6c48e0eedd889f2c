import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import { withEntities } from '../entity/entity-sources.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { eventPause } from './live-source.ts';
import { createScreen } from '../screen/screen.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';

// Shrinking a case of this size takes longer than the test may, and would hide it.
const options = { endOnFailure: true };

const entity = {
  kind: 'entity',
  formatVersion: 2,
  id: 'order',
  title: 'Order',
  display: 'name',
  key: 'id',
  address: '/orders',
  fields: { id: { type: 'integer', title: 'Id' }, name: { type: 'string', title: 'Name' } },
} as unknown as EntityDocument;

const perPage = 3;
const id = fc.integer({ min: 1, max: 6 });
const name = fc.constantFrom('a', 'b', 'ana', 'é');
const status = fc.constantFrom('open', 'late');
const n = fc.integer({ min: -3, max: 9 });
const tags = fc.array(name, { maxLength: 2 });
const record = fc.record({ id, name, status, n, tags });
type Row = JsonObject & { id: number };

type Change =
  { set: [path: string[], value: Json] } | { created: Row } | { updated: Row } | { deleted: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map((page) => ({ set: [['page'], page] as [string[], Json] })),
  fc
    .constantFrom('', 'name_asc', 'name_desc', 'n_asc')
    .map((order) => ({ set: [['order'], order] as [string[], Json] })),
  fc
    .constantFrom('', 'open', 'late')
    .map((one) => ({ set: [['filters', 'status'], one] as [string[], Json] })),
  record.map((created) => ({ created: created as unknown as Row })),
  fc
    .record({ id, name, status, n, tags }, { requiredKeys: ['id'] })
    .map((updated) => ({ updated: updated as unknown as Row })),
  id.map((deleted) => ({ deleted })),
);

const rows = fc.constantFrom(
  'data.orders.rows',
  'data.late.rows',
  'data.orders.rows[status = $$.state.list.filters.status]',
  'data.orders.rows^(>n, name)',
  '$map(data.orders.rows, function($v, $i) { $merge([$v, {"n": $v.n + $i}]) })',
  '$sort(data.late.rows, function($l, $r) { $l.n > $r.n })',
);
const expression = fc.oneof(
  rows,
  rows.map((one) => `${one}{status: $sum(n)}`),
  rows.map((one) => `$sum(${one}.n) + data.orders.total`),
  rows.map((one) => `$join(${one}.tags, ', ')`),
  rows.map((one) => `$count(${one}[n > state.list.page])`),
  rows.map((one) => `$reduce(${one}.n, function($l, $r) { $l + $r }, 0)`),
  rows.map((one) => `state.list.order = '' ? ${one}[0].name : ${one}[-1].name`),
  rows.map((one) => `data.late.total & '/' & $string(${one}.id)`),
);

type Outcome = { value: Json } | { error: true };
const asJson = (value: unknown): Json =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as Json);

/** A server with a table, which answers as the kernel's lists do. */
class Server {
  constructor(private records: readonly Row[]) {}

  /** Makes the change, and returns what the event says. */
  apply(one: Change): Change {
    if ('created' in one && this.records.some(({ id: known }) => known === one.created.id))
      return this.apply({ updated: one.created });
    if ('created' in one) this.records = [...this.records, one.created];
    if ('updated' in one)
      this.records = this.records.map((known) =>
        known.id === one.updated.id ? { ...known, ...one.updated } : known,
      );
    if ('deleted' in one) this.records = this.records.filter((known) => known.id !== one.deleted);
    return one;
  }

  answer(address: string): { rows: Row[]; totalRows: number } {
    const query = new URL(address, 'http://server').searchParams;
    const [, field = '', way = ''] = /^(\w+)_(asc|desc)$/.exec(query.get('order') ?? '') ?? [];
    const found = this.records.filter((one) => [null, one['status']].includes(query.get('status')));
    const compare = (left: Row, right: Row): number =>
      left[field]! < right[field]! ? -1 : left[field]! > right[field]! ? 1 : left.id - right.id;
    const ordered = field === '' ? found : found.toSorted(compare);
    if (way === 'desc') ordered.reverse();
    const first = (Number(query.get('page')) - 1) * perPage;
    return { rows: ordered.slice(first, first + perPage), totalRows: found.length };
  }
}

/** Opens a screen with the list of an entity that follows events, and observes a node for each expression. */
function open(expressions: readonly string[], server: Server) {
  const host = createFakeHost();
  let address = '';
  const { load } = host;
  host.load = (at, body) => {
    address = at;
    return load(at, body);
  };
  const document = withEntities(
    screenDocument({
      state: { list: { perPage, filters: { status: '' } } },
      sources: {
        orders: { entity: 'order', list: 'state.list', on: [{ topic: 'orders', key: 'id', patch: true }] },
        late: { value: { $expr: "data.orders.rows[status = 'late']" } },
      },
      body: [
        ...expressions.map(($expr, index) => ({
          id: `n${index}`,
          type: 'label',
          props: { count: { $expr } },
        })),
        {
          id: 'rows',
          type: 'label',
          repeat: { each: { $expr: 'data.orders.rows' }, as: 'order', key: 'id' },
          props: { text: { $expr: 'order.name' } },
        },
      ],
    }),
    () => entity,
  );
  const screen = createScreen(compileDocument(document, registry), host, {});
  screen.start();
  const nodes = screen.compiled.body.map((node) => screen.observeNode(node.repeat?.list ?? node));
  const releases = nodes.map((node) => node.subscribe(() => void node.get()));
  const answered = new Map<string, number>();
  return {
    screen,
    host,
    address: () => address,
    /** Answers the current address if it was asked for since the last answer. */
    answer(isNew: boolean): void {
      const current = host.loads.get(address)!;
      if (!isNew && answered.get(address) === current.refreshes) return;
      answered.set(address, current.refreshes);
      const data = structuredClone(server.answer(address));
      current.answer({ data });
    },
    shown: (): Outcome[] =>
      nodes.map((node) => {
        const { props, error } = node.get();
        return error ? { error: true } : { value: asJson(props['count'] ?? props['each']) };
      }),
    close(): void {
      for (const release of releases) release();
      screen.dispose();
    },
  };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it('shows the rows that the server has, and what JSONata computes of them, after every event and change of the list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(expression, { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(record, { selector: (one) => one.id, maxLength: 5 }),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async (expressions, records, changes) => {
        // Loads JSONata, so that nothing below waits for its code.
        await compileExpression('$sum(1)').evaluateAsync({});
        const server = new Server(records as unknown as Row[]);
        const { screen, host, address, answer, shown, close } = open(expressions, server);
        // The code that follows events is loaded on demand.
        await vi.dynamicImportSettled();
        answer(true);
        shown();
        for (const one of changes) {
          const before = address();
          if ('set' in one) screen.store.set(['state', 'list', ...one.set[0]], one.set[1]);
          else {
            const event = server.apply(one);
            const [action, value] = Object.entries(event)[0] as ['created' | 'updated' | 'deleted', Row];
            const key = typeof value === 'number' ? value : value.id;
            const patched = typeof value === 'object' ? { record: value } : {};
            host.events.emit({ topic: 'orders', key, action, ...patched });
          }
          await host.clock.advance(eventPause);
          answer(address() !== before);
          for (let turn = 0; turn < 3; turn += 1) await nextTask();
          const { list } = screen.store.get(['state']) as { list: JsonObject };
          const { status: filter } = list['filters'] as JsonObject;
          const order = list['order'] === '' ? '' : `&order=${String(list['order'])}`;
          expect(address()).toBe(
            `/orders?page=${String(list['page'])}&perPage=3${order}${filter === '' ? '' : `&status=${String(filter)}`}`,
          );
          const { rows: expected, totalRows } = server.answer(address());
          expect(screen.source('orders')).toMatchObject({ rows: expected, total: totalRows });
          const scope = structuredClone(screen.store.snapshot());
          const afresh = expressions.map(async (source): Promise<Outcome> => {
            try {
              return { value: asJson(await compileExpression(source).evaluateAsync(scope)) };
            } catch {
              return { error: true };
            }
          });
          const outcomes = [...(await Promise.all(afresh)), { value: expected }];
          expect([expressions, shown()]).toEqual([expressions, outcomes]);
        }
        close();
      },
    ),
    options,
  );
}, 1_800_000);

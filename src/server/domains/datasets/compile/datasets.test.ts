import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { validateDocument, type DatasetDocument } from '../../../../engine/core/index.ts';
import { buildModels } from '../../../kernel/entity/entity-model.ts';
import { datasetResource } from '../routes/dataset-resource.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addPerson } from '../../../testing/people.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { registry } from '../../definitions/store/registry.ts';
import { Datasets } from '../run/run.ts';
import { referenceRows, type ShopRows } from '../store/reference.ts';
import { createShop, shop } from './testing.ts';

const models = buildModels(shop);
const datasets = new Map<string, DatasetDocument>();
let app: TestApp;
let platform: Platform;
let admin: Record<string, string>;
let clerk: Record<string, string>;
const rows: ShopRows = { order: [], customer: [], item: [] };

const dataset = (body: JsonObject): DatasetDocument =>
  ({
    kind: 'dataset',
    formatVersion: 2,
    id: 'one',
    title: 'One',
    from: 'order',
    ...body,
  }) as unknown as DatasetDocument;

type Query = Record<string, string | string[]>;

async function run(document: DatasetDocument, query: Query = {}, headers = admin) {
  const id = `d${datasets.size}`;
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  datasets.set(id, document);
  const answer = await app.inject({
    method: 'GET',
    url: `/adm/v2/dataset/${id}?${new URLSearchParams(pairs)}`,
    headers,
  });
  return { ...answer.json(), status: answer.statusCode } as {
    status: number;
    code: string;
    message: string;
    data: {
      rows: JsonObject[];
      totals: { groups: string[]; rows: JsonObject[] }[];
      truncated: boolean;
      columns: JsonObject[];
    };
  };
}

const problems = async (document: DatasetDocument) =>
  (
    await validateDocument(document, registry, {
      catalogue: { routes: [], topics: [], entities: shop as unknown as JsonObject[] },
    })
  ).map(({ pointer, code }) => `${pointer} ${code}`);

/** Rows in an order of their own, with numbers at a precision that sums of doubles have. */
function comparable(all: readonly JsonObject[]): string[] {
  const value = (one: Json): Json => (typeof one === 'number' ? Number(one.toPrecision(10)) : one);
  return all
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, one]) => [name, value(one)]),
      ),
    )
    .toSorted();
}

const insert = (table: string, columns: string, all: readonly JsonObject[]) =>
  sql`insert into ${sql.table(table)} (tenant_id, ${sql.raw(columns)})
    select ${app.tenants.acme}, r.* from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
    as r(${sql.raw(
      columns
        .split(', ')
        .map((one) => `${one} ${types[one]}`)
        .join(', '),
    )})`.execute(app.database.owner);
const types: Record<string, string> = {
  id: 'bigint',
  name: 'text',
  region: 'text',
  customer_id: 'bigint',
  status: 'text',
  at: 'timestamptz',
  day: 'date',
  amount: 'float8',
  cost: 'float8',
  open: 'boolean',
  order_id: 'bigint',
  price: 'float8',
  pieces: 'bigint',
  agent_id: 'bigint',
};

/** A number from 0 below `most` that looks like chance and is the same in each run. */
let state = 7;
function chance(most: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * most);
}
const oneOf = <T>(all: readonly T[]): T => all[chance(all.length)]!;

beforeAll(async () => {
  app = await testApp({
    resources: (made) => {
      platform = made;
      return [
        datasetResource(new Datasets(models), {
          find: (_ctx, id) => Promise.resolve(datasets.get(id)!),
          open: (_ctx, id) => Promise.resolve(datasets.get(id)!),
          all: () => Promise.resolve([...datasets.values()]),
        }),
      ];
    },
  });
  await createShop(app.database);
  // New York's clocks went back at 2025-11-02 02:00, which made that day 25 hours long.
  await sql`update tenant set time_zone = 'America/New_York' where id = ${app.tenants.beta}`.execute(
    app.database.owner,
  );
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await sql`insert into access_group_special (tenant_id, group_id, permission)
    select tenant_id, id, unnest(array['costs', 'all-orders']) from access_group where all_screens`.execute(
    app.database.owner,
  );
  await addPerson(app, 'clerk', { order: 'r', customer: 'r' });
  clerk = await app.sessionOf(app.tenants.acme, 'clerk');
  rows.customer = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    name: `C${at % 9}`,
    region: oneOf(['N', 'S', 'Outros', null]),
  }));
  rows.order = Array.from({ length: 220 }, (_, at) => {
    const day = `202${5 + chance(2)}-${String(chance(12) + 1).padStart(2, '0')}-${String(chance(28) + 1).padStart(2, '0')}`;
    return {
      id: at + 1,
      customer: oneOf([...rows.customer.map(({ id }) => id as number), null]),
      status: oneOf(['new', 'paid', 'late', 'secret', null]),
      // Local time of São Paulo: two hours before midnight are the next day in UTC.
      at: `${day}T${oneOf(['00', '12', '22', '23'])}:30:00-03:00`,
      day: oneOf([day, day, null]),
      amount: oneOf([null, chance(50_000) / 100]),
      cost: chance(100),
      open: oneOf([true, false, null]),
    };
  });
  rows.item = Array.from({ length: 400 }, (_, at) => ({
    id: at + 1,
    name: `I${chance(20)}`,
    order: chance(180) + 1,
    price: chance(10_000) / 100,
    pieces: oneOf([null, chance(9)]),
  }));
  await insert('customer', 'id, name, region', rows.customer);
  await insert(
    'shop_order',
    'id, customer_id, status, at, day, amount, cost, open',
    rows.order.map(({ customer, ...row }) => ({ ...row, customer_id: customer! })),
  );
  await insert(
    'item',
    'id, name, order_id, price, pieces',
    rows.item.map(({ order, ...row }) => ({ ...row, order_id: order! })),
  );
});
afterAll(() => app.close());

describe('any dataset', () => {
  const condition = fc.oneof(
    fc.constantFrom<JsonObject>(
      { status: 'paid' },
      { status: { in: ['new', 'late'] } },
      { amount: { from: 100, to: 400 } },
      { 'customer.region': 'S' },
      { 'customer.region': { empty: true } },
      { at: { within: { from: '2025-03-10', to: '2026-02-28' } } },
      { day: { within: { from: '2025-06-01' } } },
      { open: true },
      { not: { status: 'new' } },
      { not: { 'customer.name': { in: ['C1', 'C2', 'C3'] } } },
      { has: { 'item~order': true } },
      { not: { has: { 'item~order': { pieces: { from: 4 } } } } },
      { has: { 'item~order': { all: [{ name: 'I1' }, { 'order.customer.region': 'S' }] } } },
      { has: { 'customer.order~customer': { status: 'late' } } },
      { has: { 'customer.order~customer.item~order': { price: { from: 90 } }, 'item~order': true } },
    ),
  );
  const filter: fc.Arbitrary<JsonObject> = fc.oneof(
    condition,
    fc.array(condition, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    fc.array(condition, { minLength: 1, maxLength: 2 }).map((all) => ({ all })),
  );
  const itemFilter = fc.constantFrom<JsonObject>(
    { 'item~order.pieces': { from: 3 } },
    { 'item~order.name': { in: ['I1', 'I2', 'I7'] } },
    { status: 'paid' },
  );
  const measure = fc.oneof(
    fc.record({ count: fc.constant(true) }),
    fc.record({ count: fc.constant(true), where: filter }),
    fc.record({ count: fc.constant('item~order') }),
    fc.record({ count: fc.constant('item~order'), where: itemFilter }),
    fc.record({ sum: fc.constantFrom('amount', 'item~order.price', 'item~order.pieces') }),
    fc.record({ sum: fc.constant('item~order.price'), where: itemFilter }),
    fc.record({ avg: fc.constantFrom('amount', 'item~order.price') }),
    fc.record({ distinct: fc.constantFrom('customer', 'customer.region', 'item~order.name') }),
    fc.record({ min: fc.constantFrom('amount', 'item~order.pieces') }),
    fc.record({ max: fc.constantFrom('amount', 'item~order.price'), where: filter.filter(() => true) }),
    fc.record({
      percentile: fc.record({
        field: fc.constantFrom('amount', 'item~order.price'),
        p: fc.constantFrom(0.5, 0.9),
      }),
    }),
  );
  const grouping = fc.constantFrom<JsonObject>(
    { id: 'status', field: 'status' },
    { id: 'region', field: 'customer.region' },
    { id: 'name', field: 'customer.name' },
    { id: 'open', field: 'open' },
    { id: 'month', field: 'at', bucket: 'month' },
    { id: 'week', field: 'at', bucket: 'week' },
    { id: 'date', field: 'at', bucket: 'day' },
    { id: 'quarter', field: 'day', bucket: 'quarter' },
    { id: 'year', field: 'day', bucket: 'year' },
  );
  const documents = fc
    .record({
      where: fc.option(filter, { nil: undefined }),
      groups: fc.uniqueArray(grouping, { maxLength: 3, selector: ({ id }) => id }),
      measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
      derived: fc.subarray(['share', 'ratio', 'running']),
      weekStart: fc.option(fc.constantFrom('sunday', 'monday', 'saturday'), { nil: undefined }),
      top: fc.option(fc.record({ n: fc.integer({ min: 1, max: 4 }), at: fc.nat(2), by: fc.nat(3) }), {
        nil: null,
      }),
      totals: fc.subarray([0, 1, 2]),
    })
    .map(({ where, groups, measures, derived, weekStart, top, totals }) => {
      const plain = Object.fromEntries(measures.map((one, at) => [`m${at}`, one]));
      const [first] = groups.map(({ id }) => id as string);
      const more: JsonObject = {
        share: { share: { of: 'm0', ...(first !== undefined && { within: [first] }) } },
        ratio: { ratio: { of: 'm0', to: `m${measures.length - 1}`, minus: 1 } },
        running: { running: { of: 'm0', along: first ?? '' } },
      };
      const kinds = derived.filter((kind) => kind !== 'running' || first !== undefined);
      const named = { ...plain, ...Object.fromEntries(kinds.map((kind) => [kind, more[kind]!])) };
      const group = groups.map((one, at): JsonObject =>
        top !== null && at === top.at && one['bucket'] === undefined
          ? { ...one, top: { n: top.n, by: `m${top.by % measures.length}` } }
          : one,
      );
      const kept = totals
        .filter((count) => count < group.length)
        .map((count) => group.slice(0, count).map(({ id }) => id as string));
      return dataset({
        ...(where && { where }),
        ...(weekStart && { weekStart }),
        ...(group.length > 0 && { group: group as Json }),
        measures: named as unknown as Json,
        ...(kept.length > 0 && { totals: kept }),
        limit: 10_000,
      });
    });

  it(
    'answers what a walk over the records computes, rest and totals included',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          expect(await problems(document)).toEqual([]);
          const answer = await run(document);
          expect(answer.message).toBe('');
          const levels = [(document.group ?? []).map(({ id }) => id), ...(document.totals ?? [])];
          for (const [at, level] of levels.entries()) {
            const found = at === 0 ? answer.data.rows : answer.data.totals[at - 1]!.rows;
            expect(comparable(found)).toEqual(comparable(referenceRows(rows, document, level)));
          }
        }),
      );
    },
  );
});

describe('time', () => {
  const period = {
    parameters: { period: { type: 'period', required: true } },
    where: { at: { within: { $expr: 'params.period' } } },
  };

  it('has a row for each unit of the period, and totals that run over empty ones', async () => {
    const { data } = await run(
      dataset({
        ...period,
        where: { all: [period.where, { status: 'paid' }, { 'customer.region': 'S' }] },
        group: [{ id: 'month', field: 'at', bucket: 'month', fill: true }],
        measures: { orders: { count: true }, so: { running: { of: 'orders', along: 'month' } } },
      }),
      { period: '2024-11-15..2027-02-10' },
    );
    expect(data.rows.map(({ month }) => month)).toEqual(
      Array.from({ length: 28 }, (_, at) => new Date(Date.UTC(2024, 10 + at, 1)).toISOString().slice(0, 10)),
    );
    let sum = 0;
    for (const { orders, so } of data.rows) expect(so).toBe((sum += orders as number));
    expect(sum).toBeGreaterThan(0);
    expect(data.rows.some(({ orders }) => orders === 0)).toBe(true);
  });

  it('fills units within each other group', async () => {
    const document = dataset({
      ...period,
      group: [
        { id: 'region', field: 'customer.region', top: { n: 3, by: 'orders' } },
        { id: 'month', field: 'at', bucket: 'month', fill: true },
      ],
      measures: { orders: { count: true } },
      totals: [['month'], []],
    });
    const { data } = await run(document, { period: '2025-01-01..2025-12-31' });
    expect(data.rows.length % 12).toBe(0);
    expect(data.totals[0]!.rows).toHaveLength(12);
    const sum = (all: readonly JsonObject[]) =>
      all.reduce((total, one) => total + (one['orders'] as number), 0);
    expect([sum(data.rows), sum(data.totals[0]!.rows)]).toEqual([
      sum(data.totals[1]!.rows),
      sum(data.totals[1]!.rows),
    ]);
  });

  it('stands beside the same measure of an earlier period', async () => {
    const months = { group: [{ id: 'month', field: 'at', bucket: 'month' }] };
    const measures = { orders: { count: true }, paid: { sum: 'amount', where: { status: 'paid' } } };
    const compared = await run(
      dataset({
        ...period,
        ...months,
        measures: {
          ...measures,
          before: { previous: { of: 'paid', by: 'year' } },
          growth: { ratio: { of: 'paid', to: 'before', minus: 1 } },
        },
      }),
      { period: '2026-01-01..2026-12-31' },
    );
    const earlier = await run(dataset({ ...period, ...months, measures }), {
      period: '2025-01-01..2025-12-31',
    });
    expect(compared.data.rows).toHaveLength(12);
    for (const [at, { month, paid, before, growth }] of compared.data.rows.entries()) {
      const { month: old, paid: value } = earlier.data.rows[at]!;
      expect([before, String(old).slice(5)]).toEqual([value, String(month).slice(5)]);
      const expected = (before as number) === 0 ? null : (paid as number) / (before as number) - 1;
      expect(growth).toEqual(expected === null ? null : expect.closeTo(expected, 9));
    }
    const single = await run(
      dataset({
        ...period,
        measures: { orders: { count: true }, before: { previous: { of: 'orders', by: 'period' } } },
      }),
      { period: '2026-01-01..2026-06-30' },
    );
    const alone = await run(dataset({ ...period, measures }), { period: '2025-07-04..2025-12-31' });
    expect(single.data.rows[0]!['before']).toBe(alone.data.rows[0]!['orders']);
  });

  it('follows the zone of the tenant over changes of its clocks', async () => {
    const beta = await app.sessionOf(app.tenants.beta, 'admin');
    await sql`insert into shop_order (tenant_id, at) select ${app.tenants.beta}, '2025-11-01T04:00:00Z'::timestamptz + make_interval(hours => h)
      from generate_series(0, 72) h`.execute(app.database.owner);
    const { data } = await run(
      dataset({
        ...period,
        group: [{ id: 'date', field: 'at', bucket: 'day', fill: true }],
        measures: { orders: { count: true } },
      }),
      { period: '2025-11-01..2025-11-04' },
      beta,
    );
    expect(data.rows).toEqual([
      { date: '2025-11-01', orders: 24 },
      { date: '2025-11-02', orders: 25 },
      { date: '2025-11-03', orders: 24 },
      { date: '2025-11-04', orders: 0 },
    ]);
  });

  it('is that of the zone that the dataset names, and weeks begin when it says', async () => {
    const daily = (more: JsonObject) =>
      run(
        dataset({
          ...period,
          group: [{ id: 'week', field: 'at', bucket: 'week', fill: true }],
          measures: { orders: { count: true } },
          ...more,
        }),
        { period: '2025-11-03..2025-11-16' },
      );
    const weeks = async (more: JsonObject) => (await daily(more)).data.rows.map(({ week }) => week);
    expect(await weeks({})).toEqual(['2025-11-03', '2025-11-10']);
    expect(await weeks({ weekStart: 'sunday' })).toEqual(['2025-11-02', '2025-11-09', '2025-11-16']);
    expect(await weeks({ weekStart: 'saturday' })).toEqual(['2025-11-01', '2025-11-08', '2025-11-15']);
    const first = (zone: string) =>
      run(
        dataset({
          zone,
          where: { at: { within: { from: '2025-03-01', to: '2025-03-31' } } },
          measures: { orders: { count: true }, first: { min: 'at' } },
        }),
      );
    const inMarch = (zone: string) =>
      rows.order.filter(
        ({ at }) =>
          new Date(String(at)).toLocaleDateString('en-CA', { timeZone: zone }).slice(0, 7) === '2025-03',
      ).length;
    for (const zone of ['America/Sao_Paulo', 'Asia/Tokyo', 'UTC'])
      expect((await first(zone)).data.rows[0]!['orders']).toBe(inMarch(zone));
  });

  it('of a zone that does not exist is refused by name, of a dataset and of a tenant', async () => {
    const wrong = dataset({ zone: 'America/Atlantis', measures: { all: { count: true } } });
    expect(await problems(wrong)).toEqual(['/zone dataset-zone']);
    expect(await run(wrong)).toMatchObject({
      status: 422,
      code: 'RULE_BROKEN',
      message: expect.stringContaining("'America/Atlantis'"),
    });
    const setZone = (zone: string) =>
      sql`update tenant set time_zone = ${zone} where id = ${app.tenants.acme}`.execute(app.database.owner);
    await setZone('Nowhere/At-All');
    await platform.tenants.refresh();
    const answer = await run(dataset({ measures: { all: { count: true } } }));
    await setZone('America/Sao_Paulo');
    await platform.tenants.refresh();
    expect(answer).toMatchObject({ status: 422, message: expect.stringContaining("'Nowhere/At-All'") });
  });
});

describe('rows', () => {
  it('are ordered, limited and kept by their measures; shares are of all', async () => {
    const document = dataset({
      group: [{ id: 'customer', field: 'customer' }],
      measures: { orders: { count: true }, part: { share: { of: 'orders' } } },
      having: { orders: { from: 10 } },
      order: ['orders_desc'],
      limit: 3,
      totals: [[]],
    });
    const { data } = await run(document);
    expect([data.rows.length, data.truncated]).toEqual([3, true]);
    const counts = data.rows.map(({ orders }) => orders as number);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    for (const { orders, part } of data.rows) expect(part).toBeCloseTo((orders as number) / 220, 9);
    expect(data.totals).toEqual([{ groups: [], rows: [{ orders: 220, part: 1 }] }]);
    const named = data.rows.map(({ customer, customerId }) => [customerId, customer]);
    expect(named).toEqual(
      named.map(([id]) => [id, rows.customer.find((one) => one['id'] === id)?.['name'] ?? null]),
    );
  });

  it('match a part of a text behind any path', async () => {
    const found = rows.customer.filter(({ name }) => String(name).includes('7')).length;
    const customers = dataset({
      from: 'customer',
      where: { name: { contains: 'c7' } },
      measures: { all: { count: true } },
    });
    expect((await run(customers)).data.rows).toEqual([{ all: found }]);
    const orders = dataset({
      where: { 'customer.name': { contains: 'C7' } },
      measures: { all: { count: true } },
    });
    const ids = rows.customer.flatMap(({ id, name }) => (String(name).includes('7') ? [id] : []));
    const all = rows.order.filter(({ customer }) => customer !== null && ids.includes(customer)).length;
    expect((await run(orders)).data.rows).toEqual([{ all }]);
  });

  it('may have any name that the language allows', async () => {
    const names = ['level', 'k0', 'm0', 't', 'one', 'order', 'select', 'f0', 'value_desc'];
    const measures = Object.fromEntries(names.map((name) => [name, { count: true }]));
    const document = dataset({
      group: [{ id: 'user', field: 'status', top: { n: 2, by: 'level' } }],
      measures,
      order: ['value_desc', 'k0_desc'],
      totals: [[]],
    });
    expect(await problems(document)).toEqual([]);
    const { data } = await run(document);
    expect(data.totals[0]!.rows).toEqual([Object.fromEntries(names.map((name) => [name, 220]))]);
    const plain = dataset({
      fields: { level: 'id', t: 'status', order: 'amount' },
      order: ['level'],
      limit: 1,
    });
    const { id, status, amount } = rows.order[0]!;
    expect((await run(plain)).data.rows).toEqual([{ level: id, t: status, order: amount }]);
  });

  it('can be records with values that references lead to', async () => {
    const { data } = await run(
      dataset({
        fields: { number: 'id', who: 'customer.name', amount: 'amount' },
        where: { status: 'paid' },
        order: ['amount_desc'],
        limit: 5,
      }),
    );
    expect(data.rows).toHaveLength(5);
    const paid = rows.order.filter(({ status }) => status === 'paid');
    const most = Math.max(...paid.map(({ amount }) => amount as number));
    expect(data.rows[0]).toMatchObject({ amount: most });
    expect(Object.keys(data.rows[0]!)).toEqual(['number', 'who', 'amount']);
    expect(data.columns).toContainEqual({
      name: 'who',
      type: 'text',
      title: 'Name',
      unit: null,
      values: null,
      field: { entity: 'customer', name: 'name' },
    });
  });
});

describe('parameters', () => {
  const document = dataset({
    parameters: {
      status: { type: 'values', field: 'status' },
      least: { type: 'number', default: 100 },
      period: { type: 'period', required: true, maxDays: 400 },
      unit: { type: 'choice', options: ['month', 'year'], default: 'year' },
    },
    where: {
      status: { in: { $expr: 'params.status' } },
      amount: { from: { $expr: 'params.least' } },
      at: { within: { $expr: 'params.period' } },
    },
    group: [{ id: 'time', field: 'at', bucket: { $expr: 'params.unit' } }],
    measures: { orders: { count: true } },
  });

  it('take part when they have a value, and their defaults otherwise', async () => {
    expect(await problems(document)).toEqual([]);
    const count = async (query: Query) =>
      (await run(document, { period: '2025-01-01..2025-12-31', ...query })).data.rows.reduce(
        (sum, one) => sum + (one['orders'] as number),
        0,
      );
    const expected = (least: number, all: readonly string[] | null) =>
      rows.order.filter(
        ({ at, amount, status }) =>
          String(at).startsWith('2025') &&
          amount !== null &&
          (amount as number) >= least &&
          (all === null || all.includes(String(status))),
      ).length;
    expect(await count({})).toBe(expected(100, null));
    expect(await count({ least: '0', status: ['paid', 'late'] })).toBe(expected(0, ['paid', 'late']));
    expect(await count({ status: "paid') or true --" })).toBe(0);
    const months = await run(document, { period: '2025-01-01..2025-12-31', unit: 'month' });
    expect(months.data.rows.length).toBeGreaterThan(1);
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'period'],
    [{ period: '2025-02-30..2025-03-01' }, 'period'],
    [{ period: '2025-05-01..2025-04-01' }, 'period'],
    [{ period: '2020-01-01..2025-12-31' }, 'period'],
    [{ period: 'this-year', unit: 'day' }, 'unit'],
    [{ period: 'this-year', least: '1; drop table shop_order' }, 'least'],
    [{ period: 'this-year', other: '1' }, 'other'],
    [{ period: 'this-year', toString: '1' }, 'toString'],
  ])('that do not fit are named: %j', async (query, name) => {
    const answer = await run(document, query);
    expect([answer.status, answer.code]).toEqual([400, 'BAD_FILTERS']);
    expect(answer.message).toContain(`'${name}'`);
  });
});

it('a parameter may have the name of what every object has', async () => {
  const document = dataset({
    parameters: { toString: { type: 'text' } },
    where: { status: { $expr: 'params.toString' } },
    measures: { all: { count: true } },
  });
  expect((await run(document)).data.rows).toEqual([{ all: 220 }]);
});

it('names a field that was removed after the dataset was published', async () => {
  const answer = await run(dataset({ measures: { all: { sum: 'customer.debt' } } }));
  expect([answer.status, answer.code]).toEqual([422, 'RULE_BROKEN']);
  expect(answer.message).toContain("'debt'");
});

it('refuses a period with more units than can be shown', async () => {
  const document = dataset({
    parameters: { period: { type: 'period', required: true } },
    where: { at: { within: { $expr: 'params.period' } } },
    group: [{ id: 'hour', field: 'at', bucket: 'hour', fill: true }],
    measures: { all: { count: true } },
  });
  expect((await run(document, { period: '2026-03-01..2026-03-31' })).data.rows).toHaveLength(744);
  const answer = await run(document, { period: '2025-01-01..2025-12-31' });
  expect([answer.status, answer.code]).toEqual([400, 'BAD_FILTERS']);
});

it('names a period whose earlier one is before the calendar', async () => {
  const document = dataset({
    parameters: { period: { type: 'period', required: true } },
    where: { at: { within: { $expr: 'params.period' } } },
    measures: { all: { count: true }, before: { previous: { of: 'all', by: 'year' } } },
  });
  const answer = await run(document, { period: '1900-06-01..1900-06-30' });
  expect([answer.status, answer.code]).toEqual([400, 'BAD_FILTERS']);
  expect(answer.message).toContain("'period'");
  expect(answer.message).toContain('1900');
});

it('says that a number of the result is too large', async () => {
  const one = { customer_id: null, status: 'huge', at: '2026-01-01T12:00:00Z', day: '2026-01-01', cost: 0 };
  const columns =
    'id bigint, customer_id bigint, status text, at timestamptz, day date, amount float8, cost float8';
  await sql`insert into shop_order (tenant_id, id, customer_id, status, at, day, amount, cost)
    select ${app.tenants.acme}, r.* from jsonb_to_recordset(${JSON.stringify([
      { ...one, id: 900_001, amount: 1.7e308 },
      { ...one, id: 900_002, amount: 1.7e308 },
    ])}::jsonb) as r(${sql.raw(columns)})`.execute(app.database.owner);
  const answer = await run(dataset({ where: { status: 'huge' }, measures: { all: { sum: 'amount' } } }));
  await sql`delete from shop_order where status = 'huge'`.execute(app.database.owner);
  expect([answer.status, answer.code]).toEqual([422, 'RULE_BROKEN']);
  expect(answer.message).toMatch(/n\u00famero|number/);
});

describe('a dataset that hides rows of few records', () => {
  const body = {
    group: [{ id: 'name', field: 'customer.name' }],
    measures: {
      orders: { count: true },
      late: { count: true, where: { status: 'late' } },
      pieces: { sum: 'item~order.pieces' },
    },
    totals: [[]],
  };

  it('leaves out the rows, and the values of conditions that few match', async () => {
    const all = await run(dataset(body));
    const few = await run(dataset({ ...body, minRecords: 20 }));
    const seen = all.data.rows.filter(({ orders }) => (orders as number) >= 20);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(all.data.rows.length);
    const hidden = (row: JsonObject) => ({
      ...row,
      late: (row['late'] as number) >= 20 ? row['late'] : null,
    });
    expect(few.data.rows).toEqual(seen.map(hidden));
    expect(few.data.totals[0]!.rows).toEqual(all.data.totals[0]!.rows.map(hidden));
    expect((await run(dataset({ ...body, minRecords: 1000 }))).data.totals[0]!.rows).toEqual([]);
  });

  it('counts the records of the earlier period too', async () => {
    const { data } = await run(
      dataset({
        parameters: { period: { type: 'period', required: true } },
        where: { at: { within: { $expr: 'params.period' } } },
        minRecords: 3,
        group: [{ id: 'month', field: 'at', bucket: 'month', fill: true }],
        measures: {
          orders: { count: true },
          pieces: { count: 'item~order' },
          before: { previous: { of: 'pieces', by: 'year' } },
        },
      }),
      { period: '2026-01-01..2027-12-31' },
    );
    const earlier = (month: Json | undefined, years: number) =>
      rows.order.filter(({ at }) =>
        String(at).startsWith(`${Number(String(month).slice(0, 4)) - years}${String(month).slice(4, 7)}`),
      ).length;
    for (const { month } of data.rows)
      for (const count of [earlier(month, 0), earlier(month, 1)])
        expect(count === 0 || count >= 3).toBe(true);
  });
});

describe('rights', () => {
  it('hide records of row rules from counts, and refuse entities and fields that cannot be read', async () => {
    const byStatus = dataset({
      group: [{ id: 'status', field: 'status' }],
      measures: { orders: { count: true } },
    });
    const seen = async (headers: Record<string, string>) =>
      (await run(byStatus, {}, headers)).data.rows.map(({ status }) => status);
    expect(await seen(admin)).toContain('secret');
    expect(await seen(clerk)).not.toContain('secret');
    const refused = [
      dataset({ measures: { cost: { sum: 'cost' } } }),
      dataset({ measures: { orders: { count: true } }, where: { cost: { from: 50 } } }),
      dataset({ measures: { orders: { count: true, where: { cost: { from: 50 } } } } }),
      dataset({ measures: { items: { count: 'item~order' } } }),
      dataset({ measures: { orders: { count: true } }, where: { has: { 'item~order': true } } }),
      dataset({
        measures: { orders: { count: true } },
        where: { has: { 'customer.order~customer': { cost: { from: 50 } } } },
      }),
      dataset({ from: 'item', measures: { items: { count: true } } }),
      dataset({
        from: 'customer',
        group: [{ id: 'agent', field: 'agent.name' }],
        measures: { all: { count: true } },
      }),
    ];
    for (const document of refused) {
      expect((await run(document, {}, admin)).status).toBe(200);
      expect(await run(document, {}, clerk)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    }
  });

  it('hide a field at every place of a dataset, also behind paths, and say nothing of its values', async () => {
    const all = { count: true } as const;
    const hidden = [
      dataset({ fields: { order: 'id', cost: 'cost' } }),
      dataset({ fields: { order: 'id', cost: 'cost' }, order: ['cost_desc'] }),
      dataset({ group: [{ id: 'cost', field: 'cost' }], measures: { all } }),
      dataset({
        group: [{ id: 'status', field: 'status' }],
        measures: { highest: { max: 'cost' } },
        order: ['highest_desc'],
        limit: 1,
      }),
      dataset({ measures: { kinds: { distinct: 'cost' } } }),
      dataset({ measures: { all }, where: { any: [{ status: 'paid' }, { not: { cost: { from: 50 } } }] } }),
      dataset({ from: 'customer', measures: { cost: { sum: 'order~customer.cost' } } }),
    ];
    for (const document of hidden) {
      // The result of a reader who may see the field is there by then.
      const seen = await run(document, {}, admin);
      expect(seen.status, JSON.stringify([document, seen])).toBe(200);
      expect(seen.data.rows.length).toBeGreaterThan(0);
      const refused = await run(document, {}, clerk);
      expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(refused.data ?? null).toBeNull();
    }
  });

  it('hide the records of row rules behind a path, whichever entity it begins with', async () => {
    const customers = dataset({
      from: 'customer',
      measures: { secret: { count: 'order~customer', where: { 'order~customer.status': 'secret' } } },
    });
    expect(await problems(customers)).toEqual([]);
    const [all, own] = [await run(customers), await run(customers, {}, clerk)];
    expect(all.data.rows[0]!['secret']).toBeGreaterThan(0);
    expect(own.data.rows).toEqual([{ secret: 0 }]);
  });

  it('end at the tenant', async () => {
    const beta = await app.sessionOf(app.tenants.beta, 'admin');
    const { data } = await run(dataset({ from: 'customer', measures: { all: { count: true } } }), {}, beta);
    expect(data.rows).toEqual([{ all: 0 }]);
  });
});

describe('a dataset whose paths multiply records', () => {
  const pairs = dataset({ measures: { pairs: { count: 'customer.order~customer' } } });

  it('answers while they are few, and is refused before it runs when they are a thousand million', async () => {
    const few = rows.order.reduce(
      (sum, { customer }) =>
        sum + (customer === null ? 0 : rows.order.filter((one) => one['customer'] === customer).length),
      0,
    );
    expect((await run(pairs)).data.rows).toEqual([{ pairs: few }]);
    await sql`insert into customer (tenant_id, id, name) values (${app.tenants.beta}, 1, 'Only one')`.execute(
      app.database.owner,
    );
    await sql`insert into shop_order (tenant_id, customer_id, at)
      select ${app.tenants.beta}, 1, '2020-01-01' from generate_series(1, 32000)`.execute(app.database.owner);
    await sql`analyze shop_order, customer`.execute(app.database.owner);
    const beta = await app.sessionOf(app.tenants.beta, 'admin');
    const answer = await run(pairs, {}, beta);
    expect(answer).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
    expect(answer.message).toMatch(/registros demais, cerca de [1-9][\d.]{9,}/);
    // A dataset that reads as many records without multiplying them is answered.
    expect((await run(dataset({ measures: { all: { count: true } } }), {}, beta)).data.rows).toEqual([
      { all: 32_073 },
    ]);
  });
});

describe('a wrong dataset', () => {
  const count = { measures: { all: { count: true } } };
  const filled = {
    ...count,
    parameters: { p: { type: 'period', default: 'this-year' } },
    where: { at: { within: { $expr: 'params.p' } } },
    group: [{ id: 'month', field: 'at', bucket: 'month', fill: true }],
  };
  it.each<[JsonObject, string]>([
    [{ from: 'orders', ...count }, '/from entity-unknown'],
    [{ ...count, where: { colour: 'red' } }, '/where/colour dataset-path'],
    [{ ...count, where: { has: { customer: true } } }, '/where/has/customer dataset-count'],
    [{ ...count, where: { has: { 'item~owner': true } } }, '/where/has/item~0owner dataset-path'],
    [
      { ...count, where: { has: { 'item~order': { colour: 'red' } } } },
      '/where/has/item~0order/colour dataset-path',
    ],
    [{ ...count, zone: 'Mars/Olympus' }, '/zone dataset-zone'],
    [{ ...count, zone: '+03:00' }, '/zone dataset-zone'],
    [{ fields: { a: 'id' }, minRecords: 5 }, '/minRecords unknown-key'],
    [{ ...count, where: { 'customer.colour': 'red' } }, '/where/customer.colour dataset-path'],
    [{ ...count, group: [{ id: 'item', field: 'item~order.name' }] }, '/group/0/field dataset-many'],
    [{ ...count, group: [{ id: 'time', field: 'at' }] }, '/group/0 required'],
    [
      { ...count, group: [{ id: 'status', field: 'status', bucket: 'month' }] },
      '/group/0/bucket dataset-field',
    ],
    [
      { ...count, group: [{ id: 'day', field: 'day', bucket: 'day', fill: true }] },
      '/group/0/fill dataset-period',
    ],
    [
      { ...count, group: [{ id: 'status', field: 'status', top: { n: 3, by: 'sum' } }] },
      '/group/0/top/by dataset-name',
    ],
    [{ ...count, group: [{ id: 'all', field: 'status' }] }, '/measures/all dataset-twice'],
    [{ measures: { all: { sum: 'status' } } }, '/measures/all/sum dataset-field'],
    [{ measures: { all: { count: 'customer' } } }, '/measures/all/count dataset-count'],
    [
      { measures: { one: { ratio: { of: 'two', to: 'two' } }, two: { ratio: { of: 'one', to: 'one' } } } },
      '/measures/one dataset-circle',
    ],
    [
      { measures: { all: { count: true }, before: { previous: { of: 'all', by: 'year' } } } },
      '/measures/before/previous dataset-period',
    ],
    [{ ...count, order: ['amount_desc'] }, '/order/0 dataset-name'],
    [
      {
        ...filled,
        group: [
          { id: 'at', field: 'at', bucket: 'hour', fill: true },
          { id: 'id', field: 'id' },
        ],
      },
      '/group/0/fill dataset-fill',
    ],
    [{ ...filled, parameters: { p: { type: 'period' } } }, '/parameters/p required'],
    [
      {
        ...count,
        group: [
          { id: 'cId', field: 'status' },
          { id: 'c', field: 'customer' },
        ],
      },
      '/group/1/id dataset-twice',
    ],
    [
      { measures: { first: { min: 'day' }, part: { share: { of: 'first' } } } },
      '/measures/part dataset-name',
    ],
    [{ measures: { first: { max: 'at' } }, having: { first: { from: 1 } } }, '/having/first dataset-name'],
    [{ ...count, where: { day: { from: '0000-01-01' } } }, '/where/day/from type'],
    [{ ...count, where: { at: '2026-02-30T00:00:00Z' } }, '/where/at type'],
    [
      {
        from: 'customer',
        measures: { n: { count: 'order~customer', where: { 'order~customer.item~order.name': 'I1' } } },
      },
      '/measures/n/where/order~0customer.item~0order.name dataset-many',
    ],
    [
      {
        ...filled,
        group: [{ id: 'month', field: 'day', bucket: 'month' }],
        measures: { all: { count: true }, before: { previous: { of: 'all', by: 'year' } } },
      },
      '/group/0/bucket dataset-period',
    ],
    [
      {
        group: [{ id: 'who', field: 'customer' }],
        measures: { all: { count: true }, so: { running: { of: 'all', along: 'who' } } },
      },
      '/measures/so/running/along dataset-name',
    ],
    [
      { ...count, where: { at: { within: { $expr: 'params.when' } } } },
      '/where/at/within/$expr dataset-name',
    ],
    [
      { ...count, parameters: { s: { type: 'text' } }, where: { at: { within: { $expr: 'params.s' } } } },
      '/where/at/within/$expr dataset-parameter',
    ],
    [{ ...count, where: { status: { $expr: '$eval(1)' } } }, '/where/status/$expr entity-rule-value'],
    [{ ...count, fields: { a: 'id' } }, ' no-alternative'],
    [{ fields: { a: 'id' }, totals: [[]] }, '/totals unknown-key'],
    [{}, ' no-alternative'],
  ])('%j says where: %s', async (body, problem) => {
    expect(await problems(dataset(body))).toContain(problem);
  });
});

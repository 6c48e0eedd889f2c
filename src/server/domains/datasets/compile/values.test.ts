import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { validateDocument, type DatasetDocument } from '../../../../engine/core/index.ts';
import { buildModels } from '../../../kernel/entity/entity-model.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { registry } from '../../definitions/store/registry.ts';
import { datasetResource } from '../routes/dataset-resource.ts';
import { Datasets } from '../run/run.ts';
import { createShop, shop } from './testing.ts';

/** Values of parameters: lists with commas in their texts, days over times, and what is wrong with them. */

const models = buildModels(shop);
const datasets = new Map<string, DatasetDocument>();
let app: TestApp;
let admin: Record<string, string>;

const made = (id: string, body: JsonObject): DatasetDocument =>
  ({ kind: 'dataset', formatVersion: 2, id, title: 'One', ...body }) as unknown as DatasetDocument;
const add = (document: DatasetDocument): string => {
  datasets.set(document.id, document);
  return document.id;
};
interface Reply {
  message: string;
  errors?: JsonObject[];
  data: { rows: JsonObject[] };
}
async function run(id: string, query: string) {
  const answer = await app.inject({ url: `/adm/v2/dataset/${id}?${query}`, headers: admin });
  return {
    status: answer.statusCode,
    ...answer.json<Reply>(),
  };
}
const columnOf = async (id: string, query: string, name: string) => {
  const { status, message, data } = await run(id, query);
  expect([status, message]).toEqual([200, '']);
  return data.rows.map((row) => row[name]);
};

beforeAll(async () => {
  app = await testApp({
    resources: () => [
      datasetResource(new Datasets(models), {
        find: (_ctx, id) => Promise.resolve(datasets.get(id)!),
        open: (_ctx, id) => Promise.resolve(datasets.get(id)!),
        all: () => Promise.resolve([...datasets.values()]),
      }),
    ],
  });
  await createShop(app.database);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await sql`insert into customer (tenant_id, id, name) select ${app.tenants.acme}, n, name from unnest(array[
    'Silva, Irmãos Ltda', 'Silva', 'Souza']) with ordinality as c (name, n)`.execute(app.database.owner);
  await sql`insert into shop_order (tenant_id, id, customer_id, at, status) values
    (${app.tenants.acme}, 1, 1, '2026-11-28T02:59:59.999Z', null),
    (${app.tenants.acme}, 2, 2, '2026-11-28T03:00:00Z', 'sent'),
    (${app.tenants.acme}, 3, 3, '2026-11-29T02:59:59.999Z', 'sent'),
    (${app.tenants.acme}, 4, 3, '2026-11-29T03:00:00Z', null)`.execute(app.database.owner);
});
afterAll(() => app.close());

it('take several values as a parameter each, and a comma of a text as a comma', async () => {
  const id = add(
    made('by-name', {
      from: 'customer',
      parameters: { names: { type: 'values', field: 'name' }, ids: { type: 'values', field: 'id' } },
      where: { name: { in: { $expr: 'params.names' } }, id: { in: { $expr: 'params.ids' } } },
      fields: { name: 'name' },
      order: ['name'],
    }),
  );
  const silva = encodeURIComponent('Silva, Irmãos Ltda');
  expect(await columnOf(id, `names=${silva}`, 'name')).toEqual(['Silva, Irmãos Ltda']);
  expect(await columnOf(id, `names=${silva}&names=Souza`, 'name')).toEqual(['Silva, Irmãos Ltda', 'Souza']);
  expect(await columnOf(id, 'names=Silva,Souza', 'name')).toEqual([]);
  expect(await columnOf(id, 'ids=1,2', 'name')).toEqual(['Silva', 'Silva, Irmãos Ltda']);
  expect(await columnOf(id, 'ids=1&ids=3', 'name')).toEqual(['Silva, Irmãos Ltda', 'Souza']);
  const draft = await app.inject({
    method: 'POST',
    url: '/adm/v2/dataset/-/rows',
    headers: admin,
    payload: {
      definition: JSON.stringify({ ...datasets.get(id)!, access: { session: true } }),
      parameters: { names: ['Silva, Irmãos Ltda'] },
    },
  });
  expect(draft.json().data.rows).toEqual([{ name: 'Silva, Irmãos Ltda' }]);
});

it('refuse several values for one, and too many, by their parameter', async () => {
  const id = add(
    made('few', {
      from: 'order',
      parameters: { since: { type: 'date' }, ids: { type: 'values', field: 'id' } },
      where: { at: { from: { $expr: 'params.since' } }, id: { in: { $expr: 'params.ids' } } },
      fields: { id: 'id' },
    }),
  );
  const many = Array.from({ length: 10_000 }, (_, at) => `ids=${at}`).join('&');
  for (const [query, path] of [
    ['since=2026-01-01&since=2026-01-02', '/since'],
    ['since=2026-02-30', '/since'],
    [many, '/ids'],
  ] as const) {
    const { status, message, errors } = await run(id, query);
    expect([status, errors?.map((one) => one.path)]).toEqual([400, [path]]);
    expect(message).toContain(`'${path.slice(1)}'`);
  }
});

it('are all of a day where a time is compared with it, in the zone of the dataset', async () => {
  const document = made('days', {
    from: 'order',
    parameters: { first: { type: 'date' }, last: { type: 'date' } },
    where: { at: { from: { $expr: 'params.first' }, to: { $expr: 'params.last' } } },
    fields: { id: 'id' },
    order: ['id'],
  });
  const catalogue = { routes: [], topics: [], entities: shop as unknown as JsonObject[] };
  expect(await validateDocument(document as unknown as JsonObject, registry, { catalogue })).toEqual([]);
  const id = add(document);
  const day = '2026-11-28';
  expect(await columnOf(id, `first=${day}&last=${day}`, 'id')).toEqual([2, 3]);
  expect(await columnOf(id, `last=${day}`, 'id')).toEqual([1, 2, 3]);
  const utc = add({ ...document, id: 'days-utc', zone: 'UTC' });
  expect(await columnOf(utc, `first=${day}&last=${day}`, 'id')).toEqual([1, 2]);
  const reversed = await run(id, 'first=2026-11-29&last=2026-11-28');
  expect(reversed).toMatchObject({ status: 400, message: expect.stringMatching(/invertido/) });
  const same = add(made('on', { from: 'order', where: { at: day }, fields: { id: 'id' }, order: ['id'] }));
  expect(await columnOf(same, '', 'id')).toEqual([2, 3]);
  const inside = add(
    made('inside', {
      from: 'customer',
      where: { has: { 'order~customer': { at: { from: day, to: day } } } },
      measures: {
        all: { count: true },
        late: { count: 'order~customer', where: { 'order~customer.at': { to: day } } },
      },
    }),
  );
  expect((await run(inside, '')).data).toMatchObject({ rows: [{ all: 2 }] });
});

it('say whether a field has a value, by a parameter too', async () => {
  const document = made('without', {
    from: 'order',
    parameters: { without: { type: 'boolean' }, name: { type: 'text' } },
    where: { status: { empty: { $expr: 'params.without' } } },
    fields: { id: 'id' },
    order: ['id'],
  });
  const id = add(document);
  expect(await columnOf(id, 'without=true', 'id')).toEqual([1, 4]);
  expect(await columnOf(id, 'without=false', 'id')).toEqual([2, 3]);
  expect(await columnOf(id, '', 'id')).toEqual([1, 2, 3, 4]);
  const catalogue = { routes: [], topics: [], entities: shop as unknown as JsonObject[] };
  const problems = async (status: JsonObject) =>
    (
      await validateDocument({ ...(document as unknown as JsonObject), where: { status } }, registry, {
        catalogue,
      })
    ).map(({ pointer, code }) => `${pointer} ${code}`);
  expect(await problems({ empty: { $expr: 'params.without' } })).toEqual([]);
  expect(await problems({ empty: { $expr: 'params.name' } })).toEqual([
    '/where/status/empty/$expr dataset-parameter',
  ]);
  expect(await problems({ empty: { $expr: 'today' } })).toEqual([
    '/where/status/empty/$expr entity-rule-value',
  ]);
  const at = async (range: JsonObject) =>
    (
      await validateDocument({ ...(document as unknown as JsonObject), where: { at: range } }, registry, {
        catalogue,
      })
    ).map(({ pointer, code }) => `${pointer} ${code}`);
  const [first, last] = ['2026-11-28', '2026-11-29'];
  expect(await at({ from: first, to: last })).toEqual([]);
  expect(await at({ from: last, to: first })).toEqual(['/where/at/from entity-limits']);
  expect(await at({ within: { from: last, to: first } })).toEqual(['/where/at/within/from entity-limits']);
  expect(await problems({ eq: { $expr: 'user.id' } })).toEqual(['/where/status/eq/$expr entity-rule-value']);
});

it('may be absent', async () => {
  const where = (empty: boolean) => ({
    from: 'order',
    where: { status: { empty } },
    fields: { id: 'id' },
    order: ['id'],
  });
  expect(await columnOf(add(made('empty', where(true))), '', 'id')).toEqual([1, 4]);
  expect(await columnOf(add(made('full', where(false))), '', 'id')).toEqual([2, 3]);
});

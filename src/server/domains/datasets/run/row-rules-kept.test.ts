import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { DatasetDocument, EntityDocument } from '../../../../engine/core/index.ts';
import { buildModels } from '../../../kernel/entity/entity-model.ts';
import { Statement } from '../../../kernel/entity/statement.ts';
import { datasetResource } from '../routes/dataset-resource.ts';
import { addPerson } from '../../../testing/people.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { Datasets } from './run.ts';
import { createShop, shop } from '../compile/testing.ts';

/** Customers of the person's own unit, which their agent stands for, and orders of no later day than today. */
const rules: Record<string, JsonObject[]> = {
  customer: [{ where: { agent: { $expr: 'user.unit' } } }],
  order: [{ where: { day: { to: { $expr: 'today' } } } }],
};
const models = buildModels(
  shop.map((one) => ({
    ...one,
    ...(rules[one.id] && { rows: rules[one.id] }),
  })) as unknown as EntityDocument[],
);
const count = (from: string): DatasetDocument =>
  ({
    kind: 'dataset',
    formatVersion: 2,
    id: `all-${from}`,
    title: 'All',
    from,
    ...(from === 'order' && { group: [{ id: 'customer', field: 'customer' }] }),
    measures: { all: { count: true } },
  }) as unknown as DatasetDocument;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    resources: () => [
      datasetResource(new Datasets(models), {
        find: (_ctx, id) => Promise.resolve(count(id.slice('all-'.length))),
        open: (_ctx, id) => Promise.resolve(count(id.slice('all-'.length))),
        all: () => Promise.resolve([]),
      }),
    ],
  });
  await createShop(app.database);
  for (const login of ['norte', 'outro-norte', 'sul']) {
    await addPerson(app, login, { customer: 'r', order: 'r' });
    await moveTo(login, login === 'sul' ? 2 : 1);
  }
  await sql`insert into customer (tenant_id, id, name, agent_id)
    select ${app.tenants.acme}, n, 'C', case when n > 3 then 2 else 1 end from generate_series(1, 10) n`.execute(
    app.database.owner,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => app.close());

async function moveTo(login: string, unit: number): Promise<void> {
  await sql`insert into organizational_unit (tenant_id, id, title)
    values (${app.tenants.acme}, ${unit}, ${`Unidade ${unit}`}) on conflict do nothing`.execute(
    app.database.owner,
  );
  await sql`update app_user set uo_id = ${unit} where login = ${login}`.execute(app.database.owner);
}

/** Effect of a changed record's event on its topic. */
const changed = (entity: string) =>
  sql`insert into topic (tenant_id, name, seq) values (${app.tenants.acme}, ${`entity:${entity}`}, 1)`.execute(
    app.database.owner,
  );

async function rowsOf(login: string, entity: string): Promise<{ all: number; customer?: string }[]> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method: 'GET', url: `/adm/v2/dataset/all-${entity}`, headers });
  return reply.json<{ data: { rows: { all: number; customer?: string }[] } }>().data.rows;
}
const seen = async (login: string, entity: string) => (await rowsOf(login, entity))[0]!.all;

/** Counts the runs of datasets. */
function countRuns() {
  const run = vi.spyOn(Statement.prototype, 'run');
  return () => run.mock.calls.filter(([, text]) => text.startsWith('with l0')).length;
}

it('readers whose rules have the same values share a run, and those who differ in one value share none', async () => {
  const runs = countRuns();
  expect([await seen('norte', 'customer'), await seen('outro-norte', 'customer')]).toEqual([3, 3]);
  expect(runs()).toBe(1);
  expect(await seen('sul', 'customer')).toBe(7);
  expect(runs()).toBe(2);
});

it('a reader who moves to another unit sees its records at once, although no record has changed', async () => {
  expect(await seen('norte', 'customer')).toBe(3);
  await moveTo('norte', 2);
  expect(await seen('norte', 'customer')).toBe(7);
});

it('a rule of the day has another value on the next one', async () => {
  const day = 86_400_000;
  // The day before, as the tenant's day may be the one before that of the database.
  const before = new Date(Date.now() - day);
  await sql`insert into shop_order (tenant_id, id, day) values (${app.tenants.acme}, 1, ${before}),
    (${app.tenants.acme}, 2, ${new Date(Date.now() + 2 * day)})`.execute(app.database.owner);
  expect(await seen('sul', 'order')).toBe(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * day });
  expect(await seen('sul', 'order')).toBe(2);
});

it('a group has the new name of its record once the record has changed', async () => {
  const { acme } = app.tenants;
  await sql`insert into shop_order (tenant_id, id, day, customer_id) values (${acme}, 3, '2026-01-01', 9)`.execute(
    app.database.owner,
  );
  await changed('order');
  const names = async () => (await rowsOf('sul', 'order')).map(({ customer }) => customer);
  expect(await names()).toContain('C');
  await sql`update customer set name = 'Renomeado' where id = 9`.execute(app.database.owner);
  await changed('customer');
  expect(await names()).toContain('Renomeado');
});

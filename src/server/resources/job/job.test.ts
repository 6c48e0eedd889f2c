import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../index.ts';
import { addPerson } from '../testing.ts';

type Headers = Record<string, string>;
let app: TestApp;
let admin: Headers;
let reader: Headers;

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await addPerson(app, 'watcher', { 'admin-job': 'r' });
  reader = await app.sessionOf(app.tenants.acme, 'watcher');
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, headers = admin) =>
  app.inject({ method, url: `/adm/v2/job${path}`, headers });

async function addDead(tenantId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into job (tenant_id, kind, payload, state, attempt, error, started_at)
    values (${tenantId}, 'export', '{}', 'dead', 8, 'no space', now()) returning id`.execute(
    app.database.owner,
  );
  return rows[0]!.id;
}

it('lists dead jobs of the tenant with their errors, and tries one again, once', async () => {
  const [id, foreign] = [await addDead(app.tenants.acme), await addDead(app.tenants.beta)];
  const list = await call('GET', '', reader);
  expect(list.statusCode, list.body).toBe(200);
  const { data } = list.json();
  expect(data).toMatchObject({ totalRows: 1, rows: [{ id, kind: 'export', attempt: 8, error: 'no space' }] });
  expect(data.rows[0].failedAt).toMatch(/^\d{4}-.*Z$/);
  expect((await call('POST', `/${id}/retry`, reader)).statusCode).toBe(403);
  expect((await call('POST', `/${foreign}/retry`)).statusCode).toBe(404);
  const both = await Promise.all([call('POST', `/${id}/retry`), call('POST', `/${id}/retry`)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  const { rows } = await sql`select state, attempt from job where id = ${id}`.execute(app.database.owner);
  expect(rows).toEqual([{ state: 'ready', attempt: 0 }]);
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(404);
});

it('removes a dead job', async () => {
  const id = await addDead(app.tenants.acme);
  expect((await call('DELETE', `/${id}`, reader)).statusCode).toBe(403);
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(200);
  expect((await call('GET', '')).json().data.rows).toEqual([]);
});

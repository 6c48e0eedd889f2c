import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

// Datasets over what the product writes by itself: the audit, sign-ins and jobs.

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  const auditor = await addPerson(app, 'auditor', { 'admin-audit': 'r', 'view-admin': 'r' });
  await addPerson(app, 'people', { 'admin-user': 'r', 'view-admin': 'r' });
  await sql`
    insert into audit (tenant_id, at, user_id, user_name, entity, entity_id, action, address, request_id)
    values (${app.tenants.beta}, now(), null, 'Outra', 'company', '1', 'delete', '10.0.0.1', 'x'),
      (${app.tenants.acme}, '2020-03-02T12:30:00Z', null, 'Antiga', 'company', '1', 'sign-in', '10.0.0.2', 'y'),
      (${app.tenants.acme}, now(), ${auditor.id}, 'auditor', 'session', '${sql.raw(String(auditor.id))}', 'sign-in', '10.0.0.3', 'z')`.execute(
    app.database.owner,
  );
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

async function rowsOf(login: string, definition: JsonObject) {
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const id = String(definition['id']);
  const base: JsonObject = { kind: 'dataset', formatVersion: 2, title: 'X' };
  const made = await app.inject({
    method: 'POST',
    url: '/adm/v2/def',
    headers,
    payload: { definition: { ...base, ...definition } },
  });
  const published = await app.inject({
    method: 'POST',
    url: `/adm/v2/def/dataset/${id}/publish`,
    headers,
    payload: { comment: 'x' },
  });
  if (made.statusCode < 300) expect(published.json()).toMatchObject({ success: true });
  return read(login, id);
}

async function read(login: string, id: string) {
  const reply = await app.inject({
    method: 'GET',
    url: `/adm/v2/dataset/${id}`,
    headers: await app.sessionOf(app.tenants.acme, login),
  });
  const answer = reply.json<object>();
  return { ...answer, status: reply.statusCode } as unknown as {
    status: number;
    message: string;
    data: { rows: JsonObject[]; columns: JsonObject[]; topics: string[]; maxAge: number | null };
  };
}

it('counts the audit of the own tenant for those who may read it, and for nobody else', async () => {
  const actions: JsonObject = {
    id: 'actions',
    from: 'audit',
    group: [{ id: 'record', field: 'record' }],
    measures: { entries: { count: true } },
    where: { action: { in: ['delete', 'sign-in'] } },
  };
  const { data } = await rowsOf('auditor', actions);
  // The deletion is one of another tenant.
  expect(data.rows).toEqual([
    { record: 'company', entries: 1 },
    { record: 'session', entries: expect.any(Number) },
  ]);
  expect(data).toMatchObject({ topics: [], maxAge: 30 });
  expect(await read('people', 'actions')).toMatchObject({ status: 403 });
});

it('has only sign-ins among the sign-ins', async () => {
  const { data } = await rowsOf('auditor', {
    id: 'sign-ins',
    from: 'sign-in',
    group: [{ id: 'record', field: 'record' }],
    measures: { entries: { count: true } },
  });
  expect(data.rows.map(({ record }) => record)).toEqual(['session']);
});

it('leads from a person to their sign-ins only whoever may read both', async () => {
  const people: JsonObject = {
    id: 'people-signing-in',
    from: 'user',
    group: [{ id: 'login', field: 'login' }],
    measures: { times: { count: 'sign-in~user' } },
  };
  expect(await rowsOf('people', people)).toMatchObject({ status: 403 });
  expect(await read('auditor', 'people-signing-in')).toMatchObject({ status: 403 });
  const { data } = await read('admin', 'people-signing-in');
  expect(data.rows.find(({ login }) => login === 'auditor')).toMatchObject({ times: 1 });
  expect(data).toMatchObject({ topics: ['entity:user'], maxAge: 30 });
});

it('knows no field of the audit beside those declared, such as the values before and after', async () => {
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  for (const field of ['before', 'after', 'createdAt', 'version']) {
    const definition: JsonObject = {
      kind: 'dataset',
      formatVersion: 2,
      id: 'hidden-field',
      title: 'X',
      from: 'audit',
      fields: { value: field },
    };
    const payload = { definition: JSON.stringify(definition), parameters: {} };
    const reply = await app.inject({ method: 'POST', url: '/adm/v2/dataset/-/rows', headers, payload });
    expect(reply.json()).toMatchObject({ code: 'DEFINITION_INVALID', errors: [{ path: '/fields/value' }] });
  }
});

it('computes rows that no event tells of again once they are 30 seconds old', async () => {
  const start = Math.ceil(Date.now() / 30_000) * 30_000;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const { data: before } = await rowsOf('admin', {
    id: 'all-entries',
    from: 'audit',
    measures: { entries: { count: true } },
  });
  const count = (rows: JsonObject[]) => Number(rows[0]!['entries']);
  await sql`
    insert into audit (tenant_id, at, entity, entity_id, action, address, request_id)
    values (${app.tenants.acme}, now(), 'company', '1', 'update', '', 'z')`.execute(app.database.owner);
  expect((await read('admin', 'all-entries')).data.rows).toEqual(before.rows);
  vi.setSystemTime(start + 30_000);
  expect(count((await read('admin', 'all-entries')).data.rows)).toBeGreaterThan(count(before.rows));
});

it('groups by the hour of the day and the weekday in the zone of the tenant', async () => {
  const { data } = await rowsOf('auditor', {
    id: 'by-hour',
    from: 'audit',
    where: { at: { to: '2020-12-31T00:00:00Z' } },
    group: [
      { id: 'weekday', field: 'at', bucket: 'weekday' },
      { id: 'hour', field: 'at', bucket: 'hourOfDay', fill: true },
    ],
    measures: { entries: { count: true } },
  });
  expect(data.rows).toHaveLength(24);
  // A Monday, 12:30 in UTC.
  expect(data.rows.filter(({ entries }) => entries !== 0)).toEqual([{ weekday: 1, hour: 9, entries: 1 }]);
  expect(data.columns.slice(0, 2)).toMatchObject([
    { title: 'Quando (dia da semana)', type: 'number' },
    { title: 'Quando (hora do dia)', type: 'number' },
  ]);
});

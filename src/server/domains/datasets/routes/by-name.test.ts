import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import * as expanded from '../../definitions/store/expanded.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

type Tenant = 'acme' | 'beta';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
  await addPerson({ ...app, tenants: { ...app.tenants, acme: app.tenants.beta } }, 'leitor-beta', {
    'admin-user': 'r',
  });
  for (const screen of ['view-admin', 'widget-admin', 'admin-definition'])
    await addPerson(app, screen, { [screen]: 'r', 'admin-user': 'r' });
});
afterAll(() => app.close());

async function call(login: string, path: string, payload?: JsonObject, tenant: Tenant = 'acme') {
  const headers = await app.sessionOf(app.tenants[tenant], login);
  const method = payload ? 'POST' : 'GET';
  const reply = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { ...reply.json(), status: reply.statusCode } as {
    status: number;
    code: string;
    message: string;
    data: JsonObject;
  };
}

async function publish(definition: JsonObject, tenant: Tenant = 'acme'): Promise<void> {
  const address = `/adm/v2/def/${String(definition['kind'])}/${String(definition['id'])}/publish`;
  const made = await call('admin', '/adm/v2/def', { definition }, tenant);
  const published = await call('admin', address, { comment: 'x' }, tenant);
  expect([made.message, published.status]).toEqual([made.message, 200]);
}

const dataset = (id: string): JsonObject => ({
  kind: 'dataset',
  formatVersion: 2,
  id,
  title: 'Pessoas',
  access: { screen: 'admin-user', verb: 'read' },
  from: 'user',
  measures: { people: { count: true } },
});
const shown = (source: string, more: JsonObject = {}): JsonObject => ({
  id: 'list',
  type: 'table',
  source,
  props: { label: 'Pessoas', columns: [{ field: 'people', title: 'X' }] },
  ...more,
});
const screen = (id: string, more: JsonObject): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: id,
  access: { screen: 'admin-user', verb: 'read' },
  ...more,
});
const rows = (login: string, id: string, tenant?: Tenant) =>
  call(login, `/adm/v2/dataset/${id}`, undefined, tenant);
const refused = {
  status: 403,
  code: 'FORBIDDEN',
  message: expect.stringContaining('Abra a visão') as string,
};

it('a reader of a view loads its dataset by view and element, and not by its name', async () => {
  await publish(dataset('in-view'));
  const { dashId } = (await call('admin', '/adm/v2/dash', { title: 'Quadro' })).data;
  const key = `dash-${String(dashId)}`;
  const draft = await call('admin', `/adm/v2/def/dashboard/${key}?draft=1`);
  const saved = await app.inject({
    method: 'PUT',
    url: `/adm/v2/def/dashboard/${key}`,
    headers: await app.sessionOf(app.tenants.acme, 'admin'),
    payload: {
      definition: {
        ...(draft.data['definition'] as JsonObject),
        sources: { people: { dataset: 'in-view' } },
        body: [shown('people')],
      },
      version: 1,
    },
  });
  expect([saved.statusCode, saved.body]).toEqual([200, saved.body]);
  expect(await call('admin', `/adm/v2/dash/pub/${String(dashId)}`, { comment: 'x' })).toMatchObject({
    status: 200,
  });
  await addPerson(app, 'leitora', { [key]: 'r', 'admin-user': 'r' });
  const inView = await call('leitora', `/handler/v2/dash/load/data/list/${String(dashId)}`);
  expect(inView).toMatchObject({ status: 200 });
  expect(await rows('leitora', 'in-view')).toMatchObject(refused);
});

it('whoever sees drafts loads each dataset that they may read', async () => {
  await publish(dataset('drafts'));
  for (const login of ['view-admin', 'widget-admin', 'admin-definition'])
    expect([login, (await rows(login, 'drafts')).status]).toEqual([login, 200]);
  expect(await rows('leitor', 'drafts')).toMatchObject(refused);
  await addPerson(app, 'other', { 'view-admin': 'r' });
  expect((await rows('other', 'drafts')).status).toBe(403);
});

it('a reader loads by its name what a screen loads that they may open, in their tenant alone', async () => {
  await publish(dataset('in-screen'));
  await publish(dataset('in-screen'), 'beta');
  await publish(screen('with-rows', { sources: { a: { dataset: 'in-screen' } }, body: [shown('a')] }));
  expect(await rows('leitor', 'in-screen')).toMatchObject({ status: 200 });
  expect(await rows('leitor-beta', 'in-screen', 'beta')).toMatchObject(refused);
  // The index of a process does not outlive a publication.
  await call('admin', '/adm/v2/def/screen/with-rows/unpublish', {});
  expect(await rows('leitor', 'in-screen')).toMatchObject(refused);
});

it('a screen, or a part of it, that the reader does not get opens nothing', async () => {
  await publish(dataset('closed'));
  const sources = { a: { dataset: 'closed' } };
  await publish(
    screen('closed-screen', {
      sources,
      body: [shown('a')],
      access: { screen: 'admin-definition', verb: 'read' },
    }),
  );
  await publish(screen('closed-part', { sources, body: [shown('a', { access: { verb: 'delete' } })] }));
  expect(await rows('leitor', 'closed')).toMatchObject(refused);
  await addPerson(app, 'deleter', { 'admin-user': 'rd' });
  expect(await rows('deleter', 'closed')).toMatchObject({ status: 200 });
});

it('what a fragment brings into a screen counts, and what is bundled', async () => {
  await publish(dataset('in-fragment'));
  await publish({
    kind: 'fragment',
    formatVersion: 2,
    id: 'people-table',
    sources: { a: { dataset: 'in-fragment' } },
    body: [shown('a')],
  });
  expect(await rows('leitor', 'in-fragment')).toMatchObject(refused);
  await publish(screen('with-fragment', { body: [{ use: 'people-table' }] }));
  expect(await rows('leitor', 'in-fragment')).toMatchObject({ status: 200 });
  expect(await rows('leitor', 'home-people')).toMatchObject({ status: 200 });
});

it('reads the definitions once after a publication, however often datasets are asked for', async () => {
  await publish(dataset('counted'));
  const reads = vi.spyOn(expanded, 'expandedWith');
  for (let times = 0; times < 3; times++) await rows('leitor', 'counted');
  expect(reads.mock.calls.length).toBe(1);
  reads.mockRestore();
});

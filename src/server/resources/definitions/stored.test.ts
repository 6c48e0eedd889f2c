import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../index.ts';
import { addPeople } from '../testing.ts';

let app: TestApp;
let admin: Record<string, string>;
let other: Record<string, string>;
let at = 0;
/** A screen of this test's own. */
let id: string;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  other = await app.sessionOf(app.tenants.beta, 'admin');
});
beforeEach(() => {
  at += 1;
  id = `own-${at}`;
});
afterAll(() => app.close());

const screen = (text: string, more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  formatVersion: 1,
  id,
  path: `/${id}`,
  title: text,
  access: { screen: 'admin-user', verb: 'read' },
  body: [{ id: 'first', type: 'text', props: { text } }],
  ...more,
});

function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', rest: string, payload?: object, headers = admin) {
  return app.inject({ method, url: `/adm/v2/def${rest}`, headers, ...(payload ? { payload } : {}) });
}
const save = (definition: JsonObject, version?: number, headers = admin) =>
  call('PUT', `/screen/${id}`, { definition, ...(version === undefined ? {} : { version }) }, headers);
const publish = (comment = 'because') => call('POST', `/screen/${id}/publish`, { comment });
const served = async (headers = admin) => (await call('GET', `/screen/${id}`, undefined, headers)).json();

it('goes from a draft to what everybody gets, through versions, and back', async () => {
  expect((await call('GET', `/screen/${id}`)).statusCode).toBe(404);
  const first = await save(screen('one'), 0);
  expect([first.statusCode, first.json()]).toMatchObject([
    200,
    { success: true, data: { version: 1, source: 'tenant', publishedVersion: 0, merged: null, faults: [] } },
  ]);
  // A draft is nobody's screen.
  expect((await call('GET', `/screen/${id}`)).statusCode).toBe(404);
  expect((await call('GET', `/screen?path=/${id}`)).statusCode).toBe(404);
  const draft = (await call('GET', `/screen/${id}?draft=1`)).json().data;
  expect(draft).toMatchObject({
    definition: screen('one'),
    version: 1,
    draft: { version: 1, author: 'Administração', updatedAt: expect.stringMatching(/Z$/) },
  });

  const published = await publish('  first  ');
  expect(published.json()).toMatchObject({
    success: true,
    data: { version: 1, source: 'tenant', publishedVersion: 1 },
  });
  expect((await served()).data).toMatchObject({
    definition: screen('one'),
    version: 1,
    source: 'tenant',
    publishedVersion: 1,
  });
  expect((await call('GET', `/screen?path=/${id}`)).json().data).toMatchObject({
    definition: { id },
    params: {},
  });

  expect((await save(screen('two'), 1)).json().data.version).toBe(2);
  expect((await served()).data.definition.title).toBe('one');
  await publish('second');
  expect((await served()).data).toMatchObject({ version: 2, definition: { title: 'two' } });

  const rolled = await call('POST', `/screen/${id}/rollback`, { version: 1 });
  expect(rolled.json().data).toEqual({ version: 3, source: 'tenant', publishedVersion: 3 });
  expect((await served()).data).toMatchObject({ version: 3, definition: { title: 'one' } });

  expect((await call('GET', `/screen/${id}/history`)).json().data).toEqual({
    page: 1,
    perPage: 50,
    totalRows: 3,
    rows: [
      {
        version: 3,
        comment: '',
        author: 'Administração',
        rollbackOf: 1,
        current: true,
        publishedAt: anyTime,
      },
      {
        version: 2,
        comment: 'second',
        author: 'Administração',
        rollbackOf: null,
        current: false,
        publishedAt: anyTime,
      },
      {
        version: 1,
        comment: 'first',
        author: 'Administração',
        rollbackOf: null,
        current: false,
        publishedAt: anyTime,
      },
    ],
  });
  expect((await call('GET', `/screen/${id}/history/2`)).json().data).toMatchObject({
    definition: screen('two'),
    version: 2,
    publishedVersion: 3,
  });
});

const anyTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it('overrides a bundled one and goes back to it', async () => {
  const bundled = (await call('GET', '/screen/admin-user')).json().data.definition as JsonObject;
  const own = { ...bundled, title: 'Nossa gente' };
  const saved = await call('PUT', '/screen/admin-user', { definition: own, version: 0 });
  expect([saved.statusCode, saved.json().errors]).toEqual([200, undefined]);
  await call('POST', '/screen/admin-user/publish', { comment: 'ours' });
  expect((await call('GET', '/screen/admin-user')).json().data).toMatchObject({
    source: 'tenant',
    definition: { title: 'Nossa gente' },
  });
  expect((await call('GET', '/screen/admin-user', undefined, other)).json().data).toMatchObject({
    source: 'bundled',
    version: 0,
  });
  expect((await call('POST', '/screen/admin-user/rollback', { version: 0 })).json().data).toEqual({
    version: 0,
    source: 'bundled',
    publishedVersion: 0,
  });
  expect((await call('GET', '/screen/admin-user')).json().data).toMatchObject({
    source: 'bundled',
    version: 0,
    publishedVersion: 0,
    definition: bundled,
  });
  expect((await call('GET', '/screen/admin-user/history/0')).json().data.definition).toEqual(bundled);
});

it('lets a draft go', async () => {
  await save(screen('one'), 0);
  expect((await call('DELETE', `/screen/${id}`)).json().data).toEqual({
    version: 0,
    source: 'bundled',
    publishedVersion: 0,
  });
  expect((await call('GET', `/screen/${id}?draft=1`)).statusCode).toBe(404);
  expect((await call('DELETE', `/screen/${id}`)).statusCode).toBe(404);
  // The next one is no version that somebody may still hold.
  expect((await save(screen('again'), 0)).json().data.version).toBe(2);
});

it('refuses a save without its version, and one with faults, each with its place', async () => {
  expect([(await save(screen('x'))).statusCode, (await save(screen('x'))).json().code]).toEqual([
    428,
    'VERSION_REQUIRED',
  ]);
  const wrong = screen('x', {
    id: 'another',
    access: { screen: 'nowhere', verb: 'read' },
    body: [
      { id: 'a', type: 'nothing' },
      { id: 'b', type: 'text', props: { text: { $expr: 'data.people.rows' } } },
    ],
  });
  const refused = await save(wrong, 0);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'DEFINITION_INVALID']);
  const found = (refused.json().errors as { path: string; code: string }[]).map((one) => [
    one.path,
    one.code,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['/id', 'other-identity'],
      ['/access/screen', 'unknown-screen'],
      ['/body/0/type', 'unknown-type'],
      ['/body/1/props/text/$expr', 'unknown-source'],
    ]),
  );
  for (const one of refused.json().errors) {
    expect(one).toMatchObject({ message: expect.stringMatching(/\S/), remedy: expect.stringMatching(/\S/) });
  }
  expect((await call('GET', `/screen/${id}?draft=1`)).statusCode).toBe(404);
});

it('lists what there is', async () => {
  await save(screen('Zebra'), 0);
  const list = (await call('GET', `?text=${id}`)).json().data;
  expect(list).toMatchObject({ page: 1, perPage: 50, totalRows: 1 });
  expect(list.rows[0]).toMatchObject({
    key: `screen/${id}`,
    title: 'Zebra',
    path: `/${id}`,
    state: 'draft',
    author: 'Administração',
    draftVersion: 1,
    publishedVersion: 0,
  });
  const forms = (await call('GET', '?kind=form&state=bundled&order=key_desc')).json().data;
  expect(forms.rows.map((row: { key: string }) => row.key)).toContain('form/user');
  expect((await call('GET', `?text=${id}`, undefined, other)).json().data.totalRows).toBe(0);
});

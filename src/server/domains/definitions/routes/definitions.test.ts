import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { readDefinitions } from '../store/bundled.ts';
import { resources } from '../../../resources.ts';
import { addPeople } from '../../../testing/people.ts';
import { definitionsOver } from '../../../testing/definitions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
});
afterAll(() => app.close());

async function read(login: string, path: string, headers: Record<string, string> = {}) {
  const session = await app.sessionOf(app.tenants.acme, login);
  return app.inject({ url: `/adm/v2/def/${path}`, headers: { ...session, ...headers } });
}

it('serves the bundled definition and the screen of an address', async () => {
  const definition = (await read('admin', 'screen/admin-user')).json().data;
  expect(definition).toMatchObject({
    version: 0,
    source: 'bundled',
    publishedVersion: 0,
    faults: [],
    definition: { id: 'admin-user' },
  });
  expect((await read('admin', 'screen?path=/admin-user')).json().data).toEqual({ ...definition, params: {} });
  expect((await read('admin', 'screen?path=/admin-user/12')).json().data).toMatchObject({
    params: { id: '12' },
  });
  expect((await read('admin', 'screen?path=/admin-user/create')).json().data.definition.id).toBe(
    'admin-user-create',
  );
  expect((await read('admin', 'form/user')).json().data.definition.kind).toBe('form');
});

it('sends a reader neither buttons nor calls that they may not use', async () => {
  const text = (await read('reader', 'screen/admin-user')).body;
  expect(text).not.toContain('/admin-user/create');
  expect(text).not.toContain('"put"');
  expect(text).not.toContain('"delete"');
  expect(text).not.toContain('user-reset');
  expect((await read('manager', 'screen/admin-user')).body).toContain('/admin-user/create');
});

it('answers 304 to a matching tag, which depends on the permissions', async () => {
  const first = await read('reader', 'screen/admin-user');
  const tag = String(first.headers.etag);
  const again = await read('reader', 'screen/admin-user', { 'if-none-match': tag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await read('manager', 'screen/admin-user', { 'if-none-match': tag })).statusCode).toBe(200);
});

it('refuses unknown definitions, and those of others', async () => {
  expect((await read('admin', 'screen/nobody')).statusCode).toBe(404);
  expect((await read('admin', 'screen?path=/nowhere')).statusCode).toBe(404);
  expect((await read('admin', 'page/admin-user')).statusCode).toBe(400);
  expect((await read('admin', 'screen')).statusCode).toBe(400);
  expect((await read('reader', 'screen/admin-user-create')).statusCode).toBe(403);
  expect((await read('powerless', 'screen?path=/admin-user')).statusCode).toBe(403);
});

it('answers 500 to a request for a broken definition, logs it, and serves the others', async () => {
  const lines: string[] = [];
  const broken = [{ kind: 'screen' as const, id: 'cut', file: 'cut.screen.json', reason: 'cut off' }];
  const other = await testApp({
    resources: (platform) => [definitionsOver(platform, readDefinitions(), broken)],
    database: app.database,
    env: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => void lines.push(line) },
  });
  const session = await other.sessionOf(other.tenants.acme, 'admin');
  const answer = await other.inject({ url: '/adm/v2/def/screen/cut', headers: session });
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
  expect(lines.join('')).toContain('DEFINITION_BROKEN');
  expect((await other.inject({ url: '/adm/v2/def/screen/admin-user', headers: session })).statusCode).toBe(
    200,
  );
  await other.close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

const app = await testApp({ resources, env: { SUPPORT_HOSTS: 'chat.acme.example, beta.localhost' } });
let admin: Record<string, string>;
beforeAll(async () => {
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

it.each([
  ['/admin-user?isActive=N', '/admin-user?isActive=N'],
  ['//elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  [7, '/'],
])('sends the page after the sign-in, %j as %j', async (stored, sent) => {
  await app.database.owner
    .updateTable('tenant')
    .set({ appearance: JSON.stringify({ route: stored }) })
    .where('id', '=', app.tenants.beta)
    .execute();
  const headers = await app.sessionOf(app.tenants.beta, 'admin');
  const reply = await app.inject({ url: '/adm/v2/user/home', headers });
  expect(reply.json().data.route).toBe(sent);
});

it('says whether the support chat opens on the host', async () => {
  const support = async (of: typeof app, tenant: 'acme' | 'beta') =>
    (
      await of.inject({
        url: '/adm/v2/user/home',
        headers: await of.sessionOf(of.tenants[tenant], 'admin'),
      })
    ).json().data.support;
  expect([await support(app, 'beta'), await support(app, 'acme')]).toEqual([true, false]);
  const open = await testApp({ resources });
  expect(await support(open, 'acme')).toBe(true);
  await open.close();
});

it('refuses the menu of a device that does not exist', async () => {
  const menu = (device: string) => app.inject({ url: `/adm/v2/home/menu2${device}`, headers: admin });
  expect((await menu('?device=D')).statusCode).toBe(200);
  expect((await menu('')).statusCode).toBe(200);
  expect((await menu('?device=Q')).json()).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: '/device' }],
  });
});

it('serves the home page to everybody who is signed in, and what replaces it', async () => {
  const home = () => app.inject({ url: '/adm/v2/def/screen?path=%2F', headers: admin });
  const bundled = (await home()).json().data.definition;
  expect(bundled).toMatchObject({ id: 'home', path: '/', access: { session: true } });
  const own = { ...bundled, body: [], sources: {}, dialogs: [] };
  const write = (method: 'PUT' | 'POST', path: string, payload: object) =>
    app.inject({ method, url: `/adm/v2/def/screen/home${path}`, headers: admin, payload });
  expect((await write('PUT', '', { definition: own, version: 0 })).statusCode).toBe(200);
  expect((await write('POST', '/publish', { comment: 'Vazia' })).statusCode).toBe(200);
  expect((await home()).json().data).toMatchObject({
    source: 'tenant',
    definition: { id: 'home', body: [] },
  });
});

it('gives an own screen the group of the product that it names, in its place, though nothing else is in it', async () => {
  const write = (method: 'PUT' | 'POST', path: string, payload: object) =>
    app.inject({ method, url: `/adm/v2/def/screen/${path}`, headers: admin, payload });
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id: 'plans',
    path: '/plans',
    title: 'Planos',
    menu: { group: '$menu.entities' },
    access: { screen: 'admin-user', verb: 'read' },
    body: [],
  };
  expect((await write('PUT', 'plans', { definition, version: 0 })).statusCode).toBe(200);
  expect((await write('POST', 'plans/publish', { comment: 'Nova' })).statusCode).toBe(200);
  const { overview } = (await app.inject({ url: '/adm/v2/home/menu2', headers: admin })).json().data;
  expect(overview.slice(0, 4)).toMatchObject([
    { id: 1 },
    { id: 4 },
    { id: 3 },
    { id: 5, title: '$menu.entities', icon: 'database', submenu: [{ key: 'plans', title: 'Planos' }] },
  ]);
});

it('names the work surfaces that the caller may open, the tenant’s own among them', async () => {
  const workPaths = async (headers: Record<string, string>): Promise<string[]> =>
    (await app.inject({ url: '/adm/v2/home/menu2', headers })).json().data.workPaths;
  const editor = '/admin-definition/:kind/:id';
  expect(await workPaths(admin)).toEqual([editor]);
  await app.database.owner
    .insertInto('app_user')
    .values({
      tenant_id: app.tenants.acme,
      name: 'Ana',
      email: 'a@acme.example',
      login: 'ana',
      is_user: true,
    })
    .execute();
  expect(await workPaths(await app.sessionOf(app.tenants.acme, 'ana'))).toEqual([]);

  const write = (method: 'PUT' | 'POST', path: string, payload: object) =>
    app.inject({ method, url: `/adm/v2/def/screen/${path}`, headers: admin, payload });
  const screen = {
    kind: 'screen',
    formatVersion: 2,
    access: { screen: 'admin-user', verb: 'read' },
    body: [],
  };
  const publish = async (id: string, document: object) => {
    const definition = { ...screen, ...document, id };
    expect((await write('PUT', id, { definition, version: 0 })).statusCode).toBe(200);
    expect((await write('POST', `${id}/publish`, { comment: 'Nova' })).statusCode).toBe(200);
  };
  await publish('board', { path: '/board/:id', title: 'Quadro', layout: 'work' });
  await publish('page', { path: '/page', title: 'work' });
  expect(await workPaths(admin)).toEqual([editor, '/board/:id']);
  const beta = await app.sessionOf(app.tenants.beta, 'admin');
  expect(await workPaths(beta)).toEqual([editor]);

  // A bundled screen that the tenant replaced is what the tenant made of it.
  const bundled = await app.inject({
    url: '/adm/v2/def/screen/admin-definition-edit?draft=1',
    headers: admin,
  });
  const { layout: _layout, ...plain } = bundled.json().data.definition;
  await publish('admin-definition-edit', plain);
  expect(await workPaths(admin)).toEqual(['/board/:id']);
});

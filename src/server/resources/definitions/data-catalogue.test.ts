import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../index.ts';
import { addPerson } from '../testing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPerson(app, 'gestor', { 'admin-user': 'ru', 'admin-definition': 'rcud' });
  await addPerson(app, 'redator', { 'admin-definition': 'ru' });
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
});
afterAll(() => app.close());

async function catalogueOf(login: string): Promise<{ status: number; data: DataCatalogue }> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method: 'GET', url: '/adm/v2/def/catalogue', headers });
  return { status: reply.statusCode, data: reply.json<{ data: DataCatalogue }>().data };
}

const routesOf = async (login: string) =>
  (await catalogueOf(login)).data.routes.map(({ method, path }) => `${method} ${path}`);

describe('GET /adm/v2/def/catalogue', () => {
  it('should describe all routes to an administrator, with the fields of their answers', async () => {
    const { data } = await catalogueOf('admin');
    expect(data.partial).toBe(false);
    const list = data.routes.find(({ method, path }) => method === 'GET' && path === '/adm/v2/sec/user');
    expect(list).toMatchObject({
      access: { screen: 'admin-user', verb: 'read' },
      reads: true,
      query: { properties: { page: { type: 'integer' } }, additionalProperties: false },
      reply: { properties: { rows: { items: { properties: { email: expect.anything() } } } } },
    });
    expect(data.routes.find(({ method }) => method === 'PUT')?.reads).toBe(false);
  });

  it('should leave out the routes that the caller may not call', async () => {
    expect(await routesOf('gestor')).toEqual(expect.arrayContaining(['PUT /adm/v2/sec/user/:id']));
    expect(await routesOf('gestor')).not.toContain('POST /adm/v2/sec/user');
    expect(await routesOf('redator')).not.toContain('GET /adm/v2/sec/user');
    expect((await catalogueOf('redator')).data.partial).toBe(true);
  });

  it('should need the permission to read definitions', async () => {
    expect((await catalogueOf('leitor')).status).toBe(403);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

let app: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

const address = '/adm/v2/ent/company';
async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const reply = await app.inject({ method, url, headers: admin, ...(payload && { payload }) });
  return reply.json().data;
}

it('opens the subsidiaries at their address: the companies that have a parent company', async () => {
  const make = (n: number, more: object = {}) =>
    call('POST', address, { name: `Grupo ${n}`, cnpj: cnpjOf(300_000_000_000 + n), ...more });
  const parent = await make(1);
  await make(2, { parentId: parent.id });
  const { definition } = await call('GET', '/adm/v2/def/screen?path=/basic-company/subsidiary');
  expect(definition.id).toBe('basic-company-subsidiary');
  const { post, body } = definition.sources.rows;
  const { rows } = await call('POST', post, { ...body, perPage: 500 });
  const names = rows.map(({ name }: { name: string }) => name);
  expect(names).toContain('Grupo 2');
  expect(names).not.toContain('Grupo 1');
});

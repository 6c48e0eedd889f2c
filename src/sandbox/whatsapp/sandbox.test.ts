import { afterAll, expect, it } from 'vitest';
import { resources } from '../../server/resources.ts';
import type { PageState } from './page-state.ts';
import { testApp, type TestApp } from '../../server/testing.ts';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

async function open(env: Record<string, string>): Promise<TestApp> {
  const app = await testApp({ resources, env });
  apps.push(app);
  return app;
}

const url = '/dev/whatsapp/v23.0/100000000000001';
const headers = { authorization: 'Bearer molde-demo-token' };

it('answers as the provider in the demo profile', async () => {
  const app = await open({});
  const answer = await app.inject({ method: 'GET', url, headers });
  expect([answer.statusCode, answer.json<{ verified_name: string }>().verified_name]).toEqual([
    200,
    'Acme Comercial',
  ]);
  const refused = await app.inject({ method: 'GET', url });
  expect([refused.statusCode, refused.json<{ error: { code: number } }>().error.code]).toEqual([401, 190]);
});

it('plays customers for the page', async () => {
  const app = await open({});
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    app.inject({ method, url: `/dev/customer${path}`, ...(payload ? { payload } : {}) });
  const page = await call('GET', '');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.body).toContain('Clientes simulados');
  const { id } = (await call('POST', '/customers', { name: '</script><b>', number: '31 98888-7777' })).json<{
    id: string;
  }>();
  await call('POST', `/customers/${id}/messages`, { type: 'text', content: { body: 'Oi' } });
  await call('PUT', '/switches', { duplicates: 2 });
  const state = (await call('GET', `/state?customer=${id}`)).json<PageState>();
  expect(state.chosen).toMatchObject({ number: '5531988887777', entries: [{ content: { body: 'Oi' } }] });
  expect(state.switches.duplicates).toBe(2);
  expect((await call('GET', `/state?since=${state.revision}`)).statusCode).toBe(204);
  const same = await call('POST', '/customers', { name: 'Outro', number: '+55 31 8888-7777' });
  expect([same.statusCode, same.json<{ message: string }>().message]).toEqual([
    400,
    'number: another customer has it',
  ]);
  expect((await call('PUT', '/switches', { duplicates: 99 })).statusCode).toBe(400);
  expect((await call('POST', '/customers/999/messages', {})).statusCode).toBe(404);
  const foreign = await app.inject({
    method: 'PUT',
    url: '/dev/customer/switches',
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: {},
  });
  expect(foreign.statusCode).toBe(400);
});

it('shows pictures and downloads everything else', async () => {
  const app = await open({});
  const show = async (type: string) => {
    const upload = await app.inject({
      method: 'POST',
      url: '/dev/customer/media',
      headers: { 'content-type': type },
      payload: '<script>',
    });
    const { headers: shown } = await app.inject({
      method: 'GET',
      url: `/dev/customer/media/${upload.json<{ id: string }>().id}`,
    });
    return [shown['content-type'], shown['content-disposition'], shown['x-content-type-options']];
  };
  expect(await show('image/png')).toEqual(['image/png', 'inline', 'nosniff']);
  expect(await show('text/html')).toEqual(['application/octet-stream', 'attachment', 'nosniff']);
});

it('does not exist outside of the demo profile', async () => {
  const app = await open({
    PROFILE: 'production',
    ADMIN_PASSWORD: 'long-enough-and-rare',
    LOGIN_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0',
    TOKEN_SECRET: 'a-token-secret-of-thirty-two-chars!',
  });
  for (const path of [url, '/dev/customer', '/dev/customer/state'])
    expect((await app.inject({ method: 'GET', url: path, headers })).statusCode).toBe(404);
});

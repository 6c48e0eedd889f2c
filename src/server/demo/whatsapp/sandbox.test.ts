import { afterAll, expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import { testApp, type TestApp } from '../../testing.ts';

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

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople } from '../../../testing/people.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
});
afterAll(() => app.close());

const ask = (headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/adm/v2/sec/me/device-key', headers });
const keyOf = async (headers: Record<string, string>): Promise<string> =>
  (await ask(headers)).json().data.key as string;

it('is the same in each session of a person, and another for everybody else', async () => {
  const admin = await app.sessionOf(app.tenants.acme, 'admin');
  const again = await app.sessionOf(app.tenants.acme, 'admin');
  const reader = await app.sessionOf(app.tenants.acme, 'creator');
  const stranger = { ...(await app.sessionOf(app.tenants.beta, 'admin')), host: 'beta.localhost' };
  const key = await keyOf(admin);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf(admin)).toBe(key);
  expect(await keyOf(again)).toBe(key);
  const others = [await keyOf(reader), await keyOf(stranger)];
  expect(new Set([key, ...others]).size).toBe(3);
});

it('is one also for two devices that ask for the first time at once', async () => {
  await app.database.owner.deleteFrom('device_key').execute();
  const devices = await Promise.all([1, 2, 3].map(() => app.sessionOf(app.tenants.acme, 'admin')));
  expect(new Set(await Promise.all(devices.map(keyOf))).size).toBe(1);
});

it('is kept by no cache, and is for a session of its tenant alone', async () => {
  const admin = await app.sessionOf(app.tenants.acme, 'admin');
  expect((await ask(admin)).headers['cache-control']).toContain('no-store');
  expect((await ask({})).statusCode).toBe(401);
  expect((await ask({ ...admin, host: 'beta.localhost' })).statusCode).toBe(401);
});

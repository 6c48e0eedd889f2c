import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxPreferences } from '../../../contracts/preference.ts';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../../resources.ts';
import { addPeople } from '../../testing/people.ts';

let app: TestApp;
let admin: Record<string, string>;
let reader: Record<string, string>;
let stranger: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  reader = await app.sessionOf(app.tenants.acme, 'creator');
  stranger = { ...(await app.sessionOf(app.tenants.beta, 'admin')), host: 'beta.localhost' };
});
afterAll(() => app.close());

const address = (key: string) => `/adm/v2/sec/me/preferences/${key}`;
const get = async (headers: Record<string, string>, key: string) =>
  (await app.inject({ url: address(key), headers })).json().data;
const put = (headers: Record<string, string>, key: string, value: unknown) =>
  app.inject({ method: 'PUT', url: address(key), headers, payload: { value } });

describe('preferences', () => {
  it('are stored for each person and visible to nobody else', async () => {
    const value = { order: ['name', 'email'], hidden: [], widths: { name: 240 } };
    expect(await get(admin, 'table.people.list')).toEqual({ value: null });
    expect((await put(admin, 'table.people.list', value)).statusCode).toBe(200);
    expect(await get(admin, 'table.people.list')).toEqual({ value });
    expect(await get(reader, 'table.people.list')).toEqual({ value: null });
    expect(await get(stranger, 'table.people.list')).toEqual({ value: null });
    await put(admin, 'table.people.list', { widths: {} });
    expect(await get(admin, 'table.people.list')).toEqual({ value: { widths: {} } });
  });

  it('are deleted by null', async () => {
    await put(admin, 'removed', 'x');
    expect((await put(admin, 'removed', null)).statusCode).toBe(200);
    expect(await get(admin, 'removed')).toEqual({ value: null });
    const { rows } = { rows: await app.database.owner.selectFrom('user_preference').select('key').execute() };
    expect(rows.map((row) => row.key)).not.toContain('removed');
  });

  it('are limited to 16 KB and to well-formed keys', async () => {
    expect((await put(admin, 'big', 'x'.repeat(16 * 1024 - 2))).statusCode).toBe(200);
    const refused = await put(admin, 'big', 'x'.repeat(16 * 1024 - 1));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].path).toBe('/value');
    expect((await put(admin, '.hidden', 1)).statusCode).toBe(400);
    expect((await put(admin, 'a%2Fb', 1)).statusCode).toBe(400);
  });

  it('keep the most recent 200 keys', async () => {
    const owner = app.database.owner;
    const { id } = await owner
      .selectFrom('app_user')
      .where('login', '=', 'creator')
      .select('id')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: maxPreferences }, (_, index) => ({
      tenant_id: app.tenants.acme,
      user_id: id,
      key: `k${index}`,
      value: '1',
      updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
    }));
    await owner.insertInto('user_preference').values(rows).execute();
    expect((await put(reader, 'newest', 1)).statusCode).toBe(200);
    expect(await get(reader, 'newest')).toEqual({ value: 1 });
    expect(await get(reader, 'k0')).toEqual({ value: null });
    expect(await get(reader, 'k1')).toEqual({ value: 1 });
  });
});

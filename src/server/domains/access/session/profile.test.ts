import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson, encipher, type Person } from '../../../testing/people.ts';

/** The own profile and the own sessions. */

let app: TestApp;
let ana: Person;
let bia: Person;
type Headers = Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  ana = await addPerson(app, 'ana', { 'basic-uo': 'r' });
  bia = await addPerson(app, 'bia', { 'admin-user': 'r' });
  await addPerson(app, 'inactive', {});
});
afterAll(() => app.close());

const sessionOf = (login: string) => app.sessionOf(app.tenants.acme, login);
const get = (url: string, headers: Headers) => app.inject({ method: 'GET', url, headers });
const save = (payload: object, headers: Headers) =>
  app.inject({ method: 'PUT', url: '/adm/v2/sec/me', headers, payload });
const allow = (login: string) =>
  sql`insert into access_group_special (tenant_id, group_id, permission)
    select tenant_id, group_id, 'user-profile-replacement-update' from access_group_member
    where user_id = (select id from app_user where login = ${login}) on conflict do nothing`.execute(
    app.database.owner,
  );

describe('the profile', () => {
  it('is the own one, or name and e-mail of others for who may read users', async () => {
    const [anas, bias] = [await sessionOf('ana'), await sessionOf('bia')];
    expect((await get(`/adm/v2/sec/profile/${ana.id}`, anas)).json().data).toMatchObject({
      id: ana.id,
      own: true,
      login: 'ana',
      canDelegate: false,
      hasPassword: true,
    });
    // People who may not read users get their own one, whatever is asked for.
    expect((await get(`/adm/v2/sec/profile/${bia.id}`, anas)).json().data).toMatchObject({
      id: ana.id,
      own: true,
    });
    expect((await get('/adm/v2/sec/profile/900000001', anas)).json().data).toMatchObject({ id: ana.id });
    expect((await get(`/adm/v2/sec/profile/${ana.id}`, bias)).json().data).toMatchObject({
      id: ana.id,
      own: false,
      name: 'Pessoa ana',
      email: 'ana@acme.example',
      login: null,
      delegate: null,
    });
    expect((await get('/adm/v2/sec/profile/900000001', bias)).statusCode).toBe(404);
  });

  it('changes the substitute only with the special permission', async () => {
    const session = await sessionOf('ana');
    const refused = await save({ delegateto: bia.id }, session);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
    // The permission is called as in the table of special permissions.
    expect(refused.json().message).toContain('“Alterar responsável substituto”');
    await allow('ana');
    const saved = await save({ delegateto: bia.id }, session);
    expect([saved.statusCode, saved.json().data.delegate]).toEqual([200, { id: bia.id, name: 'Pessoa bia' }]);
    expect((await save({ delegateto: null }, session)).json().data.delegate).toBeNull();
    const { rows } = await sql<{ after: unknown }>`
      select after from audit where entity = 'user' and entity_id = ${String(ana.id)} order by id`.execute(
      app.database.owner,
    );
    expect(rows.map((row) => row.after)).toEqual([
      { delegate: { id: bia.id, name: 'Pessoa bia' } },
      { delegate: null },
    ]);
  });

  it.each([
    ['itself', () => ana.id],
    ['an inactive person', () => sql<{ id: number }>`select id from app_user where login = 'inactive'`],
    ['a person who does not exist', () => 900_000_001],
  ])('refuses %s as substitute', async (_name, find) => {
    await allow('ana');
    const found = find();
    const delegateto =
      typeof found === 'number' ? found : (await found.execute(app.database.owner)).rows[0]?.id;
    const answer = await save({ delegateto }, await sessionOf('ana'));
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, '/delegateto']);
  });

  it('takes the fixed fields only as they are stored', async () => {
    const session = await sessionOf('ana');
    const same = { id: ana.id, name: 'Pessoa ana', login: 'ana', email: 'ana@acme.example' };
    expect((await save(same, session)).statusCode).toBe(200);
    for (const [field, value] of Object.entries({
      name: 'Outra',
      login: 'admin',
      email: 'x@y.example',
      id: 1,
    })) {
      const answer = await save({ ...same, [field]: value }, session);
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, `/${field}`]);
    }
  });

  it('answers a stale version with the current profile', async () => {
    await allow('ana');
    const answer = await save({ delegateto: bia.id, version: 900 }, await sessionOf('ana'));
    expect([answer.statusCode, answer.json().code, answer.json().data.id]).toEqual([
      409,
      'VERSION_CONFLICT',
      ana.id,
    ]);
  });

  it('changes the password in a call of its own, which goes on in a new session', async () => {
    const session = await sessionOf('bia');
    const passwords = {
      currentPassword: encipher('molde-demo'),
      password: encipher('girassol-lento-42'),
      confirm_password: encipher('girassol-lento-42'),
    };
    expect((await save({ ...passwords, delegateto: null }, session)).statusCode).toBe(400);
    const { password: _password, ...without } = passwords;
    expect((await save(without, session)).statusCode).toBe(400);
    const answer = await save(passwords, session);
    expect(answer.statusCode).toBe(200);
    expect((await get('/adm/v2/sec/me', session)).statusCode).toBe(401);
    const next = { ...session, authorization: `Bearer ${answer.json().data.accessToken}` };
    expect((await get('/adm/v2/sec/me', next)).statusCode).toBe(200);
  });
});

describe('the own sessions', () => {
  interface Row {
    id: string;
    device: string;
    isCurrent: boolean;
  }
  const list = async (headers: Headers) =>
    (await get('/adm/v2/sec/me/sessions', headers)).json().data.rows as Row[];
  const end = (id: string, headers: Headers) =>
    app.inject({ method: 'DELETE', url: `/adm/v2/sec/me/sessions/${id}`, headers });

  it('are listed with their device, and end one by one or all but this one', async () => {
    const chrome = await sessionOf('ana');
    await sql`update session set user_agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'`.execute(
      app.database.owner,
    );
    const own = await sessionOf('ana');
    const other = await sessionOf('ana');
    const before = await list(own);
    expect(before.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(before[0]?.isCurrent).toBe(true);
    expect(before.map(({ device }) => device)).toContain('Chrome em Windows');
    expect(before[0]?.device).toBe('Navegador desconhecido em sistema desconhecido');

    const mine = (await list(other)).find(({ isCurrent }) => isCurrent);
    expect((await end(mine?.id ?? '', own)).statusCode).toBe(200);
    expect((await get('/adm/v2/sec/me', other)).statusCode).toBe(401);
    expect((await end(mine?.id ?? '', own)).statusCode).toBe(404);

    const all = await app.inject({ method: 'DELETE', url: '/adm/v2/sec/me/sessions', headers: own });
    expect(all.json().data.ended).toBe(before.length - 2);
    expect((await get('/adm/v2/sec/me', chrome)).statusCode).toBe(401);
    expect(await list(own)).toHaveLength(1);
  });

  it('of another person do not exist', async () => {
    const [session] = await list(await sessionOf('ana'));
    expect((await end(session?.id ?? '', await sessionOf('bia'))).statusCode).toBe(404);
    expect((await end('not-a-uuid', await sessionOf('bia'))).statusCode).toBe(400);
  });
});

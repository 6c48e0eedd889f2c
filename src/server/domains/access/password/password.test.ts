import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobWorker } from '../../../jobs/worker.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson, encipher, type Person } from '../../../testing/people.ts';

/** A forgotten password, from the request over the captured mail to the new sign-in. */

const NEW = 'girassol-lento-42';
const silent = { info() {}, warn() {}, error() {} };
let app: TestApp;
let worker: JobWorker;
let ana: Person;

beforeAll(async () => {
  app = await testApp({ resources, env: { PUBLIC_ORIGIN: 'https://{host}' } });
  ana = await addPerson(app, 'ana', { 'admin-user': 'r' });
  worker = new JobWorker(app.database, app.kernel.env, silent, app.jobs);
  await worker.start();
});
beforeEach(async () => {
  await sql`delete from sign_in_failure`.execute(app.database.owner);
  await sql`delete from password_reset`.execute(app.database.owner);
  await sql`delete from outbox_mail`.execute(app.database.owner);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

type Headers = Record<string, string>;

const request = (login: unknown, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: '/adm/v2/sec/pwd/t', payload: { login } as object, headers });

/** Ten requests beside each other, since each answer takes a quarter of a second. */
const ten = async (ask: (n: number) => Promise<{ statusCode: number }>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)))).map(({ statusCode }) => statusCode);

const outbox = async (login: string, host = 'localhost') =>
  (await app.inject({ method: 'GET', url: `/dev/outbox.json?login=${login}`, headers: { host } })).json() as {
    mails: { to: string; subject: string; text: string; html: string; sentAt: string }[];
    token: string | null;
  };

async function tokenOf(login: string): Promise<string> {
  await request(login);
  return (await outbox(login)).token ?? '';
}

const check = (token: string, headers: Headers = {}) =>
  app.inject({ method: 'GET', url: `/adm/v2/sec/pwd/t?token=${encodeURIComponent(token)}`, headers });

const set = (token: string, password: unknown, id: unknown = ana.id, headers: Headers = {}) =>
  app.inject({
    method: 'PUT',
    url: `/adm/v2/sec/pwd/s?token=${encodeURIComponent(token)}`,
    payload: { id, password } as object,
    headers,
  });

const signIn = (password: string) =>
  app.inject({
    method: 'POST',
    url: '/adm/v2/sec/login',
    payload: { username: 'ana', password: encipher(password) },
  });

describe('the request', () => {
  it.each([
    ['/adm/v2/sec/pwd/t', 'login'],
    ['/api//adm/auth/forgotpwd', 'username'],
    ['/api/adm/auth/forgotpwd', 'username'],
  ])('%s answers alike for known and unknown logins, and mails the known one', async (url, field) => {
    const answers = await Promise.all(
      [' ANA ', 'nobody'].map((login) => app.inject({ method: 'POST', url, payload: { [field]: login } })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[0]?.json()).toEqual(answers[1]?.json());
    expect(answers[0]?.json()).toEqual({
      success: true,
      data: null,
      message: 'Email enviado com sucesso! Não esqueça de verificar também sua caixa de spam.',
    });
    const { mails, token } = await outbox('ana');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'ana@acme.example', subject: 'Redefinição de senha · acme' });
    expect(mails[0]?.text).toContain(`https://localhost/login/forgotpwd/confirm?token=${token}`);
    expect(mails[0]?.html).toContain(`href="https://localhost/login/forgotpwd/confirm?token=${token}"`);
    expect(await outbox('nobody')).toEqual({ mails: [], token: null });
  });

  it('runs the same statements for known and unknown logins, and leaves no trace of what was typed', async () => {
    await request('never-seen-login');
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit where after::text like '%never-seen%' or entity_id like '%never-seen%'`.execute(
      app.database.owner,
    );
    expect(rows[0]?.n).toBe(0);
  });

  it.each([[''], ['   '], ['a b'], ['ação'], ["x' or 1=1"], ['a\r\nRCPT TO:<evil@x>']])(
    'refuses %j, which is no login',
    async (login) => {
      const answer = await request(login);
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Usuário incorreto']);
    },
  );

  it.each([[null], [7], [['ana']], [{}], ['a'.repeat(300)]])('refuses %j by its shape', async (login) => {
    expect((await request(login)).statusCode).toBe(400);
  });

  it('writes in the language that the person chose, else in that of the request', async () => {
    await request('ana', { 'accept-language': 'en' });
    expect((await outbox('ana')).mails[0]?.subject).toBe('Password reset · acme');
    await sql`insert into user_preference (tenant_id, user_id, key, value)
      values (${app.tenants.acme}, ${ana.id}, 'language', '"es"')`.execute(app.database.owner);
    await request('ana', { 'accept-language': 'en' });
    expect((await outbox('ana')).mails[0]?.subject).toBe('Restablecer la contraseña · acme');
    await sql`delete from user_preference`.execute(app.database.owner);
  });

  it('keeps the host of the tenant, whatever other headers say', async () => {
    await request('ana', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' });
    const { mails } = await outbox('ana');
    expect(mails[0]?.text).toContain('https://localhost/login');
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });

  it.each([['ana'], ['somebody-else']])('limits the requests for %s', async (login) => {
    expect(await ten(() => request(login))).toEqual(Array(10).fill(200));
    const refused = await request(login);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await request('another-login')).statusCode).toBe(200);
  });

  it('leaves the person a mail, however many strangers asked for it', async () => {
    const from = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/adm/v2/sec/pwd/t', payload: { login: 'ana' }, remoteAddress });
    await sql`insert into sign_in_address (tenant_id, login, address) values (${app.tenants.acme}, 'ana', '203.0.113.9')
      on conflict do nothing`.execute(app.database.owner);
    expect(await ten((n) => from(`198.51.100.${n}`))).toEqual(Array(10).fill(200));
    const stranger = await from('198.51.100.77');
    // Within the half hour for which the last stranger's mail works, which the person got.
    expect(stranger.statusCode).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect((await from('203.0.113.9')).statusCode).toBe(200);
  });

  it('sends nothing to who is inactive, no user, or signs in elsewhere', async () => {
    const { id } = await addPerson(app, 'inactive', {});
    await request('inactive');
    expect((await outbox('inactive')).mails).toEqual([]);
    await sql`update app_user set is_active = true, auth_type = 'oidc' where id = ${id}`.execute(
      app.database.owner,
    );
    await request('inactive');
    expect((await outbox('inactive')).mails).toEqual([]);
  });

  it('escapes names in the mail', async () => {
    await sql`update app_user set name = '<img src=x onerror=alert(1)> & "Ana"' where id = ${ana.id}`.execute(
      app.database.owner,
    );
    await request('ana');
    const { mails } = await outbox('ana');
    expect(mails[0]?.html).not.toContain('<img src=x');
    expect(mails[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ana&quot;');
    await sql`update app_user set name = 'Pessoa ana' where id = ${ana.id}`.execute(app.database.owner);
  });
});

describe('the token', () => {
  it('sets the password once, ends every session and is audited', async () => {
    const before = await app.sessionOf(app.tenants.acme, 'ana');
    const token = await tokenOf('ana');
    const second = await tokenOf('ana');
    expect((await check(token)).json().data).toEqual({ id: ana.id });
    const answer = await set(token, encipher(NEW));
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Senha alterada com sucesso!']);
    expect((await signIn(NEW)).statusCode).toBe(200);
    expect((await signIn('molde-demo')).statusCode).toBe(401);
    const old = await app.inject({ method: 'GET', url: '/adm/v2/sec/me', headers: before });
    expect(old.statusCode).toBe(401);
    for (const used of [token, second]) {
      expect((await check(used)).json()).toMatchObject({ code: 'INVALID_TOKEN', message: 'Token inválido' });
      expect((await set(used, encipher('outra-senha-boa-77'))).json().code).toBe('INVALID_TOKEN');
    }
    const { rows } = await sql<{ action: string; user_id: number | null }>`
      select action, user_id from audit where entity = 'user' and entity_id = ${String(ana.id)} order by id`.execute(
      app.database.owner,
    );
    expect(rows.slice(-3)).toEqual([
      { action: 'request-password', user_id: null },
      { action: 'request-password', user_id: null },
      { action: 'reset-password', user_id: ana.id },
    ]);
  });

  it('is stored as a hash only', async () => {
    const token = await tokenOf('ana');
    for (const table of ['password_reset', 'job', 'audit']) {
      const { rows } =
        await sql`select from ${sql.table(table)} t where t::text like ${`%${token}%`}`.execute(
          app.database.owner,
        );
      expect(rows).toEqual([]);
    }
  });

  it('works once when two requests use it at the same time', async () => {
    const token = await tokenOf('ana');
    const answers = await Promise.all(
      ['primeira-de-todas-1', 'segunda-de-todas-2'].map((one) => set(token, encipher(one))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('ends after thirty minutes', async () => {
    const token = await tokenOf('ana');
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from password_reset`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([{ minutes: 30 }]);
    await sql`update password_reset set expires_at = now() - interval '1 second'`.execute(app.database.owner);
    expect((await check(token)).statusCode).toBe(400);
    expect((await set(token, encipher(NEW))).json().code).toBe('INVALID_TOKEN');
  });

  it('is of one tenant and one person', async () => {
    const token = await tokenOf('ana');
    expect((await check(token, { host: 'beta.localhost' })).statusCode).toBe(400);
    expect((await set(token, encipher(NEW), ana.id, { host: 'beta.localhost' })).statusCode).toBe(400);
    expect((await set(token, encipher(NEW), ana.id + 1)).json().code).toBe('INVALID_TOKEN');
    expect((await check(token)).statusCode).toBe(200);
  });

  it('dies with a change of the password by others, and with a deactivation', async () => {
    const admin = await app.sessionOf(app.tenants.acme, 'admin');
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: `/adm/v2/sec/user/${ana.id}`, headers: admin, payload });
    const first = await tokenOf('ana');
    expect((await put({ password: encipher('gerada-Xk39-boa'), isChangePwd: 'Y' })).statusCode).toBe(200);
    expect((await check(first)).statusCode).toBe(400);
    const second = await tokenOf('ana');
    expect((await put({ isActive: 'N' })).statusCode).toBe(200);
    expect((await check(second)).statusCode).toBe(400);
    await put({ isActive: 'Y' });
    expect((await check(second)).statusCode).toBe(400);
  });

  it('is refused when it is no token of a mail', async () => {
    await tokenOf('ana');
    for (const [name, url] of [
      ['no', '/adm/v2/sec/pwd/s'],
      ['an empty', '/adm/v2/sec/pwd/s?token='],
      ['a null', '/adm/v2/sec/pwd/s?token=null'],
      ['an array', '/adm/v2/sec/pwd/s?token[]=a'],
      ['a doubled', '/adm/v2/sec/pwd/s?token=a&token=b'],
      ['a long', `/adm/v2/sec/pwd/s?token=${'a'.repeat(5000)}`],
      ['a wildcard as', '/adm/v2/sec/pwd/s?token=%25'],
    ] as const)
      for (const method of ['PUT', 'GET'] as const) {
        const answer = await app.inject({
          method,
          url: method === 'GET' ? url.replace('pwd/s', 'pwd/t') : url,
          ...(method === 'PUT' && { payload: { id: ana.id, password: encipher(NEW) } }),
        });
        expect([name, method, answer.statusCode]).toEqual([name, method, 400]);
        // By this the page tells a bad link from a bad password.
        const paths = ((answer.json().errors ?? []) as { path: string }[]).map(({ path }) => path);
        expect([name, method, paths.filter((path) => !path.startsWith('/token'))]).toEqual([
          name,
          method,
          [],
        ]);
      }
  });

  it('altered by one letter is refused', async () => {
    const token = await tokenOf('ana');
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const one of [altered, token.slice(1), `${token}A`, token.toLowerCase().replace(/^./, '!')])
      expect((await check(one)).statusCode).toBe(400);
    expect((await check(token)).statusCode).toBe(200);
  });

  it('keeps its use when the password is refused', async () => {
    const token = await tokenOf('ana');
    for (const [name, password, message] of [
      ['short', encipher('abc'), 'A senha'],
      ['common', encipher('password123'), 'fácil de adivinhar'],
      ['the word with an ending', encipher('Senha@123'), 'fácil de adivinhar'],
      ['clear text', 'girassol-lento-42', 'formato'],
      ['the login with a year', encipher('pessoa2024'), 'fácil de adivinhar'],
    ] as const) {
      const answer = await set(token, password);
      expect([name, answer.statusCode]).toEqual([name, 400]);
      expect(answer.json().errors[0]).toMatchObject({
        path: '/password',
        message: expect.stringContaining(message),
      });
      expect((await check(token)).statusCode).toBe(200);
    }
  });
});

describe('outside of the demo profile', () => {
  it('captures nothing and answers 404', async () => {
    const secrets = {
      PROFILE: 'production',
      ADMIN_PASSWORD: 'girassol-lento-42',
      LOGIN_KEY: '8f14e45fceea167a5a36dedd4bea2543cbb0d4f1a5bba3b2f3e61f1c9d8e7a60',
      TOKEN_SECRET: 'a-secret-of-the-tests-that-is-long-enough',
    };
    const production = await testApp({ resources, env: secrets, database: app.database });
    for (const url of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?login=ana'])
      expect(
        (await production.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).statusCode,
      ).toBe(404);
    await production.close();
  });
});

it('shows the captured mails on a page without scripts', async () => {
  await request('ana');
  const page = await app.inject({ method: 'GET', url: '/dev/outbox' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, testApp, type TestApp } from '../../../testing.ts';
import type { Database } from '../../../db/database.ts';
import { hashPassword } from '../password/password-hash.ts';
import { signInLimits } from '../sign-in/sign-in-limits.ts';
import { resources } from '../../../resources.ts';
import { encipher, type Person } from '../../../testing/people.ts';
import { addPeople } from '../../../testing/people.ts';

let database: Database;
let app: TestApp;
let people: Record<string, Person>;

beforeAll(async () => {
  database = await openTestDatabase();
  app = await testApp({ resources, database, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  people = await addPeople(app);
});
afterAll(async () => {
  await app.close();
  await database.close();
});
afterEach(() => database.owner.deleteFrom('sign_in_failure').execute());

const login = (username: string, password = 'molde-demo', from = '10.0.0.1', to = app) =>
  to.inject({
    method: 'POST',
    url: '/adm/v2/sec/login',
    headers: { 'x-forwarded-for': from },
    payload: { username, password: encipher(password) },
  });
const bearer = (answer: { json(): { data: { accessToken: string } } }) => ({
  authorization: `Bearer ${answer.json().data.accessToken}`,
});
const me = (headers: Record<string, string>) => app.inject({ url: '/adm/v2/sec/me', headers });

describe('sign-in', () => {
  it('answers a token of a session of twelve hours, whatever the case of the login', async () => {
    const answer = await login(' AdMin ');
    expect(answer.statusCode).toBe(200);
    const { accessToken, userId } = answer.json().data;
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString());
    expect(claims.sub).toBe(String(userId));
    // The session begins by the database's clock, the token by ours: a second may turn in between.
    expect(Math.abs(claims.exp - claims.iat - 12 * 3600)).toBeLessThanOrEqual(1);
    expect((await me(bearer(answer))).json().data).toMatchObject({
      id: userId,
      login: 'admin',
      isChangePwd: 'N',
      delegate: null,
      language: null,
      theme: null,
    });
    for (const [key, value] of [
      ['language', 'en'],
      ['theme', 'sepia'],
    ])
      await app.inject({
        method: 'PUT',
        url: `/adm/v2/sec/me/preferences/${key}`,
        headers: bearer(answer),
        payload: { value },
      });
    expect((await me(bearer(answer))).json().data).toMatchObject({ language: 'en', theme: null });
  });

  it('answers an unknown login, a wrong password, a person without a login and a malformed cipher alike', async () => {
    const answers = [
      await login('nobody'),
      await login('admin', 'wrong-password'),
      await login('plain'),
      ...(await Promise.all(
        [
          '',
          'molde-demo',
          '00',
          `${'0'.repeat(32)}:0`,
          `${'0'.repeat(32)}:zz`,
          `${'a'.repeat(32)}:fffefd`,
          `${'0'.repeat(32)}:${'00'.repeat(1100)}`,
        ].map((password) =>
          app.inject({
            method: 'POST',
            url: '/adm/v2/sec/login',
            headers: { 'x-forwarded-for': '10.0.0.2' },
            payload: { username: 'admin', password },
          }),
        ),
      )),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        success: false,
        code: 'WRONG_CREDENTIALS',
        message: 'Usuário ou senha incorreto',
      });
    }
  });

  it.each(['admİn', 'ADMİN', 'ａdmin', 'adm\u0131n', 'admin\u200b'])(
    'answers %j, which is no login, like an unknown login',
    async (username) => {
      const [odd, unknown] = [await login(username), await login('nobody')];
      expect([odd.statusCode, odd.json()]).toEqual([401, unknown.json()]);
    },
  );

  it('refuses a right password of an inactive person and of one without permissions', async () => {
    for (const name of ['inactive', 'powerless']) {
      const answer = await login(name);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({
        code: 'SIGN_IN_NOT_ALLOWED',
        message: 'Ops! Credenciais incorretas ou não possui permissão para acessar ao sistema.',
      });
      expect((await login(name, 'wrong-password')).statusCode).toBe(401);
    }
  });

  it('accepts its two fields only', async () => {
    const send = (payload: object) => app.inject({ method: 'POST', url: '/adm/v2/sec/login', payload });
    const extra = await send({ username: 'a', password: 'b', tenantId: 2 });
    expect(extra.statusCode).toBe(400);
    expect(extra.json().errors).toEqual([expect.objectContaining({ path: '/tenantId' })]);
    expect((await send({ username: 'a' })).statusCode).toBe(400);
    const nul = await send({ username: 'a\0', password: 'b' });
    expect([nul.statusCode, nul.json().errors]).toEqual([
      400,
      [expect.objectContaining({ path: '/username' })],
    ]);
    expect((await send({ username: ['a'], password: 'b' })).statusCode).toBe(400);
  });

  it('accepts the people of its own tenant only', async () => {
    expect((await login('reader')).statusCode).toBe(200);
    const beta = await app.inject({
      method: 'POST',
      url: '/adm/v2/sec/login',
      headers: { host: 'beta.localhost' },
      payload: { username: 'reader', password: encipher('molde-demo') },
    });
    expect(beta.statusCode).toBe(401);
  });
});

describe('guessing', () => {
  it('locks the pair of login and address after ten failures, also for the right password', async () => {
    for (let failure = 0; failure < 10; failure += 1)
      expect((await login('reader', `wrong ${failure}`, '10.1.0.1')).statusCode).toBe(401);
    const locked = await login('reader', 'molde-demo', '10.1.0.1');
    expect(locked.statusCode).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(locked.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Muitas tentativas. Tente novamente em 15 minutos.',
    });
    expect((await login('READER', 'molde-demo', '10.1.0.1')).statusCode).toBe(429);
    expect((await login('reader', 'molde-demo', '10.1.0.2')).statusCode).toBe(200);
    expect((await login('admin', 'molde-demo', '10.1.0.1')).statusCode).toBe(200);
  });

  it('counts unknown logins alike, and simultaneous guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => login('ghost', `wrong ${at}`, '10.2.0.1')),
    );
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(6);
  });

  it('deletes the failures of a pair after a right password', async () => {
    for (let failure = 0; failure < 9; failure += 1) await login('reader', 'wrong', '10.3.0.1');
    expect((await login('reader', 'molde-demo', '10.3.0.1')).statusCode).toBe(200);
    expect((await login('reader', 'wrong', '10.3.0.1')).statusCode).toBe(401);
    expect((await login('reader', 'molde-demo', '10.3.0.1')).statusCode).toBe(200);
  });

  it('limits one address over all logins before its fortieth try', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1)
      statuses.push((await login(`spray${at}`, 'wrong', '10.4.0.1')).statusCode);
    expect(statuses.indexOf(429)).toBe(signInLimits.address.failures);
    expect((await login('admin', 'molde-demo', '10.4.0.1')).statusCode).toBe(429);
  });

  it('exempts logins that signed in from a locked address before, also after a restart', async () => {
    const from = '10.7.0.1';
    expect((await login('reader', 'molde-demo', from)).statusCode).toBe(200);
    for (let at = 0; at < signInLimits.address.failures; at += 1) await login(`spray${at}`, 'wrong', from);
    const restarted = await testApp({ resources, database, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    for (const server of [app, restarted]) {
      expect((await login('reader', 'molde-demo', from, server)).statusCode).toBe(200);
      expect((await login('editor', 'molde-demo', from, server)).statusCode).toBe(429);
    }
    await restarted.close();
    // Its own failures still lock it.
    for (let failure = 0; failure < 10; failure += 1)
      expect((await login('reader', 'wrong', from)).statusCode).toBe(401);
    expect((await login('reader', 'molde-demo', from)).statusCode).toBe(429);
  });

  it('does not count guesses that were answered as locked', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => login(at % 2 ? 'reader' : 'editor', `wrong ${at}`, '10.8.0.1')),
    );
    expect((await login('creator', 'molde-demo', '10.8.0.1')).statusCode).toBe(200);
    expect((await login('reader', 'molde-demo', '10.8.0.1')).statusCode).toBe(429);
  });

  it('slows unknown addresses while a login fails from many, and never known ones', async () => {
    expect((await login('reader', 'molde-demo', '10.5.0.200')).statusCode).toBe(200);
    for (let at = 0; at < signInLimits.login.failures; at += 1)
      await login('reader', 'wrong', `10.5.0.${at}`);
    const stranger = await login('reader', 'molde-demo', '10.5.1.1');
    expect(stranger.statusCode).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(signInLimits.login.lockSeconds);
    expect((await login('reader', 'molde-demo', '10.5.0.200')).statusCode).toBe(200);
  });

  it('keeps its counters after a restart and starts a new window after the old one', async () => {
    for (let failure = 0; failure < 10; failure += 1) await login('reader', 'wrong', '10.6.0.1');
    const restarted = await testApp({ resources, database, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    expect((await login('reader', 'molde-demo', '10.6.0.1', restarted)).statusCode).toBe(429);
    const longAgo = new Date(Date.now() - 16 * 60_000);
    await database.owner
      .updateTable('sign_in_failure')
      .set({ window_started_at: longAgo, locked_until: longAgo })
      .execute();
    expect((await login('reader', 'wrong', '10.6.0.1', restarted)).statusCode).toBe(401);
    expect((await login('reader', 'molde-demo', '10.6.0.1', restarted)).statusCode).toBe(200);
    await restarted.close();
  });
});

describe('a session', () => {
  it('ends at once with its own sign-out', async () => {
    const [one, other] = [bearer(await login('reader')), bearer(await login('reader'))];
    const out = await app.inject({ method: 'POST', url: '/adm/v2/sec/logout', headers: one });
    expect(out.json()).toEqual({ success: true, data: null, message: '' });
    expect((await me(one)).statusCode).toBe(401);
    expect((await me(other)).statusCode).toBe(200);
  });

  it('ends by the ticket in its token, which does nothing else, also when the token is gone', async () => {
    const [one, other] = [bearer(await login('reader')), bearer(await login('reader'))];
    const ticketOf = ({ authorization }: { authorization: string }): string =>
      JSON.parse(Buffer.from(authorization.split('.')[1]!, 'base64url').toString()).end;
    const [ticket, sid] = [ticketOf(one), ticketOf(one).split('.')[0]];
    const end = async (text: string, host = 'localhost') => {
      const url = '/adm/v2/sec/logout/ticket';
      const answer = await app.inject({ method: 'POST', url, headers: { host }, payload: { ticket: text } });
      return [answer.statusCode, answer.json().data];
    };
    expect((await me({ authorization: `Bearer ${ticket}` })).statusCode).toBe(401);
    // The session's id alone, which stands in addresses of files, a ticket that was altered, and one of another tenant.
    const [mac] = ticketOf(other).split('.').slice(1);
    for (const text of [sid!, `${sid}.`, `${sid}.${mac}`, `${ticket}.`, 'x'])
      expect(await end(text)).toEqual([200, null]);
    expect(await end(ticket, 'beta.localhost')).toEqual([200, null]);
    expect((await me(one)).statusCode).toBe(200);
    const count = async () =>
      (
        await database.owner
          .selectFrom('audit')
          .select('user_name')
          .where('action', '=', 'sign-out')
          .execute()
      ).length;
    const before = await count();
    expect(await end(ticket)).toEqual([200, null]);
    expect(await end(ticket)).toEqual([200, null]);
    expect([(await me(one)).statusCode, (await me(other)).statusCode]).toEqual([401, 200]);
    expect(await count()).toBe(before + 1);
  });

  it('is not valid at another tenant', async () => {
    const headers = bearer(await login('admin'));
    expect((await me({ ...headers, host: 'beta.localhost' })).statusCode).toBe(401);
  });
});

describe('the own password', () => {
  const change = (headers: Record<string, string>, body: object) =>
    app.inject({ method: 'PUT', url: '/adm/v2/sec/me', headers, payload: body });
  const body = (currentPassword: string, password: string, confirmation = password) => ({
    password: encipher(password),
    confirm_password: encipher(confirmation),
    currentPassword: encipher(currentPassword),
  });

  it('changes with the current one, ends every session and returns a new one', async () => {
    const [one, other] = [bearer(await login('changer')), bearer(await login('changer'))];
    const answer = await change(one, body('molde-demo', 'nova senha 1'));
    expect(answer.json()).toMatchObject({
      success: true,
      message: 'Senha alterada com sucesso!',
      data: { userId: people.changer?.id },
    });
    expect((await me(one)).statusCode).toBe(401);
    expect((await me(other)).statusCode).toBe(401);
    expect((await me(bearer(answer))).statusCode).toBe(200);
    expect((await login('changer')).statusCode).toBe(401);
    expect((await login('changer', 'nova senha 1')).statusCode).toBe(200);
  });

  it('reports each error at its field', async () => {
    const headers = bearer(await login('reader'));
    const refused = async (payload: object) => {
      const answer = await change(headers, payload);
      return [
        answer.statusCode,
        answer.json().code,
        answer.json().errors?.map((error: { path: string }) => error.path),
      ];
    };
    expect(await refused(body('wrong', 'nova senha'))).toEqual([422, 'RULE_BROKEN', ['/currentPassword']]);
    expect(await refused(body('molde-demo', 'molde-demo'))).toEqual([422, 'RULE_BROKEN', ['/password']]);
    expect(await refused(body('molde-demo', 'curta'))).toEqual([400, 'VALIDATION_FAILED', ['/password']]);
    expect(await refused(body('molde-demo', 'nova senha', 'outra senha'))).toEqual([
      400,
      'VALIDATION_FAILED',
      ['/confirm_password'],
    ]);
    expect(await refused({ ...body('molde-demo', 'nova senha'), password: 'nova senha' })).toEqual([
      400,
      'VALIDATION_FAILED',
      ['/password'],
    ]);
    expect(await refused({ ...body('molde-demo', 'nova senha'), name: 'X' })).toEqual([
      400,
      'VALIDATION_FAILED',
      ['/name'],
    ]);
    expect((await me(headers)).statusCode).toBe(200);
  });

  it('limits guesses at the current one like sign-in', async () => {
    const headers = bearer(await login('reader'));
    for (let failure = 0; failure < 10; failure += 1)
      expect((await change(headers, body(`wrong ${failure}`, 'nova senha'))).statusCode).toBe(422);
    const locked = await change(headers, body('molde-demo', 'nova senha'));
    expect(locked.statusCode).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('counts ten of forty simultaneous guesses, also when the last one is right', async () => {
    const headers = bearer(await login('reader'));
    const guesses = Array.from({ length: 40 }, (_, at) => (at < 39 ? `wrong ${at}` : 'molde-demo'));
    const answers = await Promise.all(guesses.map((guess) => change(headers, body(guess, 'nova senha'))));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 422)).toHaveLength(signInLimits.pair.failures);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - signInLimits.pair.failures);
  });

  it('must be changed first after an administrator reset it', async () => {
    await database.owner
      .updateTable('app_user')
      .set({ is_change_pwd: true, password_hash: await hashPassword('provisória') })
      .where('id', '=', people.changer?.id ?? 0)
      .execute();
    const headers = bearer(await login('changer', 'provisória'));
    expect((await me(headers)).json().data.isChangePwd).toBe('Y');
    for (const url of ['/adm/v2/sec/user', '/adm/v2/home/menu2', '/adm/v2/def/screen?path=/admin-user']) {
      const answer = await app.inject({ url, headers });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    expect((await app.inject({ url: '/adm/v2/user/home', headers })).statusCode).toBe(200);
    const fresh = bearer(await change(headers, body('provisória', 'definitiva')));
    expect((await me(fresh)).json().data.isChangePwd).toBe('N');
    expect((await app.inject({ url: '/adm/v2/home/menu2', headers: fresh })).statusCode).toBe(200);
  });
});

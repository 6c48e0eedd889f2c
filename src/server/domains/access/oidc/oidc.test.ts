import { randomBytes } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  openIdentityProvider,
  type IdentityProvider,
  type IdTokenClaims,
} from '../../../testing/identity-provider.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

type Headers = Record<string, string>;

const secretsKey = randomBytes(32);
let app: TestApp;
let idp: IdentityProvider;
let admin: Headers;
let ana: Headers;
let anaId: number;

beforeAll(async () => {
  idp = await openIdentityProvider(['http://localhost:3000', 'http://beta.localhost:3000']);
  app = await testApp({ resources, secretsKey });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  anaId = await addPerson('ana', 'Administradores');
  await addPerson('semnada', null);
  await addPerson('inativa', 'Administradores');
  ana = await app.sessionOf(app.tenants.acme, 'ana');
  await configure(admin);
  await configure(await app.sessionOf(app.tenants.beta, 'admin'));
});
afterAll(async () => {
  await app.close();
  await idp.close();
});
afterEach(() => {
  idp.forge = null;
  idp.answers.clear();
});

async function addPerson(login: string, group: string | null): Promise<number> {
  const { owner } = app.database;
  const { id } = await owner
    .insertInto('app_user')
    .values({
      tenant_id: app.tenants.acme,
      name: login,
      email: `${login}@acme.example`,
      login,
      is_user: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (group !== null) {
    const found = await owner
      .selectFrom('access_group')
      .select('id')
      .where('tenant_id', '=', app.tenants.acme)
      .where('all_screens', '=', true)
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('access_group_member')
      .values({ tenant_id: app.tenants.acme, group_id: found.id, user_id: id })
      .execute();
  }
  return id;
}

/** Sets the provider and switches it on, as the screen does. */
async function configure(headers: Headers): Promise<void> {
  const { issuer, clientId, clientSecret } = idp;
  const saved = await app.inject({
    method: 'PUT',
    url: '/adm/v2/config/sign-in-provider',
    headers,
    payload: { issuer, clientId, clientSecret, label: 'Provedor' },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.body).not.toContain(clientSecret);
  const on = await app.inject({
    method: 'POST',
    url: '/adm/v2/config/appearance',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\ncontent-disposition: form-data; name="thirdPartySignIn"\r\n\r\ntrue\r\n--b--\r\n',
  });
  expect(on.statusCode, on.body).toBe(200);
}

interface Started {
  address: string;
  cookie: string;
}

async function start(options: { headers?: Headers; own?: boolean; link?: string } = {}): Promise<Started> {
  const { headers = {}, own = false, link } = options;
  const answer = await app.inject({
    method: own ? 'POST' : 'GET',
    url: own ? '/adm/v2/sec/me/accounts' : `/adm/v2/sec/oidc/start${link ? `?link=${link}` : ''}`,
    headers,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^molde-sign-in=[\w-]{43}; Max-Age=600; HttpOnly; SameSite=Lax; Path=\/$/);
  return { address: answer.json().data.address, cookie: cookie.split(';')[0]! };
}

const exchange = (payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url: '/adm/v2/sec/oidc/exchange', payload, headers });

/** The whole way there and back. */
async function walk(login: string, options: Parameters<typeof start>[0] = {}) {
  const { address, cookie } = await start(options);
  const back = await idp.signIn(address, login);
  const answer = Object.fromEntries(back.searchParams);
  return exchange(answer, { cookie, ...(options.headers?.host ? { host: options.headers.host } : {}) });
}

const link = (login: string, headers: Headers) => walk(login, { headers, own: true });
const auditOf = async (action: string) =>
  app.database.owner
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

describe('the way to the provider', () => {
  it('asks for a code with PKCE, state and nonce', async () => {
    const { searchParams, origin } = new URL((await start()).address);
    expect(origin).toBe(idp.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/authenticate',
      scope: 'openid profile email',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toHaveLength(43);
  });

  it('is offered by the sign-in page only where it is switched on', async () => {
    expect((await app.inject({ url: '/adm/v2/pub/home' })).json().data).toMatchObject({
      thirdPartySignIn: true,
      thirdPartyName: 'Provedor',
    });
    const { owner } = app.database;
    const set = (value: string) =>
      owner
        .updateTable('tenant')
        .set({ appearance: JSON.stringify({ thirdPartySignIn: value === 'on' }) } as never)
        .where('id', '=', app.tenants.acme)
        .execute();
    await set('off');
    expect((await app.inject({ url: '/adm/v2/pub/home' })).json().data.thirdPartySignIn).toBe(false);
    const off = await app.inject({ url: '/adm/v2/sec/oidc/start' });
    expect([off.statusCode, off.json().code]).toEqual([404, 'NOT_FOUND']);
    await set('on');
  });
});

describe('an account', () => {
  it('that is linked to nobody signs nobody in, also under the e-mail of a person', async () => {
    const answer = await walk('ninguem');
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'UNKNOWN_ACCOUNT']);
    expect(answer.json().message).toContain('mesma@acme.example');
  });

  it('is linked from a session, signs its person in, and no other account of the same e-mail', async () => {
    const linked = await link('ana', ana);
    expect(linked.json().data).toEqual({ linked: true, provider: 'Provedor', account: 'mesma@acme.example' });
    expect(await auditOf('link-account')).toMatchObject({ user_id: anaId, entity_id: String(anaId) });
    const signedIn = await walk('ana');
    expect(signedIn.statusCode, signedIn.body).toBe(200);
    const { accessToken, userId } = signedIn.json().data;
    expect(userId).toBe(anaId);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await app.inject({ url: '/adm/v2/sec/me', headers })).json().data.login).toBe('ana');
    expect(await auditOf('sign-in')).toMatchObject({
      user_id: anaId,
      after: { provider: 'Provedor', account: 'mesma@acme.example' },
    });
    expect((await walk('outra')).json().code).toBe('UNKNOWN_ACCOUNT');
    const own = await app.inject({ url: '/adm/v2/sec/me/accounts', headers });
    expect(own.json().data).toMatchObject({ totalRows: 1, rows: [{ lastUsedAt: expect.any(String) }] });
    const out = await app.inject({ method: 'POST', url: '/adm/v2/sec/logout', headers });
    const end = new URL(out.json().data.providerSignOut);
    expect(end.origin).toBe(idp.issuer);
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/login');
    expect((await fetch(end)).status).toBe(200);
    expect((await app.inject({ url: '/adm/v2/sec/me', headers })).statusCode).toBe(401);
  });

  it('belongs to one person', async () => {
    const taken = await link('ana', admin);
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await link('ana', ana)).json().data.linked).toBe(true);
  });

  it('is not linked by a session that has ended meanwhile', async () => {
    const gone = await app.sessionOf(app.tenants.acme, 'ana');
    const { address, cookie } = await start({ headers: gone, own: true });
    await app.inject({ method: 'POST', url: '/adm/v2/sec/logout', headers: gone });
    const back = await idp.signIn(address, 'tarde');
    const answer = await exchange(Object.fromEntries(back.searchParams), { cookie });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'SIGN_IN_EXPIRED']);
  });

  it('signs in neither an inactive person nor one without any permission, nor a locked one', async () => {
    for (const login of ['semnada', 'inativa'])
      expect((await link(login, await app.sessionOf(app.tenants.acme, login))).json().data.linked).toBe(true);
    await app.database.owner
      .updateTable('app_user')
      .set({ is_active: false })
      .where('login', '=', 'inativa')
      .execute();
    for (const login of ['semnada', 'inativa']) {
      const refused = await walk(login);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'SIGN_IN_NOT_ALLOWED']);
    }
    await app.database.owner
      .insertInto('sign_in_failure')
      .values({
        tenant_id: app.tenants.acme,
        kind: 'pair',
        subject: '127.0.0.1 ana',
        failures: 10,
        locked_until: new Date(Date.now() + 60_000),
      } as never)
      .execute();
    const locked = await walk('ana');
    expect(locked.statusCode, locked.body).toBe(429);
    expect(locked.headers['retry-after']).toBeDefined();
    await app.database.owner.deleteFrom('sign_in_failure').execute();
  });

  it('is unlinked in the profile, but the last one of a person without a password stays', async () => {
    const accounts = async () =>
      (await app.inject({ url: '/adm/v2/sec/me/accounts', headers: ana })).json().data.rows;
    const [first] = await accounts();
    const unlink = (id: number, headers = ana) =>
      app.inject({ method: 'DELETE', url: `/adm/v2/sec/me/accounts/${id}`, headers });
    expect((await unlink(first.id, admin)).statusCode).toBe(404);
    const refused = await unlink(first.id);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'RULE_BROKEN']);
    await link('ana-2', ana);
    expect((await unlink(first.id)).json().message).toBe('Conta desvinculada.');
    expect(await auditOf('unlink-account')).toMatchObject({ before: { provider: 'Provedor' } });
    expect((await walk('ana')).json().code).toBe('UNKNOWN_ACCOUNT');
    await link('ana', ana);
  });
});

describe('the link of an administrator', () => {
  const invite = async (login: string, headers = admin) => {
    const { id } = await app.database.owner
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', app.tenants.acme)
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    const answer = await app.inject({ method: 'POST', url: `/adm/v2/sec/user/${id}/accounts`, headers });
    return {
      id,
      answer,
      token: new URL(answer.json().data?.address ?? 'http://x').searchParams.get('link') ?? '',
    };
  };

  it('links an account and signs in with it, once', async () => {
    await addPerson('convidada', 'Administradores');
    const first = await invite('convidada');
    expect(first.answer.json().data.address).toMatch(
      /^http:\/\/localhost:3000\/authenticate\?link=[\w-]{43}$/,
    );
    const { id, token } = await invite('convidada');
    // The newer one replaces the older one.
    const old = await app.inject({ url: `/adm/v2/sec/oidc/start?link=${first.token}` });
    expect([old.statusCode, old.json().code]).toEqual([400, 'SIGN_IN_EXPIRED']);
    const other = await start({ link: token });
    const signedIn = await walk('conta-da-convidada', { link: token });
    expect(signedIn.json().data).toMatchObject({ userId: id });
    expect((await app.inject({ url: `/adm/v2/sec/oidc/start?link=${token}` })).json().code).toBe(
      'SIGN_IN_EXPIRED',
    );
    const late = await idp.signIn(other.address, 'terceira');
    const again = await exchange(Object.fromEntries(late.searchParams), { cookie: other.cookie });
    expect(again.json()).toMatchObject({ code: 'SIGN_IN_EXPIRED', message: expect.stringContaining('link') });
    expect((await walk('conta-da-convidada')).json().data.userId).toBe(id);
    expect(await auditOf('invite-account')).toMatchObject({ entity_id: String(id), after: null });
    const listed = await app.inject({ url: `/adm/v2/sec/user/${id}/accounts`, headers: admin });
    expect(listed.json().data).toMatchObject({ totalRows: 1, provider: 'Provedor' });
    expect(listed.body).not.toContain(token);
  });

  it('is refused when it is too old, and links no account that is somebody else’s', async () => {
    await addPerson('demorada', 'Administradores');
    await link('ana', ana);
    const { token, id } = await invite('demorada');
    const taken = await walk('ana', { link: token });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'ALREADY_EXISTS']);
    const listed = await app.inject({ url: `/adm/v2/sec/user/${id}/accounts`, headers: admin });
    expect(listed.json().data.totalRows).toBe(0);
    const late = await invite('demorada');
    await app.database.owner
      .updateTable('link_invitation')
      .set({ expires_at: new Date(Date.now() - 1000) } as never)
      .where('user_id', '=', id)
      .execute();
    const old = await app.inject({ url: `/adm/v2/sec/oidc/start?link=${late.token}` });
    expect([old.statusCode, old.json().code]).toEqual([400, 'SIGN_IN_EXPIRED']);
  });

  it('is not for a person with rights that the administrator lacks, nor for one of another tenant', async () => {
    const { owner } = app.database;
    const group = await owner
      .insertInto('access_group')
      .values({ tenant_id: app.tenants.acme, name: 'Cadastro' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('access_group_screen')
      .values({
        tenant_id: app.tenants.acme,
        group_id: group.id,
        screen_key: 'admin-user',
        can_read: true,
        can_update: true,
      } as never)
      .execute();
    const clerk = await addPerson('cadastro', null);
    await owner
      .insertInto('access_group_member')
      .values({ tenant_id: app.tenants.acme, group_id: group.id, user_id: clerk })
      .execute();
    const headers = await app.sessionOf(app.tenants.acme, 'cadastro');
    expect((await invite('semnada', headers)).answer.statusCode).toBe(201);
    expect((await invite('ana', headers)).answer.statusCode).toBe(403);
    const { id } = await invite('ana');
    const foreign = await app.sessionOf(app.tenants.beta, 'admin');
    const url = `/adm/v2/sec/user/${id}/accounts`;
    expect((await app.inject({ method: 'POST', url, headers: foreign })).statusCode).toBe(404);
  });
});

describe('the way back', () => {
  it('is refused without, with another, or with a used state, and from another browser or tenant', async () => {
    const { address, cookie } = await start();
    const back = Object.fromEntries((await idp.signIn(address, 'ana')).searchParams) as Record<
      string,
      string
    >;
    const other = (await start()).cookie;
    const { state: _, ...withoutState } = back;
    expect((await exchange(withoutState, { cookie })).statusCode).toBe(400);
    for (const [payload, headers] of [
      [{ ...back, state: 'x'.repeat(43) }, { cookie }],
      [{ ...back, state: 'x' }, { cookie }],
      [back, {}],
      [back, { cookie: other }],
      [back, { cookie, host: 'beta.localhost' }],
    ] as const) {
      const refused = await exchange(payload, headers);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'SIGN_IN_EXPIRED']);
    }
    expect((await exchange(back, { cookie })).statusCode).toBe(200);
    expect((await exchange(back, { cookie })).json().code).toBe('SIGN_IN_EXPIRED');
  });

  it('counts once when it arrives several times at once', async () => {
    const { address, cookie } = await start();
    const back = Object.fromEntries((await idp.signIn(address, 'ana')).searchParams);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(back, { cookie })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400, 400]);
    const codes = answers.filter(({ statusCode }) => statusCode === 400).map((one) => one.json().code);
    expect(new Set(codes)).toEqual(new Set(['SIGN_IN_EXPIRED']));
  });

  it('belongs to the way that it began, of two that the same browser went at once', async () => {
    const way = async (): Promise<{ back: Record<string, string>; cookie: string }> => {
      const { address, cookie } = await start(known === '' ? {} : { headers: { cookie: known } });
      const { searchParams } = await idp.signIn(address, 'ana');
      return { back: Object.fromEntries(searchParams) as Record<string, string>, cookie };
    };
    let known = '';
    const first = await way();
    known = first.cookie;
    const second = await way();
    expect(second.cookie).toBe(first.cookie);
    const headers = { cookie: known };
    const both = await Promise.all([exchange(second.back, headers), exchange(first.back, headers)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);

    // The code of one with the state of the other: its verifier and its nonce are not those of the code.
    const [one, other] = [await way(), await way()];
    const swapped = await Promise.all([
      exchange({ ...one.back, state: other.back['state'] }, headers),
      exchange({ ...other.back, state: one.back['state'] }, headers),
    ]);
    expect(swapped.map((answer) => answer.json().code)).toEqual([
      'PROVIDER_ANSWER_REFUSED',
      'PROVIDER_ANSWER_REFUSED',
    ]);
    // Both are used up by that.
    for (const { back } of [one, other])
      expect((await exchange(back, headers)).json().code).toBe('SIGN_IN_EXPIRED');
  });

  it('is refused with the ID token of another sign-in, whose nonce was used', async () => {
    let token = '';
    idp.forge = async (claims, sign) => (token = await sign(claims));
    expect((await walk('ana')).statusCode).toBe(200);
    idp.forge = () => Promise.resolve(token);
    const replayed = await walk('ana');
    expect([replayed.statusCode, replayed.json().code]).toEqual([400, 'PROVIDER_ANSWER_REFUSED']);
  });

  it('may name an account by anything: what cannot be stored is replaced, and a subject must be storable', async () => {
    const hostile = `a\0b\ud800\r\nBcc: x@y.example <script>\u202e${'é'.repeat(5000)}`;
    idp.forge = (claims, sign) => sign({ ...claims, email: hostile, name: hostile });
    const taken = await walk('ana');
    expect([taken.statusCode, taken.body]).toEqual([200, expect.any(String)]);
    const stored = await app.database.owner.selectFrom('linked_account').selectAll().execute();
    for (const { label } of stored) expect(label).not.toMatch(/[\0\p{Cs}\p{Cc}]/u);
    for (const subject of ['ana\0', 'x'.repeat(10_000), '\ud800']) {
      idp.forge = (claims, sign) => sign({ ...claims, sub: subject });
      const refused = await walk('ana');
      expect([subject.slice(0, 5), refused.statusCode]).toEqual([subject.slice(0, 5), 400]);
    }
  });

  it('is refused when it comes too late, or with a code that was used', async () => {
    const late = await start();
    await app.database.owner
      .updateTable('sign_in_attempt')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    const back = Object.fromEntries((await idp.signIn(late.address, 'ana')).searchParams);
    expect((await exchange(back, { cookie: late.cookie })).json().code).toBe('SIGN_IN_EXPIRED');
    const next = await start();
    const state = new URL(next.address).searchParams.get('state');
    const replayed = await exchange({ ...back, state }, { cookie: next.cookie });
    expect([replayed.statusCode, replayed.json().code]).toEqual([400, 'PROVIDER_ANSWER_REFUSED']);
  });

  it('is refused with the name of another provider', async () => {
    for (const iss of ['https://evil.example', undefined]) {
      const { address, cookie } = await start();
      const back = Object.fromEntries((await idp.signIn(address, 'ana')).searchParams) as Record<
        string,
        string
      >;
      expect(back['iss']).toBe(idp.issuer);
      const { iss: _, ...rest } = back;
      const refused = await exchange(iss ? { ...rest, iss } : rest, { cookie });
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'PROVIDER_ANSWER_REFUSED']);
    }
  });

  it('signs in at another process with keys that the provider changed', async () => {
    await idp.rotateKeys();
    expect((await walk('ana')).statusCode).toBe(200);
    const { address, cookie } = await start();
    const payload = Object.fromEntries((await idp.signIn(address, 'ana')).searchParams);
    await idp.rotateKeys();
    // The provider has forgotten its codes with its keys.
    idp.forge = (claims, sign) => sign(claims);
    const second = await testApp({ resources, database: app.database, secretsKey });
    const url = '/adm/v2/sec/oidc/exchange';
    const answer = await second.inject({ method: 'POST', url, payload, headers: { cookie } });
    await second.close();
    expect(answer.statusCode, answer.body).toBe(200);
  });

  const foreign = async (claims: IdTokenClaims) => {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey);
  };
  const guessed = (claims: IdTokenClaims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key' })
      .sign(new TextEncoder().encode('segredo-do-cliente-0123456789'));
  type Forge = NonNullable<IdentityProvider['forge']>;
  it.each<[string, Forge]>([
    ['another nonce', (claims, sign) => sign({ ...claims, nonce: 'x' })],
    ['another issuer', (claims, sign) => sign({ ...claims, iss: 'https://evil.example' })],
    ['another audience', (claims, sign) => sign({ ...claims, aud: 'somebody' })],
    [
      'an end in the past',
      (claims, sign) => sign({ ...claims, exp: claims.iat - 3600, iat: claims.iat - 7200 }),
    ],
    ['a foreign key', foreign],
    ['the client’s secret as key', guessed],
    ['no signature', (claims) => Promise.resolve(new UnsecuredJWT(claims).encode())],
    ['a text that is no token', () => Promise.resolve('x.y.z')],
    ['no token', () => Promise.resolve('')],
  ])('is refused with %s', async (_name, forge) => {
    idp.forge = (claims, sign) => sign(claims);
    expect((await walk('ana')).statusCode).toBe(200);
    idp.forge = forge;
    const refused = await walk('ana');
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'PROVIDER_ANSWER_REFUSED']);
  });

  it.each([
    ['5 MB', (path: string) => idp.answers.set(path, (_, response) => response.end('x'.repeat(5_000_000)))],
    [
      'an error',
      (path: string) => idp.answers.set(path, (_, response) => response.writeHead(500).end('oops')),
    ],
    ['a page', (path: string) => idp.answers.set(path, (_, response) => response.end('<html>'))],
    ['nothing', (path: string) => idp.answers.set(path, (request) => request.socket.destroy())],
    [
      'a redirect',
      (path: string) =>
        idp.answers.set(path, (_, response) => response.writeHead(302, { location: '/jwks' }).end()),
    ],
  ])('answers clearly when the provider sends %s instead of a token', async (_name, answer) => {
    answer('/token');
    const failed = await walk('ana');
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
    expect(failed.json().message).not.toBe('');
  });

  it('answers clearly when the client’s secret is wrong', async () => {
    const wrong = { issuer: idp.issuer, clientId: idp.clientId, clientSecret: 'x', label: 'Provedor' };
    const url = '/adm/v2/config/sign-in-provider';
    await app.inject({ method: 'PUT', url, headers: admin, payload: wrong });
    const failed = await walk('ana');
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
    expect(failed.json().message).toContain('segredo do cliente');
    await configure(admin);
  });
});

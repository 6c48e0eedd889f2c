import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertKeysKnown } from '../../../platform/secrets/open-secrets.ts';
import { rotateSecrets } from '../../../platform/secrets/rotate.ts';
import { Secrets } from '../../../platform/secrets/secrets.ts';
import { readSecret } from '../../../platform/secrets/tenant-secrets.ts';
import { openIdentityProvider, type IdentityProvider } from '../../../testing/identity-provider.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

const url = '/adm/v2/config/sign-in-provider';
const oldKey = randomBytes(32);
const provider = {
  issuer: 'https://entrada.example.com',
  clientId: 'molde',
  clientSecret: 'nao-conte-a-ninguem',
  label: 'Entrada',
};

type LogLine = { level: number; msg: string; reason?: string; err?: object; status?: number };

let app: TestApp;
const logged: LogLine[] = [];
let idp: IdentityProvider;
let admin: Record<string, string>;
let beta: Record<string, string>;
beforeAll(async () => {
  idp = await openIdentityProvider(['http://localhost:3000']);
  app = await testApp({
    resources,
    secretsKey: oldKey,
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => logged.push(JSON.parse(line) as LogLine) },
  });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  beta = await app.sessionOf(app.tenants.beta, 'admin');
});
afterAll(async () => {
  await app.close();
  await idp.close();
});

const put = (payload: object, headers = admin) => app.inject({ method: 'PUT', url, headers, payload });
const read = async (headers = admin) => (await app.inject({ url, headers })).json().data;

describe('the settings of the provider', () => {
  it('are stored encrypted, and never tell the secret', async () => {
    expect(await read()).toMatchObject({ source: 'none', hasSecret: false, version: 0 });
    const saved = await put({ ...provider, version: 0 });
    expect(saved.json()).toMatchObject({
      message: 'Provedor salvo com sucesso.',
      data: {
        source: 'tenant',
        hasSecret: true,
        version: 1,
        redirectUri: 'http://localhost:3000/authenticate',
        signedOutUri: 'http://localhost:3000/login',
      },
    });
    const rows = await app.database.owner.selectFrom('tenant_secret').selectAll().execute();
    expect(rows).toHaveLength(1);
    const stored = Buffer.from(rows[0]!.sealed).toString('latin1');
    const audit = await app.database.owner.selectFrom('audit').selectAll().execute();
    const listed = await app.inject({ url: '/adm/v2/sec/audit', headers: admin });
    for (const text of [saved.body, stored, JSON.stringify(await read()), JSON.stringify(audit), listed.body])
      expect(text).not.toContain(provider.clientSecret);
    expect(audit.find(({ entity }) => entity === 'sign-in-provider')?.after).toEqual({
      issuer: provider.issuer,
      clientId: 'molde',
      label: 'Entrada',
      clientSecret: 'changed',
    });
    expect(await read(beta)).toMatchObject({ source: 'none' });
  });

  it('keep a secret that is not sent, but not for another address', async () => {
    const { clientSecret: _, ...rest } = provider;
    expect((await put({ ...rest, label: 'Outra' })).json().data).toMatchObject({
      label: 'Outra',
      hasSecret: true,
    });
    const moved = await put({ ...rest, issuer: 'https://evil.example' });
    expect([moved.statusCode, moved.json().errors[0].path]).toEqual([400, '/clientSecret']);
    expect((await put({ ...rest, clientSecret: null })).json().data.hasSecret).toBe(false);
    await put(provider);
  });

  it.each([
    ['/issuer', { issuer: 'http://entrada.example.com' }],
    ['/issuer', { issuer: 'entrada' }],
    ['/clientId', { clientId: ' ' }],
    ['/label', { label: '' }],
    ['/label', { label: 'x'.repeat(61) }],
    ['/other', { other: 1 }],
  ])('are refused at %s', async (path, change) => {
    const refused = await put({ ...provider, ...change });
    expect(refused.statusCode, refused.body).toBe(400);
    expect(refused.json().errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it('are not changed over a version that somebody changed since', async () => {
    const { version } = await read();
    const stale = await put({ ...provider, version: version - 1 });
    expect([stale.statusCode, stale.json().data.version]).toEqual([409, version]);
  });

  it('are not stored without SECRETS_KEY', async () => {
    const bare = await testApp({ resources, database: app.database, secretsKey: null });
    const refused = await bare.inject({
      method: 'PUT',
      url,
      headers: await bare.sessionOf(bare.tenants.beta, 'admin'),
      payload: provider,
    });
    await bare.close();
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      expect.stringContaining('SECRETS_KEY'),
    ]);
  });

  it('of the process are in force for tenants without their own', async () => {
    const env = {
      OIDC_ISSUER: 'http://localhost:1',
      OIDC_CLIENT_ID: 'molde',
      OIDC_CLIENT_SECRET: 'so-o-operador',
    };
    const other = await testApp({ resources, database: app.database, env, secretsKey: oldKey });
    const answer = await other.inject({ url, headers: await other.sessionOf(other.tenants.beta, 'admin') });
    const own = await other.inject({ url, headers: await other.sessionOf(other.tenants.acme, 'admin') });
    await other.close();
    expect(answer.json().data).toMatchObject({
      source: 'process',
      label: 'localhost',
      hasSecret: true,
      version: 0,
    });
    expect(answer.body).not.toContain('so-o-operador');
    expect(own.json().data).toMatchObject({ source: 'tenant', issuer: provider.issuer });
  });

  it('are removed', async () => {
    await put(provider, beta);
    const removed = await app.inject({ method: 'DELETE', url, headers: beta });
    expect(removed.json().data).toMatchObject({ source: 'none', version: 0 });
  });
});

describe('the test of a connection', () => {
  const post = (payload: object, headers = admin) =>
    app.inject({ method: 'POST', url: `${url}/test`, headers, payload });
  const test = (issuer: string) => post({ issuer, clientId: 'molde', clientSecret: idp.clientSecret });

  it('reaches a provider that is not stored', async () => {
    const reached = await test(idp.issuer);
    expect(reached.json()).toMatchObject({
      success: true,
      message: expect.stringContaining('bem-sucedida'),
      data: { issuer: idp.issuer, endsSessions: true },
    });
  });

  it('is refused to those who may read the settings and not change them', async () => {
    const { owner } = app.database;
    const tenant_id = app.tenants.acme;
    const person = await owner
      .insertInto('app_user')
      .values({ tenant_id, name: 'Leitora', email: 'leitora@acme.example', login: 'leitora', is_user: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const group = await owner
      .insertInto('access_group')
      .values({ tenant_id, name: 'Leitura' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('access_group_screen')
      .values({ tenant_id, group_id: group.id, screen_key: 'admin-config', can_read: true } as never)
      .execute();
    await owner
      .insertInto('access_group_member')
      .values({ tenant_id, group_id: group.id, user_id: person.id })
      .execute();
    const reader = await app.sessionOf(tenant_id, 'leitora');
    const { issuer, clientId, clientSecret } = idp;
    const body = { issuer, clientId, clientSecret };
    expect((await app.inject({ url, headers: reader })).statusCode).toBe(200);
    expect((await post(body)).statusCode).toBe(200);
    const refused = await post(body, reader);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
  });

  it('tests what is stored where nothing is typed, and stores nothing', async () => {
    expect((await post({}, beta)).statusCode).toBe(404);
    const { issuer, clientId, clientSecret } = idp;
    await put({ issuer, clientId, clientSecret, label: 'Entrada' });
    expect((await post({})).statusCode).toBe(200);
    expect((await post({ issuer, clientId })).statusCode).toBe(200);
    const refused = [
      await post({ issuer, clientId, clientSecret: 'errado' }),
      await post({ issuer, clientId, clientSecret: '' }),
      await post({ issuer, clientId: 'outro' }),
    ];
    for (const { statusCode, json } of refused)
      expect([statusCode, json().message]).toEqual([502, expect.stringContaining('segredo do cliente')]);
    expect((await post({})).statusCode).toBe(200);
    const incomplete = await post({ issuer: ' ', clientId: ' ' });
    expect(incomplete.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      '/issuer',
      '/clientId',
    ]);
  });

  it('sends the stored secret to the address alone for which it was typed', async () => {
    const asked: unknown[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.end();
    });
    other.listen(0, 'localhost');
    await once(other, 'listening');
    const moved = await post({
      issuer: `http://localhost:${(other.address() as AddressInfo).port}`,
      clientId: 'molde',
    });
    other.close();
    expect([moved.statusCode, moved.json().errors[0].path]).toEqual([400, '/clientSecret']);
    expect(asked).toEqual([]);
    await put(provider);
  });

  it('says what is wrong', async () => {
    const messageOf = async (issuer: string) => {
      const answer = await test(issuer);
      return [answer.statusCode, answer.json().message] as const;
    };
    expect(await messageOf('https://10.0.0.1')).toEqual([502, expect.stringContaining('rede interna')]);
    expect(await messageOf('http://localhost:1')).toEqual([
      502,
      expect.stringContaining('não pôde ser alcançado'),
    ]);
    expect((await messageOf('http://10.0.0.1'))[0]).toBe(400);
    idp.answers.set('/.well-known/openid-configuration', (_, response) => response.end('<html>'));
    expect(await messageOf(idp.issuer)).toEqual([502, expect.stringContaining('issuer')]);
    idp.answers.set('/.well-known/openid-configuration', (_, response) =>
      response.setHeader('content-type', 'application/json').end('x'.repeat(5_000_000)),
    );
    expect(await messageOf(idp.issuer)).toEqual([502, expect.stringContaining('1 MB')]);
    idp.answers.clear();
    idp.answers.set('/jwks', (_, response) => response.end('{"keys":[]}'));
    expect((await messageOf(idp.issuer))[0]).toBe(502);
    idp.answers.clear();
  });

  it.each([
    [
      'a name that does not exist',
      'https://nowhere.invalid',
      'nowhere.invalid',
      /^nowhere\.invalid .*\((ENOTFOUND|EAI_AGAIN)\)$/,
    ],
    [
      'a port that nobody listens at',
      'http://localhost:1',
      'localhost:1',
      /^localhost:1 .*\(ECONNREFUSED\)$/,
    ],
    [
      'a server without TLS',
      () => idp.issuer.replace('http:', 'https:'),
      'localhost',
      /^localhost:\d+ .*\((ERR_SSL|EPROTO)\w*\)$/,
    ],
  ])(
    'tells who typed %s the reason, and logs it in one line that is no error',
    async (_name, given, host, reason) => {
      logged.length = 0;
      const refused = await test(typeof given === 'string' ? given : given());
      expect([refused.statusCode, refused.json().code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
      expect(refused.json().message).toContain(host);
      expect(logged.filter(({ level }) => level > 30)).toEqual([
        expect.objectContaining({
          level: 40,
          msg: 'PROVIDER_UNAVAILABLE',
          reason: expect.stringMatching(reason),
        }),
      ]);
      expect(JSON.stringify(logged)).not.toContain('    at ');
      expect(logged.some(({ err }) => err)).toBe(false);
    },
  );

  it('refuses addresses of the provider that a browser must not open', async () => {
    const hostile = createServer((_, response) => {
      const issuer = `http://localhost:${(hostile.address() as AddressInfo).port}`;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: 'javascript:alert(1)',
          token_endpoint: 'http://169.254.169.254/latest',
          jwks_uri: `${issuer}/jwks`,
        }),
      );
    });
    hostile.listen(0, 'localhost');
    await once(hostile, 'listening');
    const refused = await test(`http://localhost:${(hostile.address() as AddressInfo).port}`);
    hostile.close();
    expect([refused.statusCode, refused.json().code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
  });
});

describe('a new key', () => {
  it('encrypts every setting again, in as many runs as it takes', async () => {
    await put(provider);
    await put({ ...provider, label: 'De beta' }, beta);
    const newKey = randomBytes(32);
    const both = new Secrets(newKey, oldKey);
    const { owner } = app.database;
    await expect(assertKeysKnown(owner, new Secrets(newKey))).rejects.toThrow(/SECRETS_KEY_PREVIOUS/);
    await expect(assertKeysKnown(owner, new Secrets(null))).rejects.toThrow(/got nothing/);
    // One that cannot be read stops the run behind what is done already.
    await owner
      .insertInto('tenant_secret')
      .values({
        tenant_id: app.tenants.beta,
        name: 'broken',
        key_id: both.currentKeyId + 'x',
        sealed: Buffer.from('x'),
      })
      .execute();
    await expect(rotateSecrets(app.database, both)).rejects.toThrow(/broken/);
    const keysOf = async () =>
      new Set((await owner.selectFrom('tenant_secret').select('key_id').execute()).map((row) => row.key_id));
    expect((await keysOf()).has(both.currentKeyId ?? '')).toBe(true);
    await owner.deleteFrom('tenant_secret').where('name', '=', 'broken').execute();
    expect(await rotateSecrets(app.database, both)).toEqual({ secrets: 1, tenants: 1 });
    expect(await rotateSecrets(app.database, both)).toEqual({ secrets: 0, tenants: 0 });
    expect(await keysOf()).toEqual(new Set([both.currentKeyId]));
    await assertKeysKnown(owner, new Secrets(newKey));
    const session = await app.database.enter(app.tenants.beta, null, 'read');
    const stored = await readSecret(session.db, new Secrets(newKey), app.tenants.beta, 'oidc');
    await session.rollback();
    expect(JSON.parse(stored?.value ?? '{}')).toMatchObject({
      label: 'De beta',
      clientSecret: provider.clientSecret,
    });
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Resource } from './kernel/contract.ts';
import { redact } from './kernel/redact.ts';
import { route } from './kernel/route.ts';
import { writePictureHosts } from './kernel/picture-hosts.ts';
import { openTestDatabase, testApp, type TestApp } from './testing.ts';
import type { Database } from './db/database.ts';

const cipher = `${'ab'.repeat(16)}:${'cd'.repeat(12)}`;
const folder = mkdtempSync(join(tmpdir(), 'molde-client-'));
const lines: string[] = [];
let database: Database;
let app: TestApp;

const leaky: Resource = {
  name: 'leaky',
  routes: [
    route({
      method: 'POST',
      url: '/adm/v2/test/leak',
      access: 'public',
      summary: 'Logs what it should not',
      input: { body: Type.Object({ password: Type.String(), cpf: Type.String() }) },
      reply: Type.Null(),
      async handle(ctx, { body }) {
        ctx.log.error({ body, headers: ctx.headers }, `sign-in with ${body.password}`);
        throw new Error(`could not take ${body.password} of ${body.cpf}`);
      },
    }),
  ],
};

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="picture-hosts" content="__PICTURE_HOSTS__"><div id="root"></div>',
  );
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync('export {};'));
  database = await openTestDatabase();
  app = await testApp({
    resources: () => [leaky],
    database,
    clientFolder: folder,
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the client’s files', () => {
  const page = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });

  it('are a page with a fresh style nonce for every route of the client', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/login', '/admin-user/12?x=1']) {
      const answer = await page(url);
      const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? '';
      const policy = String(answer.headers['content-security-policy']);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("media-src 'self' blob:;");
      expect(policy).not.toContain('unsafe');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('let pictures in from the hosts that the tenant allowed, and from no others', async () => {
    const of = async (host: string) => {
      const { headers, body } = await app.inject({ url: '/', headers: { accept: 'text/html', host } });
      const policy = String(headers['content-security-policy']);
      return [/img-src ([^;]*)/.exec(policy)?.[1], /"picture-hosts" content="([^"]*)"/.exec(body)?.[1]];
    };
    const none = ["'self' data: blob:", ''];
    expect(await of('localhost')).toEqual(none);
    const stored = ['pictures.acme.example', '*.cdn.example', "x.example; script-src 'self' *", 'evil', 7];
    await writePictureHosts(database.owner, app.tenants.acme, stored as string[]);
    await app.kernel.tenants.refresh();
    expect(await of('localhost')).toEqual([
      "'self' data: blob: https://pictures.acme.example https://*.cdn.example",
      'pictures.acme.example *.cdn.example',
    ]);
    expect(await of('beta.localhost')).toEqual(none);
    await writePictureHosts(database.owner, app.tenants.acme, []);
    await app.kernel.tenants.refresh();
    expect(await of('localhost')).toEqual(none);
  });

  it.each([undefined, '*/*', 'text/html,*/*;q=0.8'])(
    'are that page for a client that accepts %j, by GET and HEAD',
    async (accept) => {
      const headers = accept ? { accept } : {};
      for (const url of ['/', '/admin-user']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await app.inject({ method, url, headers });
          expect([method, url, answer.statusCode, answer.headers['content-type']]).toEqual([
            method,
            url,
            200,
            'text/html; charset=utf-8',
          ]);
        }
      }
      for (const url of [
        '/favicon.ico',
        '/robots.txt',
        '/nope.js',
        '/.env',
        '/%2eenv',
        '/adm',
        '/adm/v2/none',
      ]) {
        const answer = await app.inject({ url, headers });
        expect([url, answer.statusCode, answer.json()]).toEqual([
          url,
          404,
          expect.objectContaining({ code: 'NOT_FOUND' }),
        ]);
      }
    },
  );

  it('are not the page for clients that accept something else', async () => {
    expect((await app.inject({ url: '/', headers: { accept: 'application/json' } })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404);
  });

  it.each([
    [416, { range: 'bytes=99999999-' }],
    [416, { range: 'bytes=-0' }],
    [412, { 'if-match': '"zzz"' }],
    [412, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  ])('are refused with %i for %j, without an error in the log', async (status, headers) => {
    const from = lines.length;
    for (const url of ['/assets/main-1a2b.js', '/docs/static/swagger-ui.css']) {
      const answer = await app.inject({ url, headers });
      expect([url, answer.statusCode, answer.json().success]).toEqual([url, status, false]);
    }
    expect(lines.slice(from).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('stay those of the build that the server began with, when another is built in its place', async () => {
    const file = join(folder, 'index.html');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, '<script src="/assets/main-9z9z.js"></script>');
    try {
      expect((await page('/')).body).toContain('id="root"');
    } finally {
      writeFileSync(file, before);
    }
  });

  it('are immutable where their name is hashed, and sent compressed', async () => {
    const answer = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(String(answer.headers['content-type'])).toContain('javascript');
  });

  it('let a worker call this server, which its page cannot allow it', async () => {
    const answer = await app.inject({ url: '/assets/main-1a2b.js' });
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  it.each([
    '/adm/v2/unknown',
    '/api/x',
    '/assets/missing.js',
    '/index.html.br',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
  ])('are not %s', async (url) => {
    const answer = await page(url);
    expect([url, answer.statusCode >= 400 || answer.body.includes('id="root"')]).toEqual([url, true]);
    if (url.startsWith('/adm') || url.startsWith('/api'))
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(answer.body).not.toContain('"molde"');
  });

  it('carry the security headers, as the calls do', async () => {
    for (const url of ['/', '/adm/v2/unknown', '/assets/main-1a2b.js']) {
      const { headers } = await page(url);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    }
  });
});

describe('a document with pictures of other sites', () => {
  const post = (headers: Record<string, string>, payload = 'document=<p>Olá = 1</p>\r\n') =>
    app.inject({
      method: 'POST',
      url: '/adm/remote-content',
      headers: { 'content-type': 'text/plain', ...headers },
      payload,
    });
  const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' };

  it('is returned unchanged, without scripts and origin, and loads pictures only', async () => {
    const answer = await post(ours, 'document=<style nonce="__CSP_NONCE__"></style><p>Olá = 1</p>\r\n');
    const policy = String(answer.headers['content-security-policy']);
    const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect([answer.statusCode, answer.body]).toEqual([200, `<style nonce="${nonce}"></style><p>Olá = 1</p>`]);
    expect(policy.split('; ').filter((directive) => !directive.startsWith('style-src'))).toEqual([
      "default-src 'none'",
      "img-src 'self' https:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  ])('is not shown for %j', async (headers) => {
    const answer = await post(headers);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is refused as anything else than that form', async () => {
    expect((await post(ours, 'text=<p></p>\r\n')).statusCode).toBe(400);
    expect((await post({ ...ours, 'content-type': 'text/html' })).statusCode).toBe(415);
    expect((await post(ours, `document=${'x'.repeat(4_300_000)}\r\n`)).statusCode).toBe(413);
    expect((await app.inject({ url: '/adm/remote-content', headers: ours })).statusCode).toBe(404);
  });
});

describe('the log', () => {
  it('contains no password, token, cipher or CPF', async () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(43)}`;
    const answer = await app.inject({
      method: 'POST',
      url: `/adm/v2/test/leak?token=${token}`,
      headers: { authorization: `Bearer ${token}`, cookie: 'session=abc' },
      payload: { password: cipher, cpf: '529.982.247-25' },
    });
    expect(answer.statusCode).toBe(400);
    await app.inject({
      method: 'POST',
      url: '/adm/v2/test/leak',
      headers: { authorization: `Bearer ${token}` },
      payload: { password: cipher, cpf: '529.982.247-25' },
    });
    const log = lines.join('');
    expect(log).toContain('INTERNAL');
    expect(log).toContain('/adm/v2/test/leak');
    for (const secret of [cipher, token, '529.982.247-25', 'session=abc']) expect(log).not.toContain(secret);
  });

  it('adopts a caller’s request id only when it is a UUID', async () => {
    const idOf = async (id: string) =>
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers['x-request-id'];
    const uuid = '0b7a3c1e-9d5f-4e2a-8c61-7f00aa12bb34';
    expect(await idOf(uuid)).toBe(uuid);
    for (const id of ['529.982.247-25', 'hunter2', `${uuid}x`, '']) {
      expect(await idOf(id)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await idOf(id)).not.toContain(id || uuid);
    }
  });

  it.each([
    ['{"password":"hunter2","name":"Ana"}', '{"password":"[redacted]","name":"Ana"}'],
    ['GET /adm/v2/ws?token=abc.def&x=1', 'GET /adm/v2/ws?token=[redacted]&x=1'],
    ['{"cpf":52998224725}', '{"cpf":"[redacted]"}'],
    ['hash $argon2id$v=19$m=19456,t=2,p=1$abc$def', 'hash [hash]'],
  ])('redacts %s', (line, clean) => expect(redact(line)).toBe(clean));
});

describe('the encoding of a body', () => {
  it.each([
    ['gzip', 400, 'BAD_JSON'],
    ['br', 400, 'BAD_JSON'],
    ['foo', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['gzip, gzip', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('is a 4xx when it is wrong: %s', async (encoding, status, code) => {
    const before = lines.length;
    const answer = await app.inject({
      method: 'POST',
      url: '/adm/v2/test/leak',
      headers: { 'content-encoding': encoding, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      expect.objectContaining({ success: false, code }),
    ]);
    expect(lines.slice(before).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('is decoded when it is supported', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/adm/v2/test/leak',
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      payload: gzipSync('{}'),
    });
    expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('a forwarded header', () => {
  it.each([
    [{}, '10.9.9.9', true],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.2' }, '11.0.0.1', true],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, '10.9.9.9', false],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, '::ffff:10.9.9.9', false],
    [{ TRUSTED_PROXIES: '2001:db8::/32' }, '2001:db8::1', false],
  ])('with the settings %j from %s is warned of once an hour: %s', async (env, peer, isWarned) => {
    const logged: string[] = [];
    const reported: unknown[] = [];
    const proxied = await testApp({
      resources: () => [],
      database,
      env: { LOG_LEVEL: 'warn', ...env },
      logTo: { write: (line) => void logged.push(line) },
      onIgnoredForwarding: (ignored) => reported.push(ignored),
    });
    const call = (headers: Record<string, string>) =>
      proxied.inject({ url: '/healthz', headers, remoteAddress: peer });
    const now = vi.spyOn(performance, 'now');
    await call({});
    for (const hours of [0, 0.5, 0.99, 1.01]) {
      now.mockReturnValue(1e9 + hours * 3_600_000);
      await call({ 'x-forwarded-for': '192.0.2.1' });
    }
    now.mockRestore();
    const warnings = logged.filter((line) => line.includes('FORWARDED_HEADER_IGNORED'));
    const expected = isWarned ? [{ peer, header: 'x-forwarded-for' }] : [];
    expect(reported).toEqual([...expected, ...expected]);
    expect(warnings.map((line) => JSON.parse(line) as unknown)).toMatchObject([...expected, ...expected]);
    await proxied.close();
  });
});

describe('the metrics', () => {
  it('name routes by their pattern', async () => {
    await app.inject({ url: '/replies-up/123456' });
    const { body } = await app.inject({ url: '/metrics' });
    expect(body).toContain('route="/adm/v2/test/leak"');
    expect(body).not.toContain('123456');
  });

  it('contain the memory of the embedded database by part', async () => {
    const { body } = await app.inject({ url: '/metrics' });
    const parts = [...body.matchAll(/^embedded_database_memory_bytes\{part="(\w+)"\} \d+$/gm)];
    const expected = database.kind === 'embedded' ? ['database', 'threadHeap', 'threadBuffers'] : [];
    expect(parts.map(([, part]) => part)).toEqual(expected);
  });

  it('need their token when it is set, and are closed in production', async () => {
    const guarded = await testApp({
      resources: () => [],
      database,
      env: { METRICS_TOKEN: 'um-token-de-metricas' },
    });
    const status = async (authorization: string) =>
      (await guarded.inject({ url: '/metrics', headers: { authorization } })).statusCode;
    expect([
      await status(''),
      await status('Bearer wrong'),
      await status('Bearer um-token-de-metricas'),
    ]).toEqual([401, 401, 200]);
    await guarded.close();
  });
});

describe('rate limits', () => {
  it('answer 429 with Retry-After, and count forged tokens for their address', async () => {
    const limited = await testApp({
      resources: () => [leaky],
      database,
      env: { RATE_LIMIT_PERSON: '3', RATE_LIMIT_ADDRESS: '5' },
    });
    const call = (authorization: string) =>
      limited.inject({ url: '/adm/v2/test/leak', headers: { authorization } });
    const { authorization } = await limited.sessionOf(limited.tenants.acme, 'admin');
    const own = [];
    for (let at = 0; at < 4; at += 1) own.push((await call(authorization)).statusCode);
    expect(own).toEqual([405, 405, 405, 429]);
    const replies = [];
    for (let at = 0; at < 6; at += 1) replies.push(await call(`Bearer a.b.c${at}`));
    expect(replies.map((answer) => answer.statusCode)).toEqual([405, 405, 405, 405, 405, 429]);
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect(replies.at(-1)?.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
    await limited.close();
  });
});

describe('readiness', () => {
  it('ends before the server stops; liveness does not', async () => {
    const retiring = await testApp({ resources: () => [], database });
    const before = await retiring.inject({ url: '/readyz' });
    expect([before.statusCode, before.headers['connection']]).toEqual([200, 'keep-alive']);
    retiring.failReadiness();
    expect((await retiring.inject({ url: '/readyz' })).statusCode).toBe(503);
    const alive = await retiring.inject({ url: '/healthz' });
    expect([alive.statusCode, alive.headers['connection']]).toEqual([200, 'close']);
    await retiring.close();
  });
});

import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { readsHeader } from '../../contracts/reads-header.ts';
import { testApp } from '../testing.ts';
import { openUnitsApp, unitsResource } from './testing.ts';

const { app, admin, readerOnly, post } = await openUnitsApp();
afterAll(() => app.close());

describe('a route', () => {
  it('answers in the envelope, with a message in the requested language', async () => {
    const answer = await post({ title: 'Financeiro' }, { ...admin, 'accept-language': 'en-GB,en;q=0.8' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      success: true,
      data: { title: 'Financeiro' },
      message: expect.stringMatching(/password/i),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('stores its audit entry in the same transaction', async () => {
    const answer = await post(
      { title: 'Jurídico' },
      { ...admin, 'x-request-id': '0b7a3c1e-9d5f-4e2a-8c61-7f00aa12bb34' },
    );
    expect(answer.headers['x-request-id']).toBe('0b7a3c1e-9d5f-4e2a-8c61-7f00aa12bb34');
    const row = await app.database.owner
      .selectFrom('audit')
      .selectAll()
      .where('request_id', '=', '0b7a3c1e-9d5f-4e2a-8c61-7f00aa12bb34')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      entity: 'unit',
      action: 'create',
      before: null,
      after: { title: 'Jurídico' },
      address: '127.0.0.1',
    });
  });

  it('rolls back and hides the details of an unexpected error', async () => {
    const answer = await post({ title: 'breaks' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ success: false, code: 'INTERNAL' });
    expect(answer.body).not.toContain('secret detail');
    const left = await app.database.owner
      .selectFrom('organizational_unit')
      .where('title', '=', 'breaks')
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });

  it('only reads where it is marked so, whatever its handler does', async () => {
    await post({ title: 'Pesquisa' });
    const search = (payload: object, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/adm/v2/test/unit/search',
        headers: { ...readerOnly, [readsHeader]: '1', 'idempotency-key': 'ignored', ...headers },
        payload,
      });
    const found = await search({ title: 'Pesquisa' });
    expect(found.statusCode).toBe(200);
    expect(found.json().data.rows).toMatchObject([{ title: 'Pesquisa' }]);
    // Nothing is stored under the key, so that another body is no conflict.
    expect((await search({ title: 'other' })).json().data.rows).toEqual([]);
    expect((await search({ title: 'written', create: true })).statusCode).toBe(500);
    expect((await search({ title: 'written' })).json().data.rows).toEqual([]);
  });

  it('that may write refuses the source of a definition', async () => {
    const answer = await post({ title: 'By opening a screen' }, { ...admin, [readsHeader]: '1' });
    expect(answer.statusCode).toBe(405);
    expect(answer.json()).toMatchObject({ code: 'ROUTE_WRITES' });
    const rows = await app.database.owner
      .selectFrom('organizational_unit')
      .where('title', '=', 'By opening a screen')
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });

  it('answers 304 when the client has the content', async () => {
    const first = await app.inject({ url: '/adm/v2/test/open' });
    const again = await app.inject({
      url: '/adm/v2/test/open',
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, '']);
  });

  it('needs an access rule to start', () => {
    const silent = {
      method: 'GET',
      url: '/x',
      summary: '',
      reply: Type.Null(),
      handle: () => Promise.resolve(null),
    };
    const start = testApp({
      resources: () => [{ name: 'x', routes: [silent as never] }],
      database: app.database,
    });
    return expect(start).rejects.toThrow('GET /x has no access rule');
  });
});

describe('the order of checks', () => {
  const broken = { payload: '{"title":', headers: { 'content-type': 'application/json' } };
  const call = (
    headers: Record<string, string>,
    more: { payload?: string; headers?: Record<string, string> } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: '/adm/v2/test/unit',
      ...more,
      headers: { ...headers, ...more.headers },
    });

  it.each([
    ['no body', {}],
    ['a broken body', broken],
    ['a body of another type', { payload: 'x', headers: { 'content-type': 'text/plain' } }],
    [
      'a body too large',
      {
        payload: JSON.stringify({ title: 'x'.repeat(1_100_000) }),
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'a poisoned body',
      { payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
    ],
  ])('is session, permission, shape for %s', async (_name, more) => {
    expect((await call({}, more)).json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await call(readerOnly, more)).json()).toMatchObject({ code: 'FORBIDDEN' });
    const answer = await call(admin, more);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(['BAD_JSON', 'VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE']).toContain(
      answer.json<{ code: string }>().code,
    );
  });

  it('answers 404 for an unknown row and 400 for a malformed id', async () => {
    expect((await app.inject({ url: '/adm/v2/test/unit/999', headers: admin })).json()).toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const bad of ['abc', '0', '-1', '1.5', '9007199254740993', '1e3', '%00', '1%20']) {
      const answer = await app.inject({ url: `/adm/v2/test/unit/${bad}`, headers: admin });
      expect([bad, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        bad,
        400,
        'VALIDATION_FAILED',
      ]);
    }
  });

  it('answers 404 for the row of another tenant, to HEAD too', async () => {
    const { id: mine } = (await post({ title: 'Só da acme' })).json<{ data: { id: number } }>().data;
    const stranger = await app.sessionOf(app.tenants.beta, 'admin');
    for (const method of ['GET', 'HEAD'] as const) {
      expect(
        (await app.inject({ method, url: `/adm/v2/test/unit/${mine}`, headers: stranger })).statusCode,
      ).toBe(404);
      expect(
        (await app.inject({ method, url: `/adm/v2/test/unit/${mine}`, headers: admin })).statusCode,
      ).toBe(200);
    }
  });
});

describe('bad input', () => {
  it.each([
    [
      'unknown fields, also deep ones',
      { title: 'x', tenantId: 2, tags: [{ name: 'a', isAdmin: true }] },
      ['/tenantId', '/tags/0/isAdmin'],
    ],
    ['a wrong type, never coerced', { title: 7 }, ['/title']],
    ['a missing field', {}, ['/title']],
  ])('names %s', async (_name, body, paths) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    const failure = answer.json<{ code: string; errors: { path: string; message: string }[] }>();
    expect(failure.code).toBe('VALIDATION_FAILED');
    expect(failure.errors.map((error) => error.path).sort()).toEqual([...paths].sort());
  });

  it('is reported in the caller’s language', async () => {
    const messages = new Set<string>();
    for (const lang of ['pt-BR', 'en', 'es']) {
      const answer = await post({ title: 7 }, { ...admin, 'accept-language': lang });
      const failure = answer.json<{ message: string; errors: { message: string }[] }>();
      messages.add(failure.message).add(failure.errors[0]?.message ?? '');
    }
    expect(messages.size).toBe(6);
  });

  it.each([
    ['__proto__', '{"title":"x","__proto__":{"admin":true}}'],
    ['constructor.prototype', '{"title":"x","constructor":{"prototype":{"admin":true}}}'],
  ])('refuses %s', async (_name, payload) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/adm/v2/test/unit',
      headers: { ...admin, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('gets the same validation result however the content type is written', async () => {
    const types = [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
      'application/json ; a=b',
    ];
    for (const type of types) {
      const answer = await app.inject({
        method: 'POST',
        url: '/adm/v2/test/unit',
        headers: { ...admin, 'content-type': type },
        payload: '{"nope":1}',
      });
      expect([type, answer.statusCode]).toEqual([type, 400]);
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json\tx',
      'nonsense',
    ]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/adm/v2/test/unit',
        headers: { ...admin, 'content-type': type },
        payload: '{"title":"x"}',
      });
      expect([type, [400, 415].includes(answer.statusCode)]).toEqual([type, true]);
    }
  });

  it('answers 400 for a NUL character', async () => {
    const filters = btoa('{"title":"\\u0000"}');
    const answers = [
      await post({ title: 'a\u0000b' }),
      await app.inject({ url: `/adm/v2/test/unit?filters=${filters}`, headers: admin }),
      await app.inject({ url: '/adm/v2/test/unit?order=%00', headers: admin }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([400, 400, 400]);
    expect(
      answers.map((answer) => answer.json<{ errors?: { path: string }[] }>().errors?.map(({ path }) => path)),
    ).toEqual([['/title'], ['/filters/title'], ['/order']]);
  });

  it.each([
    ['page 0', 'page=0', 'VALIDATION_FAILED'],
    ['10,000 a page', 'perPage=10000', 'VALIDATION_FAILED'],
    ['a page that is no number', 'page=two', 'VALIDATION_FAILED'],
    ['a page given twice', 'page=1&page=2', 'VALIDATION_FAILED'],
    ['an unknown parameter', 'isAdmin=1', 'VALIDATION_FAILED'],
    ['an order by an unknown field', 'order=password_asc', 'BAD_ORDER'],
    ['an order that is SQL', `order=${encodeURIComponent('title;select pg_sleep(9)_asc')}`, 'BAD_ORDER'],
    ['filters that are not base64', 'filters=%7B%7D', 'BAD_FILTERS'],
    ['filters that are not JSON', `filters=${btoa('not json')}`, 'BAD_FILTERS'],
    ['filters of an unlisted field', `filters=${btoa('{"password":"x"}')}`, 'BAD_FILTERS'],
    ['filters too deep', `filters=${btoa('{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}')}`, 'BAD_FILTERS'],
    ['filters too large', `filters=${btoa(JSON.stringify({ title: 'x'.repeat(9000) }))}`, 'BAD_FILTERS'],
    ['poisoned filters', `filters=${btoa('{"__proto__":{"title":"x"}}')}`, 'BAD_FILTERS'],
  ])('in a list: %s', async (_name, query, code) => {
    const answer = await app.inject({ url: `/adm/v2/test/unit?${query}`, headers: admin });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code]);
  });

  it('does not affect valid requests', async () => {
    const order = btoa(JSON.stringify({ field: 'title', direction: 'desc' }));
    const answer = await app.inject({
      url: `/adm/v2/test/unit?page=1&perPage=500&order=${order}`,
      headers: admin,
    });
    expect(answer.json()).toMatchObject({ success: true, data: { page: 1, perPage: 500 } });
  });

  it('gets the failure envelope for unknown addresses and methods', async () => {
    expect(
      (await app.inject({ url: '/adm/v2/nothing', headers: { ...admin, accept: 'text/html' } })).json(),
    ).toMatchObject({ code: 'NOT_FOUND' });
    const wrong = await app.inject({ method: 'DELETE', url: '/adm/v2/test/unit', headers: admin });
    expect([wrong.statusCode, wrong.headers['allow'], wrong.json<{ code: string }>().code]).toEqual([
      405,
      'GET, POST',
      'METHOD_NOT_ALLOWED',
    ]);
    for (const method of ['OPTIONS', 'TRACE', 'PATCH'] as const) {
      const refused = await app.inject({ method: method as 'OPTIONS', url: '/adm/v2/test/unit' });
      expect([method, refused.statusCode, refused.headers['allow']]).toEqual([method, 405, 'GET, POST']);
    }
    expect((await app.inject({ method: 'HEAD', url: '/adm/v2/test/unit', headers: admin })).statusCode).toBe(
      200,
    );
    expect((await app.inject({ url: '/%c0%af', headers: admin })).statusCode).toBe(404);
  });
});

describe('the API’s description', () => {
  it('is OpenAPI 3.1 of the mounted routes', async () => {
    const document = (await app.inject({ url: '/docs/json' })).json<{
      openapi: string;
      paths: Record<string, Record<string, object>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      '/adm/v2/test/unit/{id}',
      '/adm/v2/test/unit',
      '/adm/v2/test/unit/search',
      '/adm/v2/test/open',
    ]);
    expect(document.paths['/adm/v2/test/unit']).toMatchObject({ get: { 'x-reads': true } });
    expect(document.paths['/adm/v2/test/unit']?.['post']).not.toHaveProperty('x-reads');
    expect(document.paths['/adm/v2/test/unit/search']).toMatchObject({ post: { 'x-reads': true } });
  });

  it('has a reference page with Molde’s logo', async () => {
    const page = await app.inject({ url: '/docs' });
    expect(page.body).toContain('href="/docs/static/theme/molde.svg"');
    const icon = await app.inject({ url: '/docs/static/theme/molde.svg' });
    expect(icon.headers['content-type']).toContain('image/svg+xml');
    expect(page.body).not.toContain('favicon-32x32');
  });

  it('needs an administrator outside the demo profile', async () => {
    const env = {
      PROFILE: 'production',
      ADMIN_PASSWORD: 'um-segredo-bem-longo',
      LOGIN_KEY: '9f'.repeat(12) + '0123456789abcdef',
      TOKEN_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
    };
    const strict = await testApp({
      resources: (platform) => [unitsResource(platform)],
      database: app.database,
      env: { ...env, LOGIN_KEY: '00112233445566778899aabbccddeeff'.repeat(2) },
    });
    const status = async (headers: Record<string, string>) =>
      (await strict.inject({ url: '/docs/json', headers })).statusCode;
    expect(await status({})).toBe(401);
    expect(await status(await strict.sessionOf(strict.tenants.acme, 'leitora'))).toBe(403);
    expect(await status(await strict.sessionOf(strict.tenants.acme, 'admin'))).toBe(200);
    expect((await strict.inject({ url: '/docs/' })).statusCode).toBe(200);
    await strict.close();
  });
});

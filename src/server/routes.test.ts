import build from 'fast-json-stringify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verb } from '../contracts/access.ts';
import type { RouteAccess } from '../contracts/data-catalogue.ts';
import { serverPath } from '../../scripts/lib/server-path.mjs';
import type { RouteSpec } from './kernel/contract.ts';
import { fastifySchema, inputValidators } from './kernel/route-schemas.ts';
import { testApp, type TestApp } from './testing.ts';
import { resources } from './resources.ts';
import { addPeople, addressOf, allRoutes, leastInput } from './testing/people.ts';

/** Checks that every mounted route, also a new one, keeps the rules that all routes share. */

type Headers = Record<string, string>;

// A second list, without a server, names the cases; the server under test mounts its own.
const routes = allRoutes();
const named = routes.map((route): [string, RouteSpec] => [`${route.method} ${route.url}`, route]);
const guarded = named.filter(([, route]) => route.access !== 'public');
const withVerb = named.filter(([, route]) => verbOf(route.access) !== null);
// Ids that are numbers. An id that is a name is never malformed.
const withId = named.filter(
  ([, route]) => isNumber(route.input?.params?.properties['id']) && verbOf(route.access) !== null,
);
// The body of an upload is no JSON.
const withBody = named.filter(([, route]) => route.input?.body !== undefined && !route.upload);

let app: TestApp;
let admin: Headers;
let foreignId: number;
const sessions = new Map<Verb, Headers>();

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  // People who have other rights than the one that the route needs.
  for (const [verb, login] of [
    ['read', 'powerless'],
    ['create', 'editor'],
    ['update', 'creator'],
    ['delete', 'creator'],
  ] as const) {
    sessions.set(verb, await app.sessionOf(app.tenants.acme, login));
  }
  const foreign = await app.database.owner
    .insertInto('app_user')
    .values({ tenant_id: app.tenants.beta, name: 'De outra empresa', email: 'outra@beta.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  foreignId = foreign.id;
});
afterAll(() => app.close());

const otherFirst = (_: string, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`;

it('has every route among the addresses that the development server passes on', () => {
  const own = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/docs/json',
    '/dev/outbox',
    '/adm/v2/ws?ticket=x',
  ];
  const addresses = [...own, ...routes.map(({ url }) => url.replaceAll(/:\w+/g, '1'))];
  expect(addresses.filter((address) => !serverPath.test(address))).toEqual([]);
  for (const page of ['/', '/admin-user', '/users', '/users/1', '/development', '/profile/1'])
    expect(serverPath.test(page)).toBe(false);
});

it('covers all routes', () => {
  expect(named.length).toBeGreaterThanOrEqual(16);
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  expect(withId.length).toBeGreaterThanOrEqual(3);
});

it.each(named)(
  '%s has schemas that compile, though a server compiles them with the first request',
  (_, spec) => {
    const { params, query, body } = inputValidators(spec);
    for (const validate of [params, query, body]) expect(() => validate({})).not.toThrow();
    const answers = Object.values(fastifySchema(spec, '').response as Record<string, object>);
    for (const schema of answers) expect(build(schema)).toBeTypeOf('function');
  },
);

describe('without a session', () => {
  it.each(guarded)('%s answers 401', async (_name, route) => {
    // Changes the signature's first letter, since some bits of the last one have no meaning.
    const dead = { authorization: admin.authorization?.replace(/\.([^.])([^.]*)$/, otherFirst) ?? '' };
    const none = { authorization: `Bearer ${unsigned(admin)}` };
    const misplaced = `${addressOf(route, 1)}${route.url.includes('?') ? '&' : '?'}token=${admin.authorization?.slice(7)}`;
    for (const answer of [
      await call(route, addressOf(route, 1), {}),
      await call(route, addressOf(route, 1), dead),
      await call(route, addressOf(route, 1), none),
      await call(route, addressOf(route, 1), { ...admin, host: 'beta.localhost' }),
      await call(route, misplaced, {}),
    ]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({
        success: false,
        message: expect.any(String),
        code: expect.stringMatching(/UNAUTHENTICATED|SESSION_EXPIRED/),
      });
    }
  });
});

describe('an answer to a person', () => {
  it.each(named.filter(([, route]) => route.method === 'GET'))(
    'of %s is stored by nobody',
    async (_name, route) => {
      const answer = await call(route, addressOf(route, 1), admin);
      const isContent = route.etag === true && answer.statusCode === 200;
      if (String(answer.headers['content-type']).startsWith('application/json'))
        expect(answer.headers['cache-control']).toBe(isContent ? 'private, no-cache' : 'no-store');
      // A file has the rule of its route.
      else expect(answer.headers['cache-control']).toMatch(/no-store|no-cache|private/);
    },
  );
});

describe('without the right', () => {
  it.each(withVerb)('%s answers 403', async (_name, route) => {
    const answer = await call(route, addressOf(route, 1), sessions.get(verbOf(route.access) ?? 'read') ?? {});
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('an id of another tenant', () => {
  it.each(withId)('%s answers 404, as for an id that does not exist', async (_name, route) => {
    const body = leastInput(route.input?.body);
    const foreign = await call(route, addressOf(route, foreignId), admin, body);
    const madeUp = await call(route, addressOf(route, 900_000_001), admin, body);
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json()).toEqual(madeUp.json());
  });
});

describe('a bad id', () => {
  it.each(
    withId.flatMap(([name, route]) =>
      ['0', '-1', '1.5', 'abc', '9007199254740993', '1%20or%201=1'].map((id): [string, string, RouteSpec] => [
        name,
        id,
        route,
      ]),
    ),
  )('%s answers 400 to %s', async (_name, id, route) => {
    const answer = await call(route, route.url.replace(':id', id), admin, {});
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('an unknown field', () => {
  it.each(withBody)('%s answers 400, naming it', async (_name, route) => {
    // A search filters by who created a record; no body writes it.
    const fields = ['tenantId', ...(route.reads ? [] : ['createdBy']), 'nobody', 'passwordHash'];
    for (const field of fields) {
      const answer = await call(route, addressOf(route, 1), admin, { [field]: 1 });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(`/${field}`);
    }
  });

  // The dataset knows its parameters, not the route; its own tests send others.
  const isClosed = (route: RouteSpec): boolean =>
    typeof (route.input?.query as { additionalProperties?: unknown } | undefined)?.additionalProperties !==
    'object';
  const closed = named.filter(([, route]) => !route.upload && isClosed(route));
  it.each(closed)('%s answers 400 in its query', async (_name, route) => {
    const answer = await call(
      route,
      `${addressOf(route, 1)}${addressOf(route, 1).includes('?') ? '&' : '?'}nobody=1`,
      admin,
      route.input?.body ? {} : undefined,
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain('/nobody');
  });
});

describe('a body that pollutes', () => {
  it.each(withBody)('%s answers 400', async (_name, route) => {
    for (const payload of [
      '{"__proto__":{"isActive":"N"}}',
      '{"constructor":{"prototype":{}}}',
      '{"name":',
      '[]',
      '"x"',
    ]) {
      const answer = await app.inject({
        method: route.method,
        url: addressOf(route, 1),
        headers: { ...admin, 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});

function verbOf(access: RouteAccess): Verb | null {
  if (typeof access === 'string' || 'special' in access || 'session' in access) return null;
  if ('any' in access) return access.any.map(verbOf).find((verb) => verb !== null) ?? null;
  if ('all' in access) return access.all.map(verbOf).find((verb) => verb !== null) ?? null;
  return access.verb;
}

function isNumber(schema: object | undefined): boolean {
  return schema !== undefined && 'type' in schema && schema.type === 'integer';
}

/** The same claims with `alg: none`. */
function unsigned(headers: Headers): string {
  const [, claims] = (headers.authorization ?? '').slice(7).split('.');
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
}

function call(route: RouteSpec, url: string, headers: Headers, payload?: object) {
  return app.inject({ method: route.method, url, headers, ...(payload ? { payload } : {}) });
}

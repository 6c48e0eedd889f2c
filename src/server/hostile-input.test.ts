import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../contracts/language.ts';
import type { RouteSpec } from './kernel/contract.ts';
import { testApp, type TestApp } from './testing.ts';
import { isNightly, someOf } from './testing/nightly.ts';
import { resources } from './resources.ts';
import { addressOf, allRoutes } from './testing/people.ts';

/**
 * Sends hostile input to every route. A hostile value in a body is always a 400 that names it; nothing is a 500. Every route gets
 * every value in a body; its properties after the first, and the routes with the values of addresses and headers, take turns, of
 * which the nightly tests send all to each.
 */

const routes = allRoutes();
const named = routes.map((route, at): [string, RouteSpec, number] => [
  `${route.method} ${route.url}`,
  route,
  at,
]);
// The body of an upload is no JSON.
const withBody = named.filter(
  ([, route]) => !route.upload && Object.keys(propertiesOf(route.input?.body)).length > 0,
);

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const lists = (levels: number) => nested('[', ']', levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** JSON texts of hostile values. */
const hostileValues: [string, string][] = [
  ['half of a character', '"a\\ud800b"'],
  ['the other half', '"\\udfff"'],
  ['a NUL character', '"a\\u0000"'],
  ['a name with half of a character', '{"\\udc00":1}'],
  ['a name with a NUL character', '{"a\\u0000":1}'],
  ['a number beyond double', '1e400'],
  ['an integer that a double does not keep', '9007199254740993'],
  ['a list with such an integer', '[ 1, -90071992547409931 ]'],
  ['a negative number beyond double', '[-1e999]'],
  ['300 lists in lists', lists(300)],
  ['5,000 lists in lists', lists(5000)],
  ['5,000 objects in objects', objects(5000)],
  ['100,000 lists in lists', lists(100_000)],
  ['100,000 objects in objects', objects(100_000)],
  ['__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
];

let app: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

describe.each(hostileValues)('a body with %s', (shape, value) => {
  const turn = hostileValues.findIndex(([name]) => name === shape);

  it.each(withBody)('is a 400 that names it, for %s', async (_name, route, at) => {
    const properties = Object.entries(propertiesOf(route.input?.body));
    for (const [index, [property, schema]] of properties.entries()) {
      // The largest values take a while to parse, and the property does not change the text of a language.
      if (index > 0 && value.length > 100_000) break;
      if (index > 0 && !isNightly && (at + index + turn) % 4 > 0) continue;
      const messages = new Set<string>();
      const sent =
        index > 0 ? languages.slice(0, 1) : at === withBody[0]?.[2] ? languages : someOf(languages, at, 1);
      for (const language of sent) {
        const answer = await app.inject({
          method: route.method,
          url: addressOf(route, 1),
          headers: { ...admin, 'content-type': 'application/json', 'accept-language': language },
          payload: `{${JSON.stringify(property)}:${'properties' in schema ? `{"title":${value}}` : value}}`,
        });
        expect([property, answer.statusCode]).toEqual([property, 400]);
        const [error] = answer.json().errors;
        expect(error.path).toMatch(new RegExp(`^/${property}(/|$)`));
        messages.add(`${error.message} ${error.remedy ?? ''}`);
      }
      expect(messages.size).toBe(sent.length);
    }
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64url');

const hostileParts = [
  '%00',
  '%ED%A0%80',
  '%FF',
  '%C0%80',
  '%',
  '%ud800',
  'a'.repeat(3000),
  '..%2f..',
  "'--",
  base64('{"name":"\\ud800","field":"\\u0000"}'),
  base64('{"__proto__":{},"name":1e400}'),
  base64(lists(6000)),
];

it('lists the first of 50,000 unknown keys alone, also to who has no session', async () => {
  const payload = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 1]));
  const reply = await app.inject({ method: 'POST', url: '/adm/v2/sec/login', payload });
  expect(reply.statusCode).toBe(400);
  expect(reply.json<{ errors: unknown[] }>().errors).toHaveLength(101);
});

describe('a hostile address', () => {
  it.each(named)('never makes %s fail', async (_name, route, at) => {
    const parameters = Object.keys(propertiesOf(route.input?.query));
    const [bare] = addressOf(route, 1).split('?');
    for (const [turn, part] of someOf(hostileParts, at, 5).entries()) {
      const addresses = [
        route.url.replaceAll(/:\w+/g, part),
        `${bare}?${part}=${part}`,
        // Once or twice.
        ...parameters.flatMap((name, index) => {
          const both = [`${bare}?${name}=${part}`, `${bare}?${name}=${part}&${name}=${part}`];
          return isNightly ? both : [both[(turn + index) % 2]!];
        }),
      ];
      for (const url of addresses) {
        const answer = await app.inject({
          method: route.method,
          url,
          headers: admin,
          ...(route.input?.body ? { payload: {} } : {}),
        });
        expect([url, answer.statusCode < 500]).toEqual([url, true]);
      }
    }
  });
});

const hostileHeaders = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'accept',
  'accept-language',
  'accept-encoding',
  'x-request-id',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'user-agent',
  'content-type',
  'content-encoding',
  'authorization',
].flatMap((header) =>
  ['', '\u00ff\u0080', '"', 'a'.repeat(8000), '999999999999999999999', ',,;;q=', '\\ud800'].map(
    (value): [string, string] => [header, value],
  ),
);

describe('hostile headers', () => {
  it.each(named)('never make %s fail', async (_name, route, at) => {
    for (const [header, value] of someOf(hostileHeaders, at, 15)) {
      const answer = await app.inject({
        method: route.method,
        url: addressOf(route, 900_000_001),
        headers: { ...admin, [header]: value },
        ...(route.input?.body ? { payload: {} } : {}),
      });
      expect([header, value, answer.statusCode < 500]).toEqual([header, value, true]);
    }
  });
});

it('covers all routes', () => {
  expect(named.length).toBeGreaterThanOrEqual(20);
  expect(withBody.length).toBeGreaterThanOrEqual(8);
});

function propertiesOf(schema: object | undefined): Record<string, object> {
  return schema && 'properties' in schema ? (schema.properties as Record<string, object>) : {};
}

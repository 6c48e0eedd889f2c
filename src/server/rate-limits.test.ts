import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './db/database.ts';
import { isNightly } from './testing/nightly.ts';
import { openTestDatabase, testApp, type TestApp } from './testing.ts';
import { resources } from './resources.ts';

/** Checks that every route of the mounted table counts its calls, whoever has mounted it, and what the budgets count. */

type Headers = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'molde-limits-'));
let database: Database;
const apps: TestApp[] = [];

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<div id="root"></div>');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls of a flood. */
const calls = isNightly ? 5000 : 300;
/** Calls per minute of the budgets that a test does not look at. */
const ample = { PERSON: '100000', ADDRESS: '100000', TENANT: '1000000', PROVIDER: '100000' };

type Limited = TestApp & { time: { now: number } };

/** Starts a server behind a proxy, whose clock for counting is the test's. */
async function open(
  limits: Partial<typeof ample>,
  env: Headers = { TRUSTED_PROXIES: '127.0.0.1' },
): Promise<Limited> {
  const time = { now: 1000 };
  const named = Object.entries({ ...ample, ...limits }).map(([name, value]) => [`RATE_LIMIT_${name}`, value]);
  const app = await testApp({
    resources,
    database,
    clientFolder: folder,
    env: { ...Object.fromEntries(named), ...env },
    clock: () => time.now,
  });
  apps.push(app);
  return { ...app, time };
}

/** A new session of a person that costs nothing: budgets count tokens that this server has signed. */
async function signedIn(app: TestApp, userId: number, more: Headers = {}): Promise<Headers> {
  const host = more['host'] ?? 'localhost';
  const tenantId = host === 'localhost' ? app.tenants.acme : app.tenants.beta;
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const token = await app.kernel.tokens.sign({ userId, sessionId: randomUUID(), tenantId, expiresAt });
  return { ...more, host, authorization: `Bearer ${token}` };
}

/** Calls in turn. @returns how many were not answered 429 */
async function answered(
  times: number,
  call: (at: number) => Promise<{ statusCode: number }>,
): Promise<number> {
  let count = 0;
  for (let at = 0; at < times; at += 1) if ((await call(at)).statusCode !== 429) count += 1;
  return count;
}

/** The mounted table: every method of every address, whoever has mounted it. */
function mountedTable(app: TestApp): [method: string, url: string][] {
  const lines = app.fastify.printRoutes().split('\n');
  const path: string[] = [];
  return lines.flatMap((line): [string, string][] => {
    const found = /^(?<indent>[│ ]*)[├└]── (?<part>.*?) \((?<methods>[A-Z, -]+)\)$/.exec(line)?.groups;
    const bare = /^(?<indent>[│ ]*)[├└]── (?<part>.*)$/.exec(line)?.groups;
    const { indent = '', part = '' } = found ?? bare ?? {};
    if (!found && !bare) return [];
    path.length = indent.length / 4;
    path.push(part);
    const url = path.join('');
    return (found?.['methods'] ?? '')
      .split(', ')
      .filter(Boolean)
      .map((method): [string, string] => [method, url]);
  });
}

const concrete = (url: string) => url.replaceAll(/(\|?:[A-Za-z]+)+/g, '1').replaceAll('*', 'x');

/** Routes that answer as often as they are asked, and why. */
const free = [
  // Files of the build, which are the same for everybody.
  /^GET \/assets\//,
  // Asked for by load balancers and monitors of the operator; none tells or costs anything of a tenant.
  /^GET \/(healthz|readyz|metrics)$/,
  // Stand-ins of outside services, which exist in the demo profile only and which the server calls itself.
  /^[A-Z]+ \/dev\/(whatsapp|customer)\b/,
];

it('every route counts its calls, whoever has mounted it', async () => {
  const app = await open({ PERSON: '1', ADDRESS: '1', PROVIDER: '1' });
  // HEAD comes with GET; methods that no route has are answered 405 by one route for all of them.
  const table = mountedTable(app).filter(([method]) => /^(GET|POST|PUT|DELETE|OPTIONS)$/.test(method));
  const wrong: string[] = [];
  let counted = 0;
  for (const [at, [method, url]] of table.entries()) {
    const call = async (caller: Headers) => {
      // A real-time connection has its token in the address.
      const query = url === '/adm/v2/ws' ? `?token=${caller['authorization']?.slice(7) ?? ''}` : '';
      const headers = { host: 'localhost', ...caller };
      return (await app.fastify.inject({ method: method as 'GET', url: concrete(url) + query, headers }))
        .statusCode;
    };
    // An address and a person who have called nothing before.
    const stranger = { 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` };
    const callers = [stranger, method === 'OPTIONS' ? null : await signedIn(app, 100_000 + at, stranger)];
    const isProvider = url.startsWith('/adm/v2/sup/zap/webhook') && method === 'POST';
    const isFree = free.some((pattern) => pattern.test(`${method} ${url}`));
    for (const caller of callers) {
      if (!caller) continue;
      // A provider is known by its address alone, which has called already.
      const first = isProvider && caller !== stranger ? 429 : await call(caller);
      const isCounted = (await call(caller)) === 429;
      if (isCounted === isFree || (first === 429) !== (isProvider && caller !== stranger))
        wrong.push(`${method} ${url}`);
    }
    if (!isFree) counted += 1;
  }
  expect(wrong).toEqual([]);
  expect(counted).toBeGreaterThan(300);
  expect(table.map(([, url]) => url)).toEqual(
    expect.arrayContaining([
      '/handler/v2/agile/boards',
      '/docs/static/*',
      '/dev/outbox.json',
      '/adm/v2/ws',
      '/adm/remote-content',
    ]),
  );
});

describe('budgets', () => {
  const url = '/adm/v2/sec/user';
  let app: Limited;
  /** An address that has called nothing before. */
  let next = 0;
  const stranger = (): Headers => ({ 'x-forwarded-for': `10.9.${(next += 1)}.1` });
  beforeAll(async () => {
    app = await open({ PERSON: '40', ADDRESS: '30', PROVIDER: '50' });
  });

  it('are answered 429 in the envelope, in the languages of the product, with Retry-After', async () => {
    const headers = stranger();
    const call = (language: string) =>
      app.inject({ url, headers: { ...headers, 'accept-language': language } });
    expect(await answered(31, () => call('pt'))).toBe(30);
    const texts = new Set<string>();
    for (const language of ['pt', 'en', 'es']) {
      const answer = await call(language);
      const { 'retry-after': seconds, 'cache-control': cache } = answer.headers;
      expect([answer.statusCode, seconds, cache]).toEqual([429, '2', 'no-store']);
      const message: unknown = expect.stringContaining('2 s');
      expect(answer.json()).toEqual({ success: false, code: 'TOO_MANY_REQUESTS', message });
      texts.add(answer.json().message);
    }
    expect(texts.size).toBe(3);
  });

  it('count what no route has, but for pages and files of the client', async () => {
    const headers = stranger();
    expect(await answered(60, () => app.inject({ url: '/admin-user', headers }))).toBe(60);
    expect(await answered(60, () => app.inject({ url: '/assets/main-1a2b.js', headers }))).toBe(60);
    expect(await answered(60, () => app.inject({ method: 'POST', url: '/nowhere', headers }))).toBe(30);
  });

  it('are one for 1,000 sessions of a person and for every kind of route', async () => {
    const kinds = [url, '/handler/v2/agile/boards', '/docs/json'];
    const call = async (at: number) => app.inject({ url: kinds[at % 3]!, headers: await signedIn(app, 77) });
    expect(await answered(1000, call)).toBe(40);
    const status = async (headers: Headers) => (await app.inject({ url, headers })).statusCode;
    expect(await status(await signedIn(app, 78))).toBe(401);
    // A person of another tenant can have the same number.
    expect(await status(await signedIn(app, 77, { host: 'beta.localhost' }))).toBe(401);
    app.time.now += 1500;
    expect(await answered(5, call)).toBe(1);
  });

  it('of a person are not used up by a token whose session has ended, nor by one of another tenant', async () => {
    const ended = await signedIn(app, 90, stranger());
    // One call was the person's: that which found that the session has ended.
    expect(await answered(60, () => app.inject({ url, headers: ended }))).toBe(31);
    const misplaced = { ...(await signedIn(app, 91)), host: 'beta.localhost', ...stranger() };
    expect(await answered(60, () => app.inject({ url, headers: misplaced }))).toBe(30);
    const call = async () => app.inject({ url, headers: await signedIn(app, 90) });
    expect(await answered(60, call)).toBe(39);
  });

  it('of an address are not lifted by a forwarded address per call', async () => {
    // The proxy appends the address that it sees to what the client claims.
    const proxied = (at: number): Headers => ({
      'x-forwarded-for': `10.1.1.${at}, 192.0.2.9`,
      authorization: `Bearer a.b.c${at}`,
    });
    expect(await answered(60, (at) => app.inject({ url, headers: proxied(at) }))).toBe(30);
    const direct = await open({ ADDRESS: '30' }, { TRUSTED_PROXIES: '' });
    const claimed = (at: number) => direct.inject({ url, headers: { 'x-forwarded-for': `10.1.1.${at}` } });
    expect(await answered(60, claimed)).toBe(30);
  });

  it('do not come back when the clock of the machine jumps', async () => {
    const headers = stranger();
    const call = () => app.inject({ url, headers });
    expect(await answered(40, call)).toBe(30);
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const hours of [1, -1, 24 * 365]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      expect((await call()).statusCode).toBe(429);
    }
    vi.useRealTimers();
    app.time.now += 60_000;
    expect(await answered(40, call)).toBe(30);
  });

  it('of a tenant end the flood of its people, and leave strangers and other tenants theirs', async () => {
    const shared = await open({ TENANT: '50' });
    const people = (host: string) => async (at: number) =>
      shared.inject({ url, headers: await signedIn(shared, 1000 + (at % 400), { host }) });
    expect(await answered(calls, people('localhost'))).toBe(50);
    expect((await people('localhost')(0)).json().message).toContain('empresa');
    expect((await shared.inject({ url: '/adm/v2/pub/home' })).statusCode).toBe(200);
    expect(await answered(60, people('beta.localhost'))).toBe(50);
  });

  it.each([
    ['of a person', url, 'GET', true, 40],
    ['of a person under /handler', '/handler/v2/agile/boards', 'GET', true, 40],
    ['of a stranger', '/adm/v2/pub/home', 'GET', false, 30],
    ['of a stranger under /users', '/users/1/groups', 'POST', false, 30],
    ['of a provider', '/adm/v2/sup/zap/webhook', 'POST', false, 50],
    ['of a real-time connection', '/adm/v2/ws?ticket=x', 'GET', false, 30],
  ] as const)('%s end however often it calls', async (_name, address, method, isSigned, budget) => {
    const headers = stranger();
    const userId = 10_000 + next;
    const call = async () => {
      const caller = isSigned ? await signedIn(app, userId, headers) : headers;
      return app.inject({ method, url: address, headers: caller });
    };
    expect(await answered(calls, call)).toBe(budget);
  });
});

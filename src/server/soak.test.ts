import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from './testing.ts';
import { isNightly } from './testing/nightly.ts';
import { resources } from './resources.ts';
import { addressOf, allRoutes } from './testing/people.ts';

// A short form of tests/bench/soak.mjs, which runs 100,000 requests and prints the memory of each part.

const MEGABYTE = 1_000_000;
/** Routes that answer nothing without a parameter of their own. */
const needsQuery = new Set([
  '/adm/v2/audit/-/record',
  '/adm/v2/cas/who',
  '/adm/v2/dash/export',
  '/adm/v2/dash/pub/check',
  '/adm/v2/dash/start/template',
  '/adm/v2/files/signed',
  '/adm/v2/sec/pwd/t',
  '/adm/v2/sup/zap/search',
  '/adm/v2/sup/zap/template-details',
  '/adm/v2/sup/zap/webhook',
  '/adm/v2/sup/zap/webhook/:channelId',
  '/handler/v2/agile/checklist',
  '/handler/v2/agile/comments',
]);
const reads = allRoutes()
  .filter((route) => route.method === 'GET' && !needsQuery.has(route.url))
  .map((route) => addressOf(route, route.url.includes(':kind') ? 'admin-user' : 1));

/** Rounds before and between the looks at the memory, and large pages of each: 120 pages in all of them, as at night. */
const [first, rounds, pages] = isNightly ? [10, 40, 3] : [4, 12, 10];

let app: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  headers = await app.sessionOf(app.tenants.acme, 'admin');
  const people = Array.from({ length: 500 }, (_, at) => ({
    tenant_id: app.tenants.acme,
    name: `Pessoa de número ${at}`,
    email: `pessoa${at}@acme.example`,
  }));
  await app.database.owner.insertInto('app_user').values(people).execute();
});
afterAll(() => app.close());

async function send(url: string, body?: object): Promise<void> {
  const answer = await app.inject({
    method: body ? 'PUT' : 'GET',
    url,
    headers,
    ...(body && { payload: body }),
  });
  // The history of a definition that was never published has no version 1.
  expect([url, [200, 404].includes(answer.statusCode)]).toEqual([url, true]);
}

/** Sends each read once, large pages, and a write. */
async function round(at: number): Promise<void> {
  for (const url of reads) await send(url);
  for (let page = 0; page < pages; page += 1) await send('/adm/v2/sec/user?perPage=500');
  await send(`/adm/v2/sec/me/preferences/table.soak${at % 50}`, { value: { at } });
}

/** Megabytes that the process still reaches, and those of the embedded database's thread. */
async function memory(): Promise<{ heap: number; database: number }> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const parts = Object.values((await app.database.memory()) ?? {}) as number[];
  return {
    heap: process.memoryUsage().heapUsed / MEGABYTE,
    database: parts.reduce((sum, bytes) => sum + bytes, 0) / MEGABYTE,
  };
}

it('releases the memory of the requests it has answered', async () => {
  for (let at = 0; at < first; at += 1) await round(at);
  const before = await memory();
  for (let at = 0; at < rounds; at += 1) await round(at);
  const after = await memory();
  // If they were not released, 120 pages of 500 people would take more than 50 MB; garbage of the database's thread varies by 10.
  expect(after.heap - before.heap).toBeLessThan(10);
  expect(after.database - before.database).toBeLessThan(30);
}, 600_000);

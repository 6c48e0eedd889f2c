// Measures the list of users with a million of them in one tenant, on PostgreSQL, through the real server, against bare
// Fastify and bare pg with the same query: `node tests/bench/users-list.mjs [users] [rounds] [seconds]`
import { spawn } from 'node:child_process';
import autocannon from 'autocannon';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { freePort, startPostgres } from '../../scripts/lib/postgres.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { signIn } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const users = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 3);
const seconds = Number(process.argv[4] ?? 4);

const twenty = { from: 1, count: 20 };
const active = { isActive: 'Y', order: 'name_asc' };
const cases = [
  { name: 'page (active, by name, pages 1 to 20)', query: active, pages: twenty },
  { name: 'filter (active with a login)', query: { ...active, isUser: 'Y' }, pages: twenty },
  { name: 'order (last changed first)', query: { order: 'updatedAt_desc' }, pages: twenty },
  { name: 'deep page (1,000 to 1,020)', query: active, pages: { from: 1000, count: 20 } },
  { name: 'search, few match ("goncalves 77777")', query: { text: 'goncalves 77777', order: 'name_asc' } },
  { name: 'search, many match ("goncalves")', query: { text: 'goncalves', order: 'name_asc' } },
  { name: 'search, many match, other order', query: { text: 'goncalves', order: 'email_desc' } },
];

await buildApart();
const postgres = await startPostgres(process.env.TEST_DATABASE_URL);
if (!postgres) throw new Error('no PostgreSQL: set TEST_DATABASE_URL or install it');
const database = `molde_bench_${process.pid}`;
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();
await admin.query(`create database ${database}`);
const address = new URL(postgres.url);
address.pathname = `/${database}`;

let server, bare;
try {
  const env = {
    DATABASE_URL: address.href,
    // Requests are counted, but the limit is out of reach.
    RATE_LIMIT_SESSION: '1000000',
    RATE_LIMIT_ADDRESS: '1000000',
    LOG_LEVEL: 'error',
  };
  server = await startServer(env);
  const tenant = await fill(address.href);
  const token = await signIn(server.url);
  const headers = { authorization: `Bearer ${token}` };
  bare = await startBare(address.href);

  const ours = (query, page) => ({
    path: `/adm/v2/sec/user?${new URLSearchParams({ ...query, page, perPage: 50 })}`,
    headers,
  });
  const plain = (query, page) => ({ path: `/list?${new URLSearchParams({ ...query, page, tenant })}` });

  await totals(headers);
  const rows = [];
  for (const one of cases) {
    for (const connections of [50, 1]) rows.push(await compare(one, connections, ours, plain));
  }
  printTable(
    [
      'list of 50',
      'connections',
      'ours: rps',
      'p50 / p99 ms',
      'bare: rps',
      'p50 / p99 ms',
      'rps ours / bare',
    ],
    rows,
  );
} finally {
  bare?.kill('SIGTERM');
  await server?.stop();
  await admin.query(`drop database if exists ${database} with (force)`).catch(() => {});
  await admin.end();
  await postgres.stop();
}

/** Adds the people to the first demo tenant. */
async function fill(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(`select id from tenant where key = 'acme'`);
  const started = Date.now();
  await client.query(
    `insert into app_user (tenant_id, name, email, login, is_user, is_active, created_at, updated_at)
     select $1, first || ' ' || last || ' ' || n, 'pessoa' || n || '@exemplo.com', 'pessoa' || n, n % 3 = 0, n % 10 <> 0,
       now() - n * interval '1 minute', now() - (n::bigint * 7919 % 1000000) * interval '1 minute'
     from (select n,
       (array['João','Ana','José','Conceição','Márcia','Luís','Antônio','Íris'])[1 + n * 31 % 8] as first,
       (array['Gonçalves','Araújo','Simões','Assunção','Muñoz','Corrêa','Souza','Lima','Pires'])[1 + n * 17 % 9] as last
       from generate_series(1, $2::int) as n) people`,
    [rows[0].id, users],
  );
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
  say(`${users} users in ${Math.round((Date.now() - started) / 1000)} s`);
  return rows[0].id;
}

/** The exact total above 10,000 is counted once and cached: measures the first call and the next. */
async function totals(headers) {
  const ask = async () => {
    const started = performance.now();
    const reply = await fetch(`${server.url}/adm/v2/sec/user?page=1&perPage=50&order=name_asc`, { headers });
    const { data } = await reply.json();
    return { ms: performance.now() - started, total: data.totalRows };
  };
  const [first, next] = [await ask(), await ask()];
  printTable(
    ['total', 'ms'],
    [
      [`counted (${first.total})`, first.ms.toFixed(1)],
      ['cached', next.ms.toFixed(1)],
    ],
  );
}

async function compare({ name, query, pages = { from: 1, count: 1 } }, connections, ours, plain) {
  const results = { ours: [], bare: [] };
  const requests = (make) => Array.from({ length: pages.count }, (_, at) => make(query, pages.from + at));
  // Both alternate, so that other load of the machine affects both.
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await run(server.url, connections, requests(ours)));
    results.bare.push(await run(bare.url, connections, requests(plain)));
  }
  const middle = (side, pick) => median(results[side].map(pick));
  const rps = (side) => middle(side, (one) => one.rps);
  const refused = (side) => {
    const number = middle(side, (one) => one.refused);
    return number > 0 ? ` (${number.toFixed(0)} refused)` : '';
  };
  const cells = (side) => [
    rps(side).toFixed(rps(side) < 10 ? 1 : 0) + refused(side),
    `${middle(side, (one) => one.p50).toFixed(1)} / ${middle(side, (one) => one.p99).toFixed(1)}`,
  ];
  const ratio = median(results.ours.map((one, round) => one.rps / results.bare[round].rps));
  // The reference may not answer a single request within its time.
  const comparison = Number.isFinite(ratio) ? ratio.toFixed(2) : 'only ours';
  const line = [name, connections, ...cells('ours'), ...cells('bare'), comparison];
  say(line.join('  '));
  return line;
}

/** Requests a second, and times of an answer in ms. */
async function run(url, connections, requests) {
  return connections === 1 ? runOne(url, requests) : runMany(url, connections, requests);
}

async function runMany(url, connections, requests) {
  const result = await autocannon({ url, connections, requests, duration: seconds, timeout: 60 });
  const { 503: refused = { count: 0 } } = result.statusCodeStats;
  if (result.non2xx > refused.count || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers failed, ${result.errors} requests had no answer`);
  // A call that waits too long for a connection is refused with 503, which counts as unanswered and is printed.
  const rps = result['2xx'] / result.duration;
  return { rps, p50: result.latency.p50, p99: result.latency.p99, refused: refused.count / result.duration };
}

/** Runs calls one after the other, because the load generator measures whole milliseconds only. */
async function runOne(url, requests) {
  const times = [];
  const until = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < until; at++) {
    const { path, headers } = requests[at % requests.length];
    const started = performance.now();
    const reply = await fetch(url + path, { headers });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { rps: times.length / seconds, p50: at(0.5), p99: at(0.99), refused: 0 };
}

async function startBare(connectionString) {
  const port = await freePort();
  const child = spawn(process.execPath, [new URL('./bare-server.mjs', import.meta.url).pathname], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: connectionString, PORT: String(port) },
  });
  child.url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (await fetch(child.url).catch(() => null)) return child;
  }
  throw new Error('the bare server does not answer');
}

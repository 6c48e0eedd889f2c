// Measures the list of users with a million of them in one tenant, on PostgreSQL, through the real server, against bare
// Fastify and bare pg with the same query: `node tests/bench/users-list.mjs [users] [rounds] [seconds] [cases]`.
// Cases are parts of their names, separated by commas.
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { compareLoad, openBenchDatabase, startTwin } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const users = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 3);
const seconds = Number(process.argv[4] ?? 4);
const wanted = process.argv[5]?.split(',') ?? [''];

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
const database = await openBenchDatabase();
let server, bare;
try {
  const env = {
    DATABASE_URL: database.url,
    // Requests are counted, but the limit is out of reach.
    RATE_LIMIT_PERSON: '1000000',
    RATE_LIMIT_ADDRESS: '1000000',
    LOG_LEVEL: 'error',
  };
  server = await startServer(env);
  const tenant = await fill(database.url);
  const token = await signIn(server.url);
  const headers = { authorization: `Bearer ${token}` };
  bare = await startTwin('bare-server.mjs', database.url);

  const ours = (query, page) => ({
    path: `/adm/v2/sec/user?${new URLSearchParams({ ...query, page, perPage: 50 })}`,
    headers,
  });
  const plain = (query, page) => ({ path: `/list?${new URLSearchParams({ ...query, page, tenant })}` });

  await totals(headers);
  const rows = [];
  for (const one of cases.filter(({ name }) => wanted.some((part) => name.includes(part)))) {
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
  bare?.stop();
  await server?.stop();
  await database.close();
}

/** Adds the people to the first demo tenant. */
async function fill(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(`select id from tenant where key = 'acme'`);
  const started = Date.now();
  const { rows: kept } = await client.query(
    'select count(*)::int as people from app_user where tenant_id = $1',
    [rows[0].id],
  );
  if (kept[0].people < users)
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
  const requests = (make) => Array.from({ length: pages.count }, (_, at) => make(query, pages.from + at));
  const sides = { ours: [server.url, requests(ours)], twin: [bare.url, requests(plain)] };
  return compareLoad(sides, { name, connections, rounds, seconds });
}

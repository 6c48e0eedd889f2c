// Measures the routes that a declared entity has, with a million records in one tenant on PostgreSQL, through the real
// server, against the same routes written by hand: `node tests/bench/entity.mjs [records] [rounds] [seconds] [cases]`.
// Cases are parts of their names, separated by commas.
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { compareLoad, memoryOf, openBenchDatabase, resetPeak, startTwin } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const records = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 3);
const seconds = Number(process.argv[4] ?? 4);
const wanted = process.argv[5]?.split(',') ?? [''];
const chosen = ({ name }) => wanted.some((part) => name.includes(part));

const twenty = { from: 1, count: 20 };
const byName = { order: 'name_asc' };
const cases = [
  { name: 'page (by name, pages 1 to 20)', query: byName, pages: twenty },
  { name: 'deep page (1,000 to 1,020)', query: byName, pages: { from: 1000, count: 20 } },
  { name: 'filter (not active)', query: { ...byName, isActive: 'false' }, pages: twenty },
  { name: 'filter (of one group)', query: { ...byName, parentId: 'group' } },
  { name: 'one record', one: true },
  {
    name: 'two filters, other order',
    query: { isActive: 'true', createdAtFrom: '2026-01-01T00:00:00Z', order: 'updatedAt_desc' },
    pages: twenty,
  },
  { name: 'search, few match ("comercio 777")', query: { ...byName, text: 'comercio 777' } },
  { name: 'search, none match', query: { ...byName, text: 'xyzzyq' } },
  {
    name: 'search, many match, other order',
    query: { text: 'comercio', order: 'updatedAt_desc' },
    pages: twenty,
  },
  { name: 'search, many match ("comercio", by name)', query: { ...byName, text: 'comercio' } },
];
const exports = [
  { name: 'CSV, 100,000 records', filter: { isActive: 'false' } },
  { name: 'CSV, all records', filter: {} },
  { name: 'XLSX, 100,000 records', filter: { isActive: 'false' }, format: 'xlsx' },
];

await buildApart();
const database = await openBenchDatabase();
let server, twin;
try {
  // Requests are counted, but the limits are out of reach.
  const limits = { RATE_LIMIT_PERSON: '1000000', RATE_LIMIT_ADDRESS: '1000000' };
  server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...limits });
  const { tenant, first, group } = await fill(database.url);
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  twin = await startTwin('entity-twin.mjs', database.url);

  const parameters = (query) => ({ ...query, ...(query.parentId === 'group' ? { parentId: group } : {}) });
  const ours = (query, page) => ({
    path: `/adm/v2/ent/company?${new URLSearchParams({ ...parameters(query), page, perPage: 50 })}`,
    headers,
  });
  const plain = (query, page) => ({
    path: `/company?${new URLSearchParams({ ...parameters(query), page, tenant })}`,
  });
  const requests = ({ query, pages = { from: 1, count: 1 }, one }, make, address) =>
    one
      ? Array.from({ length: 1000 }, (_, at) => address(first + ((at * 7919) % records)))
      : Array.from({ length: pages.count }, (_, at) => make(query, pages.from + at));
  const ourOne = (id) => ({ path: `/adm/v2/ent/company/${id}`, headers });
  const plainOne = (id) => ({ path: `/company/${id}?tenant=${tenant}` });

  const rows = [];
  for (const one of cases.filter(chosen)) {
    const sides = {
      ours: [server.url, requests(one, ours, ourOne)],
      twin: [twin.url, requests(one, plain, plainOne)],
    };
    await assertSame(one.name, sides);
    for (const connections of [50, 1])
      rows.push(await compareLoad(sides, { name: one.name, connections, rounds, seconds }));
  }
  const sides = ['Molde: rps', 'p50 / p99 ms', 'by hand: rps', 'p50 / p99 ms', 'rps Molde / by hand'];
  if (rows.length > 0) printTable(['routes of companies', 'connections', ...sides], rows);

  const lines = [];
  for (const one of exports.filter(chosen)) lines.push(await compareExport(one, headers, tenant));
  const memory = 'memory before → peak, MB';
  const head = ['export', 'records', 'Molde: records/s', memory, 'by hand: records/s', memory, 'ratio'];
  if (lines.length > 0) printTable(head, lines);
} finally {
  twin?.stop();
  await server?.stop();
  await database.close();
}

/** Adds the companies to the first demo tenant, a fifth of them as subsidiaries of the first thousand. */
async function fill(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(`select id from tenant where key = 'acme'`);
  const tenant = rows[0].id;
  const { rows: counted } = await client.query(
    `select count(*)::int as many, max(id)::int as last from company where tenant_id = $1`,
    [tenant],
  );
  const missing = counted[0].many < records;
  const first = missing ? Number(counted[0].last ?? 0) + 1 : Number(counted[0].last) - records + 1;
  if (missing) {
    const started = Date.now();
    await client.query('drop index company_search');
    await client.query(
      `insert into company (tenant_id, id, name, trade_name, cnpj, parent_id, email, phone, is_active, created_at, updated_at)
       select $1, $2 + n, owner || ' ' || trade || ' ' || n || ' Ltda.', case when n % 3 = 0 then owner || ' ' || n end,
         lpad(n::text, 8, '0') || '0001' || lpad((n % 97)::text, 2, '0'),
         case when n >= 1000 and n % 5 = 0 then $2 + n * 7919::bigint % 1000 end,
         'contato' || n || '@exemplo.com', '119' || lpad(n::text, 8, '0'), n % 10 <> 0,
         now() - n * interval '1 minute', now() - (n::bigint * 7919 % 1000000) * interval '1 minute'
       from (select n,
         (array['Gonçalves','Araújo','Simões','Assunção','Muñoz','Corrêa','Souza','Lima','Pires'])[1 + n * 17 % 9] as owner,
         (array['Comércio','Indústria','Serviços','Transportes','Alimentos','Construções','Energia','Saúde'])[1 + n * 31 % 8]
           as trade
         from generate_series(0, $3::int - 1) as n) companies`,
      [tenant, first, records],
    );
    await client.query('create index company_search on company using gin (search gin_trgm_ops)');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    say(`${records} companies in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  await client.end();
  return { tenant, first, group: first + 10 };
}

/** Both sides must answer alike, or their times say nothing. */
async function assertSame(name, sides) {
  const [ours, plain] = await Promise.all(
    Object.values(sides).map(async ([url, [{ path, headers }]]) => {
      const reply = await fetch(url + path, { headers });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      const { data } = await reply.json();
      const found = data.rows ?? [data];
      return JSON.stringify([
        data.totalRows,
        found.map(({ id, name: title, parent }) => [id, title, parent]),
      ]);
    }),
  );
  if (ours !== plain)
    throw new Error(`${name}: the answers differ\n${ours.slice(0, 500)}\n${plain.slice(0, 500)}`);
}

async function compareExport({ name, filter, format = 'csv' }, headers, tenant) {
  const query = new URLSearchParams({ ...filter, order: 'name_asc' });
  const found = { ours: [], twin: [] };
  const runs = {
    ours: () => download(server, `/adm/v2/ent/company/-/export?format=${format}&${query}`, headers),
    twin: () => (format === 'csv' ? download(twin, `/export?tenant=${tenant}&${query}`) : null),
  };
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? ['ours', 'twin'] : ['twin', 'ours']) {
      const one = await runs[side]();
      if (one) found[side].push(one);
    }
  }
  const exported = filter.isActive === 'false' ? records / 10 : records;
  const rate = ({ ms }) => (exported / ms) * 1000;
  const cells = (side) =>
    found[side].length === 0
      ? ['', '']
      : [
          Math.round(median(found[side].map(rate))),
          `${median(found[side].map(({ before }) => before)).toFixed(0)} → ${median(found[side].map(({ peak }) => peak)).toFixed(0)}`,
        ];
  const ratios = found.twin.map((one, round) => rate(found.ours[round]) / rate(one));
  const ratio = ratios.length === 0 ? '' : median(ratios).toFixed(2);
  const line = [name, exported, ...cells('ours'), ...cells('twin'), ratio];
  say(line.join('  '));
  return line;
}

/** Reads a file to its end without keeping it. */
async function download({ url, pid }, path, headers = {}) {
  resetPeak(pid);
  const { now: before } = memoryOf(pid);
  const started = performance.now();
  const reply = await fetch(url + path, { headers });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  const ms = performance.now() - started;
  if (bytes < records / 10) throw new Error(`${path}: only ${bytes} bytes`);
  return { ms, before, peak: memoryOf(pid).peak };
}

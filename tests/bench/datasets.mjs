// Measures datasets over a million records of one tenant on PostgreSQL, through the real server, against the same SQL by
// hand: `node tests/bench/datasets.mjs [records] [runs] [people]`.
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const records = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 15);
const people = Number(process.argv[4] ?? 50);

const dataset = (id, content) => ({
  kind: 'dataset',
  formatVersion: 2,
  id,
  title: id,
  access: { screen: 'basic-company', verb: 'read' },
  from: 'company',
  parameters: { period: { type: 'period' } },
  where: { createdAt: { within: { $expr: 'params.period' } } },
  ...content,
});
const bare = `from company c where c.tenant_id = $1 and c.created_at >= '2024-01-01'::timestamp at time zone $3
  and c.created_at < ($2::date + 1)::timestamp at time zone $3`;
/** Datasets, each with the statement that somebody would write for it. */
const cases = [
  {
    name: 'records by month',
    document: dataset('bench-month', {
      group: [{ id: 'month', field: 'createdAt', bucket: 'month' }],
      measures: { companies: { count: true }, active: { count: true, where: { isActive: true } } },
      order: ['month'],
    }),
    sql: `select date_trunc('month', c.created_at at time zone $3)::date as month, count(*) as companies,
      count(*) filter (where c.is_active) as active ${bare} group by 1 order by 1`,
  },
  {
    name: 'first 5 of 1,000 groups, and the rest',
    document: dataset('bench-groups', {
      group: [{ id: 'parent', field: 'parent', top: { n: 5, by: 'companies' } }],
      measures: { companies: { count: true } },
      order: ['companies_desc'],
    }),
    sql: `with counts as (select c.parent_id, count(*) as n ${bare} group by 1),
      ranked as (select *, row_number() over (order by n desc, parent_id) as rank from counts)
      select case when rank <= 5 then parent_id end as parent, rank > 5 as rest, sum(n) as companies
      from ranked group by 1, 2 order by 3 desc`,
  },
  {
    name: 'totals in one row',
    document: dataset('bench-totals', {
      group: [],
      measures: { companies: { count: true }, groups: { distinct: 'parent' } },
    }),
    sql: `select count(*) as companies, count(distinct c.parent_id) as groups ${bare}`,
  },
];

await buildApart();
const database = await openBenchDatabase();
let server;
const client = new pg.Client({ connectionString: database.url });
try {
  const limits = { RATE_LIMIT_PERSON: '1000000', RATE_LIMIT_ADDRESS: '1000000' };
  server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...limits });
  await client.connect();
  const { tenant, zone } = await fill();
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  for (const { document } of cases) await publish(document, headers);

  const times = [];
  for (const one of cases) times.push(await compare(one, headers, tenant, zone));
  const percentiles = ['Molde, cold: p50 / p99 ms', 'by hand: p50 / p99 ms', 'cold / by hand'];
  printTable(['dataset', ...percentiles, 'Molde, kept: p50 / p99 ms', 'kept / by hand'], times);
  await manyReaders(tenant);
} finally {
  await client.end().catch(() => undefined);
  await server?.stop();
  await database.close();
}

/** Adds the companies to the first demo tenant, a fifth of them as subsidiaries of the first thousand. */
async function fill() {
  const { rows } = await client.query(`select id, time_zone from tenant where key = 'acme'`);
  const [{ id: tenant, time_zone: zone }] = rows;
  const { rows: counted } = await client.query(
    `select count(*)::int as many, coalesce(max(id), 0)::int as last from company where tenant_id = $1`,
    [tenant],
  );
  if (counted[0].many < records) {
    const started = Date.now();
    await client.query(
      `insert into company (tenant_id, id, name, cnpj, parent_id, is_active, created_at, updated_at)
       select $1, $2 + n, 'Empresa ' || n, lpad(n::text, 8, '0') || '0001' || lpad((n % 97)::text, 2, '0'),
         case when n >= 1000 and n % 5 = 0 then $2 + n * 7919::bigint % 1000 end, n % 10 <> 0,
         now() - n * interval '1 minute', now()
       from generate_series(0, $3::int - 1) as n`,
      [tenant, counted[0].last + 1, records],
    );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    say(`${records} companies in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  return { tenant, zone };
}

async function call(method, path, headers, body) {
  const reply = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

async function publish(definition, headers) {
  await call('POST', '/adm/v2/def', headers, { definition });
  await call('POST', `/adm/v2/def/dataset/${definition.id}/publish`, headers, { comment: 'bench' });
}

function ask(id, until, headers) {
  return call('GET', `/adm/v2/dataset/${id}?period=2024-01-01..${until}`, headers);
}

/** A day later than every record, another one for each number, so that the rows are the same and their statement is new. */
function day(number) {
  return new Date(Date.UTC(2027, 0, 1 + number)).toISOString().slice(0, 10);
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

async function compare({ name, document: { id }, sql }, headers, tenant, zone) {
  const found = { cold: [], hand: [], kept: [] };
  for (let run = 0; run < runs; run += 1) {
    const sides = {
      cold: () => timed(() => ask(id, day(run), headers)),
      hand: () => timed(() => client.query(sql, [tenant, day(run), zone])),
    };
    const order = run % 2 === 0 ? ['cold', 'hand'] : ['hand', 'cold'];
    const answers = {};
    for (const side of order) {
      answers[side] = await sides[side]();
      found[side].push(answers[side].ms);
    }
    assertSame(name, answers.cold.result.rows, answers.hand.result.rows);
    for (let again = 0; again < 10; again += 1)
      found.kept.push((await timed(() => ask(id, day(run), headers))).ms);
  }
  const cell = (side) => `${median(found[side]).toFixed(1)} / ${worst(found[side]).toFixed(1)}`;
  const ratio = (side, digits) => (median(found[side]) / median(found.hand)).toFixed(digits);
  return [name, cell('cold'), cell('hand'), ratio('cold', 2), cell('kept'), ratio('kept', 3)];
}

function worst(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))];
}

/** Both must count alike, or their times say nothing. */
function assertSame(name, ours, plain) {
  const counts = (rows) => rows.map(({ companies }) => Number(companies)).join();
  if (counts(ours) !== counts(plain))
    throw new Error(`${name}: the answers differ: ${counts(ours)} and ${counts(plain)}`);
}

/** How often the database has read all companies. */
async function scans() {
  // The counts of other sessions reach the view within a second of their end.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await client.query(
    `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as read from pg_stat_user_tables where relname = 'company'`,
  );
  return Number(rows[0].read) / records;
}

/** People with sessions of their own who open one dashboard, and look at it while a record changes ten times a second. */
async function manyReaders(tenant) {
  const sessions = [];
  for (let one = 0; one < people; one += 1)
    sessions.push({ authorization: `Bearer ${await signIn(server.url)}` });
  const open = (readers, until) =>
    Promise.all(readers.flatMap((headers) => cases.map(({ document: { id } }) => ask(id, until, headers))));
  const alone = await reading(() => open(sessions.slice(0, 1), day(499)));
  const together = await reading(() => open(sessions, day(500)));

  const { rows } = await client.query(
    'select id from company where tenant_id = $1 order by id desc limit 1',
    [tenant],
  );
  const company = `/adm/v2/ent/company/${rows[0].id}`;
  const over = new AbortController();
  let changes = 0;
  const began = performance.now();
  const writing = (async () => {
    for (; !over.signal.aborted; changes += 1) {
      const { version, isActive } = await call('GET', company, sessions[0]);
      await call('PUT', company, sessions[0], { version, isActive: !isActive });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  let asked = 0;
  const watching = await reading(() => {
    const until = performance.now() + 10_000;
    return Promise.all(
      sessions.map(async (headers) => {
        for (; performance.now() < until; asked += 1) await ask(cases[0].document.id, day(500), headers);
      }),
    );
  });
  over.abort();
  await writing;
  say(`${changes} changes in ${Math.round((performance.now() - began) / 1000)} s`);
  const line = (name, answers, { read, ms }) => [name, answers, read.toFixed(1), (ms / 1000).toFixed(1)];
  printTable(
    ['readers', 'answers', 'times that the database read all records', 'time, s'],
    [
      line(`one person opens ${cases.length} datasets`, cases.length, alone),
      line(`${people} people open them at once`, people * cases.length, together),
      line(`${people} people look at the first one amid changes`, asked, watching),
    ],
  );
}

/** Runs something, and says how often the database read all companies for it. */
async function reading(work) {
  const before = await scans();
  const { ms } = await timed(work);
  return { ms, read: (await scans()) - before };
}

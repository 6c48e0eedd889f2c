// Memory of the real server over many requests of all its GET routes and typical writes:
// `node tests/bench/soak.mjs [requests] [embedded|postgres]`
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { signIn } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const requests = Number(process.argv[2] ?? 100_000);
const kind = process.argv[3] ?? 'embedded';
const connections = 4;
/** Requests between two lines of the table. */
const step = Math.max(1000, Math.round(requests / 20));
/** Lines that count as warm-up: caches, prepared statements and V8's heap reach their size. */
const warmUp = 4;
const megabyte = 1_000_000;

await buildApart();
const postgres = kind === 'postgres' ? await openPostgres() : null;
let server, authorization;
try {
  server = await startServer({
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    RATE_LIMIT_PERSON: '1000000',
    RATE_LIMIT_ADDRESS: '1000000',
    LOG_LEVEL: 'error',
  });
  authorization = `Bearer ${await signIn(server.url)}`;
  const calls = [...(await reads()), ...writes()];
  say(`${calls.length} calls in turn, ${requests} requests`);
  const lines = [];
  for (let sent = 0; sent < requests; sent += step) {
    const started = performance.now();
    await send(calls, sent, step);
    const parts = { ...(await memory()), ...(postgres ? await postgres.backends() : {}) };
    lines.push({ sent: sent + step, seconds: (performance.now() - started) / 1000, parts });
    const cells = Object.entries(parts).map(([part, bytes]) => `${part} ${(bytes / megabyte).toFixed(0)}`);
    say(`${sent + step} requests, MB: ${cells.join(', ')}`);
  }
  report(lines);
} finally {
  await server?.stop();
  await postgres?.stop();
}

/**
 * Lists one call of each GET route in the API's own description, tried once. A route without a record of the demo's first number, or
 * without its parameters, is refused, which is a call as well.
 */
async function reads() {
  const document = await request('GET', '/docs/json');
  const values = { kind: 'screen', version: '0', key: 'table.soak' };
  const queries = {
    '/adm/v2/sec/user': [
      'page=1&perPage=50&order=name_asc&isActive=Y',
      'text=silva',
      'page=2&order=updatedAt_desc',
    ],
    '/adm/v2/def/screen': ['path=/admin-user'],
  };
  const paths = Object.entries(document.paths).filter(([, methods]) => 'get' in methods);
  const calls = paths.flatMap(([path]) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
      if (name === 'id' && path.startsWith('/adm/v2/def/')) return 'admin-user';
      return values[name] ?? '1';
    });
    return (queries[path] ?? ['']).map((query) => (query ? `${filled}?${query}` : filled));
  });
  let answered = 0;
  for (const path of calls) if ((await read(path)) === 200) answered += 1;
  say(`${answered} of ${calls.length} GET calls are answered with data`);
  if (answered < 60) throw new Error('the GET routes of /docs/json are refused');
  return calls.map((path) => () => read(path));
}

async function read(path) {
  const reply = await fetch(server.url + path, { headers: { authorization } });
  await reply.arrayBuffer();
  if (reply.status >= 500 || reply.status === 401) throw new Error(`GET ${path}: ${reply.status}`);
  return reply.status;
}

/** Lists typical writes; the number of the request makes each different. */
function writes() {
  return [
    (at) => request('PUT', `/adm/v2/sec/me/preferences/table.soak${at % 300}`, { value: { width: at } }),
    (at) => request('PUT', '/adm/v2/sec/user/2', { name: `Pessoa Que Muda ${letters(at)}` }),
    (at) => request('POST', `/adm/v2/sec/user/soak-${at}`),
    (at) => request('PUT', '/adm/v2/sec/user/2', { version: 1, name: letters(at) }, [409]),
    // Each publication checks the whole document in the definition worker, so only one in ten rounds saves and publishes.
    (at, round) => (round % 10 === 0 ? publish(at) : request('GET', '/adm/v2/def?state=draft')),
  ];
}

/** Saves and publishes a screen. Another connection may do so at the same time, which is a 409. */
async function publish(at) {
  const path = '/adm/v2/def/screen/admin-user';
  const { data } = await request('GET', `${path}?draft=1`);
  const definition = { ...data.definition, title: `Pessoas ${at}` };
  await request('PUT', path, { definition, version: data.version }, [200, 409]);
  await request('POST', `${path}/publish`, { comment: `Versão ${at}` }, [200, 404, 409, 422]);
}

/** Converts a number to letters, since names of people contain no digits. */
function letters(number) {
  return [...String(number)].map((digit) => 'abcdefghij'[digit]).join('');
}

async function request(method, path, body, statuses = [200]) {
  const reply = await fetch(server.url + path, {
    method,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await reply.text();
  if (!statuses.includes(reply.status))
    throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

async function send(calls, from, number) {
  let next = from;
  const one = async () => {
    for (let at = next++; at < from + number; at = next++)
      await calls[at % calls.length](at, Math.floor(at / calls.length));
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Bytes by part of the server's process, from its metrics. */
async function memory() {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1] ?? NaN);
  const parts = {
    process: value('process_resident_memory_bytes'),
    'main heap': value('nodejs_heap_size_used_bytes'),
    'main external': value('nodejs_external_memory_bytes'),
  };
  for (const part of ['database', 'threadHeap', 'threadBuffers']) {
    const bytes = value(`embedded_database_memory_bytes\\{part="${part}"\\}`);
    if (!Number.isNaN(bytes)) parts[part] = bytes;
  }
  return parts;
}

async function openPostgres() {
  const cluster = await startPostgres(process.env.TEST_DATABASE_URL);
  if (!cluster) throw new Error('no PostgreSQL: set TEST_DATABASE_URL or install it');
  const name = `molde_soak_${process.pid}`;
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    /** The largest backend's own memory (Linux, same machine), without the memory that it shares with others. */
    async backends() {
      const { rows } = await admin.query(
        `select pid from pg_stat_activity where datname = $1 and application_name = 'molde'`,
        [name],
      );
      const bytes = rows.map(({ pid }) => {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
      });
      return {
        'largest backend': Math.max(...bytes),
        [`all ${bytes.length} backends`]: bytes.reduce((a, b) => a + b, 0),
      };
    },
    async stop() {
      await admin.query(`drop database if exists ${name} with (force)`).catch(() => {});
      await admin.end();
      await cluster.stop();
    },
  };
}

/** Growth is the median of the last quarter minus that of the first quarter after the warm-up. */
function report(lines) {
  const counted = lines.slice(warmUp);
  const quarter = Math.max(1, Math.floor(counted.length / 4));
  const middle = (some, part) => median(some.map((line) => line.parts[part])) / megabyte;
  const names = Object.keys(lines.at(-1).parts);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  say(`${requests} requests in ${seconds.toFixed(0)} s`);
  printTable(
    ['part', 'after warm-up, MB', 'at the end, MB', 'growth, MB'],
    names.map((part) => {
      const [first, last] = [middle(counted.slice(0, quarter), part), middle(counted.slice(-quarter), part)];
      return [part, first.toFixed(1), last.toFixed(1), (last - first).toFixed(1)];
    }),
  );
}

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import autocannon from 'autocannon';
import pg from 'pg';
import { freePort, startPostgres } from '../../../scripts/lib/postgres.mjs';
import { say } from '../../../scripts/lib/say.mjs';
import { median } from './table.mjs';

/**
 * Creates a database for one benchmark, dropped at the end. BENCH_DATABASE_URL names one that stays, so that the rows of
 * an earlier run can be used again.
 * @param {string} [locale] of the database's collation, such as en-US
 */
export async function openBenchDatabase(locale) {
  const kept = process.env.BENCH_DATABASE_URL;
  if (kept) return { url: kept, close: async () => {} };
  const postgres = await startPostgres(process.env.TEST_DATABASE_URL);
  if (!postgres) throw new Error('no PostgreSQL: set TEST_DATABASE_URL or install it');
  const database = `molde_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  const collation = locale ? ` template template0 locale_provider icu icu_locale '${locale}'` : '';
  await admin.query(`create database ${database}${collation}`);
  const address = new URL(postgres.url);
  address.pathname = `/${database}`;
  return {
    url: address.href,
    async close() {
      await admin.query(`drop database if exists ${database} with (force)`).catch(() => {});
      await admin.end();
      await postgres.stop();
    },
  };
}

/** Starts a hand-written server of this folder. @param file its name */
export async function startTwin(file, connectionString) {
  const port = await freePort();
  const child = spawn(process.execPath, [new URL(`../${file}`, import.meta.url).pathname], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: connectionString, PORT: String(port) },
  });
  const twin = { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill('SIGTERM') };
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (await fetch(twin.url).catch(() => null)) return twin;
  }
  throw new Error(`${file} does not answer`);
}

/**
 * Loads both servers in turn, so that other load of the machine affects both.
 *
 * @param {{ ours: [url: string, requests: object[]], twin: [url: string, requests: object[]] }} sides
 */
export async function compareLoad(sides, { name, connections, rounds, seconds }) {
  const results = { ours: [], twin: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['ours', 'twin'] : ['twin', 'ours'];
    for (const side of order) results[side].push(await run(...sides[side], connections, seconds));
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
  const ratio = median(results.ours.map((one, round) => one.rps / results.twin[round].rps));
  // The reference may not answer a single request within its time.
  const comparison = Number.isFinite(ratio) ? ratio.toFixed(2) : 'only ours';
  const line = [name, connections, ...cells('ours'), ...cells('twin'), comparison];
  say(line.join('  '));
  return line;
}

/** Requests a second, and times of an answer in ms. */
async function run(url, requests, connections, seconds) {
  return connections === 1 ? runOne(url, requests, seconds) : runMany(url, connections, requests, seconds);
}

async function runMany(url, connections, requests, duration) {
  const result = await autocannon({ url, connections, requests, duration, timeout: 60 });
  const { 503: refused = { count: 0 } } = result.statusCodeStats;
  if (result.non2xx > refused.count || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers failed, ${result.errors} requests had no answer`);
  // A call that waits too long for a connection is refused with 503, which counts as unanswered and is printed.
  const rps = result['2xx'] / result.duration;
  return { rps, p50: result.latency.p50, p99: result.latency.p99, refused: refused.count / result.duration };
}

/** Runs calls one after the other, because the load generator measures whole milliseconds only. */
async function runOne(url, requests, seconds) {
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

/** Starts a new peak of a process's memory. */
export function resetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The most memory that a process has had since `resetPeak`, and what it has now, in MB. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { peak: read('VmHWM'), now: read('VmRSS') };
}

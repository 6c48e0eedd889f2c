// Measures the answers to posts of the messaging provider at a steady rate on PostgreSQL, and whether each was processed once:
// `node tests/bench/webhooks.mjs [posts a second] [seconds] [kills]`. With kills, the server is ended by SIGKILL so often, at
// random, while the provider goes on; what was not answered with 200 is posted again, as the provider does.
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { deliver, textPost } from './lib/provider-posts.mjs';
import { printTable } from './lib/table.mjs';

const rate = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 20);
const kills = Number(process.argv[4] ?? 0);
const customers = 400;
const warmSeconds = 3;

await buildApart();
const database = await openBenchDatabase();
const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
let server = await startServer(settings);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const times = [];
  let unanswered = 0;
  let isOver = false;
  const killing = killAtRandom(() => isOver);
  const began = performance.now();
  const posts = [];
  for (let at = 0; at < rate * seconds; at += 1) {
    const wait = began + (at * 1000) / rate - performance.now();
    if (wait > 1) await delay(wait);
    posts.push(post(at));
  }
  await Promise.all(posts);
  isOver = true;
  await killing;
  const answered = performance.now();
  const expected = rate * seconds;
  let stored = 0;
  for (let tries = 0; tries < 600 && stored < expected; tries += 1) {
    stored = await count();
    if (stored < expected) await delay(100);
  }
  times.sort((one, other) => one - other);
  const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
  printTable(
    [
      'posts',
      'per second',
      'p50 ms',
      'p99 ms',
      'repeated',
      'kills',
      'messages',
      'missing',
      'processed after ms',
    ],
    [
      [
        expected,
        rate,
        part(0.5),
        part(0.99),
        unanswered,
        kills,
        stored,
        expected - stored,
        Math.round(performance.now() - answered),
      ].map(String),
    ],
  );
  if (stored !== expected) process.exitCode = 1;

  /** Posts a message until it is answered with 200. */
  async function post(at) {
    const one = textPost(
      `55319${String(90_000_000 + (at % customers))}`,
      `wamid.bench.${at}`,
      `mensagem ${at}`,
    );
    for (;;) {
      const start = performance.now();
      if (await deliver(server.url, one)) {
        // The first seconds are those of a server that has just started.
        if (at >= rate * warmSeconds) times.push(performance.now() - start);
        return;
      }
      unanswered += 1;
      await delay(200);
    }
  }
} finally {
  await client.end();
  await server?.stop();
  await database.close();
}

async function count() {
  const { rows } = await client.query(
    `select count(*)::int as count from support_message where wamid like 'wamid.bench.%'`,
  );
  return rows[0].count;
}

async function killAtRandom(isOver) {
  for (let done = 0; done < kills && !isOver(); done += 1) {
    await delay(randomInt(200, 1500));
    const killed = server;
    process.kill(killed.pid, 'SIGKILL');
    await killed.stop();
    server = await startServer(settings);
  }
}

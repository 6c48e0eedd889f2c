// Measures how long requests wait during a backup of the embedded database: `node tests/bench/backup.mjs [megabytes]`
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const megabytes = Number(process.argv[2] ?? 500);
const PROBE_MS = 50;
const QUIET_MS = 10_000;
const lines = [];

await buildApart();
const folder = mkdtempSync(join(tmpdir(), 'molde-backup-'));
const archive = join(folder, 'backup', 'latest.tar.gz');
try {
  await (await start()).stop();
  await fill();
  say(`the cluster has ${(bytesBelow(join(folder, 'pg')) / 1e6).toFixed(0)} MB`);
  rmSync(join(folder, 'backup'), { recursive: true, force: true });
  const server = await start();
  const began = performance.now();
  const probes = await probe(server.url, async () => {
    while (!existsSync(archive)) await delay(20);
    const finished = performance.now();
    say(`backup of ${(statSync(archive).size / 1e6).toFixed(0)} MB after ${seconds(finished - began)} s`);
    await delay(QUIET_MS);
    return finished;
  });
  await server.stop();
  report(
    'until the backup is complete',
    probes.waits.filter(({ at }) => at < probes.finished),
  );
  report(
    'afterwards',
    probes.waits.filter(({ at }) => at > probes.finished),
  );
  printTable(['requests', 'number', 'p50, ms', 'p99, ms', 'longest, ms', 'failed'], lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function start() {
  return startServer({
    DATA_DIR: folder,
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    LOG_LEVEL: 'error',
  });
}

/** Adds audit rows of random text until the cluster has the wanted size. */
async function fill() {
  const db = await PGlite.create({ dataDir: join(folder, 'pg'), extensions: { pg_trgm, unaccent } });
  while (bytesBelow(join(folder, 'pg', 'base')) < megabytes * 1e6) {
    await db.exec(`
      insert into audit (tenant_id, entity, entity_id, action, after, address, request_id)
      select 1, 'bench', g::text, 'create',
        jsonb_build_object('text', (select string_agg(md5(random()::text || g || h), ' ') from generate_series(1, 30) h)), '', ''
      from generate_series(1, 10000) g;
      checkpoint`);
  }
  await db.close();
}

/** Sends a request every 50 ms, whether or not the one before is answered; every fifth one writes. */
async function probe(url, until) {
  const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
  const waits = [];
  const pending = new Set();
  const send = async (number) => {
    const at = performance.now();
    const reply =
      number % 5 === 0
        ? fetch(`${url}/adm/v2/sec/me/preferences/bench.backup`, {
            method: 'PUT',
            headers,
            body: `{"value":{"n":${number}}}`,
          })
        : fetch(`${url}/adm/v2/sec/user?page=1&perPage=50&order=name_asc`, { headers });
    const ok = await reply.then((one) => one.arrayBuffer().then(() => one.ok)).catch(() => false);
    waits.push({ at, ms: performance.now() - at, ok });
  };
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    const sent = send(number);
    pending.add(sent);
    void sent.finally(() => pending.delete(sent));
  }, PROBE_MS);
  const finished = await until();
  clearInterval(timer);
  await Promise.all(pending);
  return { waits, finished };
}

function report(name, waits) {
  const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  const failed = waits.filter(({ ok }) => !ok).length;
  lines.push([name, sorted.length, at(0.5).toFixed(0), at(0.99).toFixed(0), at(1).toFixed(0), failed]);
}

function bytesBelow(path) {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const child = join(path, entry.name);
    if (entry.isDirectory()) return sum + bytesBelow(child);
    return sum + (statSync(child, { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}

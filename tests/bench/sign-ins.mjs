// Measures a list of users alone and beside 20 sign-ins a second, on both databases:
// `node tests/bench/sign-ins.mjs [embedded,postgres] [seconds]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const wanted = (process.argv[2] ?? 'embedded,postgres').split(',');
const seconds = Number(process.argv[3] ?? 10);
const rounds = 3;
/** Each second, whether earlier ones have been answered or not. */
const signInsPerSecond = 20;
const listsPerSecond = 40;
const people = ['admin', 'leitor', 'gestor', 'atendente'];
const settings = { RATE_LIMIT_PERSON: '0', RATE_LIMIT_ADDRESS: '0', LOG_LEVEL: 'error' };

await buildApart();
const rows = [];
for (const database of wanted) await measure(database);
printTable(
  ['database', 'list', 'p50, ms', 'p99, ms', 'longest, ms', 'sign-ins', 'p50, ms', 'p99, ms', 'failed'],
  rows,
);

async function measure(database) {
  const folder = mkdtempSync(join(tmpdir(), 'molde-sign-ins-'));
  const postgres = database === 'postgres' ? await openBenchDatabase() : null;
  const server = await startServer({
    ...settings,
    ...(postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: folder }),
  });
  try {
    const headers = { authorization: `Bearer ${await signIn(server.url)}` };
    const list = async () => {
      const reply = await fetch(`${server.url}/adm/v2/sec/user?page=1&perPage=50&order=name_asc`, {
        headers,
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(String(reply.status));
    };
    let at = 0;
    const enter = () => signIn(server.url, people[at++ % people.length]);
    await atRate(list, listsPerSecond, 2);
    await atRate(enter, 5, 1);
    const sides = { alone: [], beside: [] };
    for (let round = 0; round < rounds; round += 1) {
      sides.alone.push([await atRate(list, listsPerSecond, seconds), null]);
      sides.beside.push(
        await Promise.all([atRate(list, listsPerSecond, seconds), atRate(enter, signInsPerSecond, seconds)]),
      );
    }
    const middle = (side, which, share) => {
      const values = sides[side].flatMap((one) => (one[which] ? [quantile(one[which].times, share)] : []));
      return values.length > 0 ? median(values).toFixed(0) : '';
    };
    const failed = (side) =>
      sides[side].reduce((sum, both) => sum + both.reduce((own, one) => own + (one?.failed ?? 0), 0), 0);
    for (const [side, name] of [
      ['alone', 'alone'],
      ['beside', `beside ${signInsPerSecond} sign-ins a second`],
    ])
      rows.push([
        database === 'postgres' ? 'PostgreSQL' : 'embedded',
        name,
        middle(side, 0, 0.5),
        middle(side, 0, 0.99),
        middle(side, 0, 1),
        side === 'beside' ? rounds * seconds * signInsPerSecond : 0,
        middle(side, 1, 0.5),
        middle(side, 1, 0.99),
        failed(side),
      ]);
  } finally {
    await server.stop();
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function quantile(times, share) {
  const sorted = times.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Starts a call at even distances, as many clients together do. Times count from when a call was due. */
async function atRate(call, perSecond, duration) {
  const result = { times: [], failed: 0 };
  const started = performance.now();
  const calls = [];
  for (let number = 0; number < perSecond * duration; number += 1) {
    const due = started + (number * 1000) / perSecond;
    await delay(Math.max(0, due - performance.now()));
    calls.push(
      call().then(
        () => result.times.push(performance.now() - due),
        () => (result.failed += 1),
      ),
    );
  }
  await Promise.all(calls);
  return result;
}

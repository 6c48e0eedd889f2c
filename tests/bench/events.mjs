// Measures what reaches the clients of three server processes of 500 events a second in 50 topics, while one process after the
// other is killed: `node tests/bench/events.mjs [seconds]`. Needs PostgreSQL.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { addPeople, tokenSecret } from './lib/socket-people.mjs';
import { printTable } from './lib/table.mjs';

const seconds = Number(process.argv[2] ?? 60);
const perSecond = 500;
const topics = 50;
/** Clients of each topic, who connect to any of the processes. */
const followers = 3;
const writers = 5;
const killEvery = 10_000;

await buildApart();
const database = await openBenchDatabase();
const settings = {
  DATABASE_URL: database.url,
  TOKEN_SECRET: tokenSecret,
  DATABASE_CONNECTIONS: '4',
  RATE_LIMIT_PERSON: '0',
  RATE_LIMIT_ADDRESS: '0',
  LOG_LEVEL: 'error',
};
const servers = [];
try {
  for (let at = 0; at < 3; at++) servers.push(await startServer(settings));
  await run();
} finally {
  await Promise.all(servers.map((server) => server?.stop()));
  await database.close();
}

async function run() {
  // The topic of each person, which has one log of its own.
  const { tenantId, people } = await addPeople(database.url, topics);
  const clients = people.flatMap((person) => Array.from({ length: followers }, () => follow(person)));
  await Promise.all(clients.map(({ confirmed }) => confirmed));
  say(`${clients.length} clients follow ${topics} topics`);
  const until = performance.now() + seconds * 1000;
  let kills = 0;
  const killing = (async () => {
    while (performance.now() + killEvery < until) {
      await delay(killEvery);
      const at = kills % servers.length;
      kills += 1;
      const victim = servers[at];
      servers[at] = null;
      process.kill(victim.pid, 'SIGKILL');
      await victim.stop();
      servers[at] = await startServer(settings);
    }
  })();
  const written = new Map(people.map(({ id }) => [id, 0]));
  await Promise.all(Array.from({ length: writers }, (_, at) => write(tenantId, people, written, at, until)));
  await killing;
  const total = [...written.values()].reduce((sum, count) => sum + count, 0);
  const isComplete = ({ id, seqs }) => seqs.length >= written.get(id);
  for (let tries = 0; tries < 300 && !clients.every(isComplete); tries++) await delay(100);
  const lost = clients.reduce((sum, { id, seqs }) => sum + written.get(id) - new Set(seqs).size, 0);
  const doubled = clients.reduce((sum, { seqs }) => sum + seqs.length - new Set(seqs).size, 0);
  const unordered = clients.filter(({ seqs }) =>
    seqs.some((seq, at) => at > 0 && seq <= seqs[at - 1]),
  ).length;
  const waits = clients.flatMap((client) => client.waits).sort((one, two) => one - two);
  const at = (share) => waits[Math.floor((waits.length - 1) * share)].toFixed(0);
  const reconnections = clients.reduce((sum, client) => sum + client.reconnections, 0);
  for (const client of clients) client.stop();
  printTable(
    [
      'events',
      'per second',
      'kills',
      'reconnections',
      'snapshots',
      'lost',
      'doubled',
      'out of order',
      'write to client: p50, ms',
      'p99, ms',
    ],
    [
      [
        total,
        (total / seconds).toFixed(0),
        kills,
        reconnections,
        clients.reduce((sum, { snapshots }) => sum + snapshots, 0),
        `**${lost}**`,
        `**${doubled}**`,
        unordered,
        at(0.5),
        at(0.99),
      ],
    ],
  );
}

/** Follows a person's own topic, and connects again to any process when it is cut off, with the last number. */
function follow({ id, token }) {
  const topic = `me:${id}`;
  const client = { id, seqs: [], waits: [], snapshots: 0, reconnections: -1, stop: () => {} };
  let isStopped = false;
  let last = null;
  client.confirmed = new Promise((confirm) => {
    const connect = () => {
      if (isStopped) return;
      const running = servers.filter(Boolean);
      const { url } = running[Math.floor(Math.random() * running.length)];
      const socket = new WebSocket(`${url.replace('http', 'ws')}/adm/v2/ws?token=${token}&lang=en`, {
        perMessageDeflate: false,
      });
      client.stop = () => {
        isStopped = true;
        socket.terminate();
      };
      socket.on('open', () => {
        client.reconnections += 1;
        socket.send(JSON.stringify({ type: 'SUB', topics: last === null ? [topic] : { [topic]: last } }));
      });
      socket.on('message', (text) => {
        const { type, seq, data } = JSON.parse(text);
        if (seq !== null) last = seq;
        if (type === 'SUBSCRIBED') confirm();
        else if (type === 'SNAPSHOT') client.snapshots += 1;
        else if (type === 'PROFILE') {
          client.seqs.push(seq);
          client.waits.push(Date.now() - data.version);
        }
      });
      socket.on('error', () => {});
      socket.on('close', () => setTimeout(connect, 100 + Math.random() * 400));
    };
    connect();
  });
  return client;
}

/** Writes events as a request does: by the application's role, in the tenant's transaction. */
async function write(tenantId, people, written, writer, until) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const began = performance.now();
  for (let count = 0; performance.now() < until; count++) {
    const due = began + (count * writers * 1000) / perSecond;
    if (due > performance.now()) await delay(due - performance.now());
    const { id } = people[(count * writers + writer) % topics];
    const event = { topic: `me:${id}`, type: 'PROFILE', data: { version: Date.now() } };
    await client.query('begin');
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)]);
    await client.query('select public.molde_publish($1::jsonb)', [JSON.stringify([event])]);
    await client.query('commit');
    written.set(id, written.get(id) + 1);
  }
  await client.end();
}

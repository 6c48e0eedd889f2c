// Answers to a person of one tenant, alone and while another tenant floods the server in one way after the other:
// `node tests/bench/flood.mjs [embedded|postgres] [seconds] [limits]`. With `limits` the rate limits are those of the product,
// else there are none.
import { setTimeout as delay } from 'node:timers/promises';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { callHost, Neighbour } from './lib/neighbour.mjs';
import { deliver, textPost } from './lib/provider-posts.mjs';
import { signIn } from './lib/sign-in.mjs';
import { openSocket } from './lib/socket-people.mjs';
import { printTable } from './lib/table.mjs';

const kind = process.argv[2] ?? 'embedded';
const seconds = Number(process.argv[3] ?? 15);
const isLimited = process.argv[4] === 'limits';
/** Calls of the flood that wait for their answer at once. */
const atOnce = 32;
const postsPerSecond = 200;

await buildApart();
const database = kind === 'postgres' ? await openBenchDatabase() : null;
const unlimited = {
  ...Object.fromEntries(
    ['PERSON', 'ADDRESS', 'TENANT', 'PROVIDER'].map((whose) => [`RATE_LIMIT_${whose}`, '0']),
  ),
  CONNECTIONS_PER_ADDRESS: '0',
};
const server = await startServer({
  ...(database && { DATABASE_URL: database.url }),
  ...(!isLimited && unlimited),
  LOG_LEVEL: 'error',
});
let flooder, neighbour;
try {
  flooder = `Bearer ${await signIn(server.url)}`;
  neighbour = await Neighbour.enter(server.url);
  const get = (path) => () =>
    callHost(server.url, 'localhost', { method: 'GET', path, authorization: flooder });
  const { data } = JSON.parse((await get('/adm/v2/def?kind=dataset')()).text);
  const [dataset] = data.rows;
  const floods = [
    ['nothing', () => delay(1000)],
    ['lists', get('/adm/v2/sec/user?page=1&perPage=50&order=name_asc&isActive=Y')],
    [`data set ${dataset.id}`, get(`/adm/v2/dataset/${dataset.id}`)],
    ['exports', get('/adm/v2/ent/organizational-unit/-/export')],
    ['sockets, opened and closed', openAndClose],
    [`${postsPerSecond} posts a second`, null],
  ];
  const rows = [];
  for (const [name, send] of floods) rows.push([name, ...(await measure(send))]);
  printTable(['flood', 'its answers', 'refused', 'neighbour: p50, ms', 'p95, ms', 'longest, ms'], rows);
} finally {
  await server.stop();
  await database?.close();
}

/** Floods for some seconds while the neighbour calls a list at a steady rate; without a way to send, with posts of the provider. */
async function measure(send) {
  let [answered, refused] = [0, 0];
  const over = new AbortController();
  const count = ({ status }) => {
    if (status === 200) answered += 1;
    else refused += 1;
  };
  const loop = async () => {
    while (!over.signal.aborted) {
      const reply = await send();
      if (reply) count(reply);
    }
  };
  const flooding = send ? Array.from({ length: atOnce }, loop) : [post(over.signal, count)];
  await delay(2000);
  const measured = new AbortController();
  const calls = neighbour.callUntil(measured.signal);
  await delay(seconds * 1000);
  measured.abort();
  const times = await calls;
  over.abort();
  await Promise.all(flooding);
  const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(0);
  return [answered, refused, share(0.5), share(0.95), share(1)];
}

/** Opens a socket of the flooding tenant, subscribes it and closes it. */
async function openAndClose() {
  const query = `token=${flooder.slice('Bearer '.length)}&lang=en`;
  const frame = { type: 'SUB', topics: ['entity:organizational-unit'] };
  const socket = await openSocket(server.url, query, frame).catch(() => null);
  socket?.close();
  return { status: socket ? 200 : 503 };
}

async function post(over, count) {
  for (let at = 0; !over.aborted; at += 1) {
    void deliver(server.url, textPost(`55119${10_000_000 + (at % 400)}`, `flood-${at}`, `texto ${at}`)).then(
      (taken) => count({ status: taken ? 200 : 429 }),
    );
    await delay(1000 / postsPerSecond);
  }
}

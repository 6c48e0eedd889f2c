// Measures the fan-out of an event to many sockets beside a bare `ws` server, the memory of a socket, and the reconnection of
// all after a restart: `node tests/bench/sockets.mjs [sockets…]`. Needs PostgreSQL.
import { setTimeout as delay } from 'node:timers/promises';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { memoryOf, openBenchDatabase, startTwin } from './lib/load.mjs';
import { addPeople, inTurn, openSocket, tokenSecret } from './lib/socket-people.mjs';
import { signIn } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const sizes = process.argv.slice(2).map(Number);
const rounds = 30;
/** Sockets of one person; a process accepts 20. */
const perPerson = 16;
const topic = 'entity:organizational-unit';

await buildApart();
const fanOut = [];
const reconnections = [];
for (const size of sizes.length > 0 ? sizes : [1_000, 5_000]) await measure(size);
printTable(
  [
    'sockets',
    'first to last client: p50, ms',
    'bare `ws`',
    'ratio',
    'write to last client: p50, ms',
    'KB per socket',
    'bare `ws`',
  ],
  fanOut,
);
printTable(
  ['sockets', 'server is back after, s', 'half are back after, s', 'all are back after, s', 'events missed'],
  reconnections,
);

async function measure(size) {
  const database = await openBenchDatabase();
  const settings = {
    DATABASE_URL: database.url,
    TOKEN_SECRET: tokenSecret,
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    CONNECTIONS_PER_ADDRESS: '0',
    LOG_LEVEL: 'error',
  };
  let server = await startServer(settings);
  const twin = await startTwin('bare-sockets.mjs', database.url);
  try {
    const { people } = await addPeople(database.url, Math.ceil(size / perPerson));
    const admin = { authorization: `Bearer ${await signIn(server.url)}`, 'content-type': 'application/json' };
    const ours = await openSide(server, size, (at, onText) =>
      openSocket(
        server.url,
        `token=${people[Math.floor(at / perPerson)].token}&lang=en`,
        { type: 'SUB', topics: [topic] },
        onText,
      ),
    );
    const bare = await openSide(twin, size, (_at, onText) =>
      openSocket(twin.url, '', { type: 'SUB' }, onText),
    );
    let serial = 0;
    const write = async () => {
      serial += 1;
      const body = JSON.stringify({ title: `Unit ${serial}` });
      const reply = await fetch(`${server.url}/adm/v2/ent/organizational-unit`, {
        method: 'POST',
        headers: admin,
        body,
      });
      if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
    };
    const text = JSON.stringify({
      type: 'CHANGED',
      topic,
      data: { changes: [{ verb: 'create', id: 1, version: 1 }] },
      seq: 1,
    });
    const publish = () => fetch(twin.url, { method: 'POST', body: text });
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'])
        await (side === 'ours' ? ours.round(write) : bare.round(publish));
    const [own, other] = [median(ours.spreads), median(bare.spreads)];
    fanOut.push([
      size,
      own.toFixed(1),
      other.toFixed(1),
      `**${(own / other).toFixed(2)}**`,
      median(ours.totals).toFixed(1),
      ours.perSocket.toFixed(1),
      bare.perSocket.toFixed(1),
    ]);
    bare.close();
    say(fanOut.at(-1).join(', '));
    say(`${size} sockets: fan-out measured, now the restart`);
    // The server is gone, and comes back with what happened meanwhile.
    const lost = performance.now();
    const place = { url: server.url };
    const clients = reconnecting(place, people, ours);
    await server.stop();
    server = await startServer(settings);
    place.url = server.url;
    const back = performance.now();
    await write();
    const times = (await clients).sort((one, two) => one - two);
    const after = (time) => ((time - lost) / 1000).toFixed(1);
    await delay(2_000);
    const missed = size - ours.received;
    reconnections.push([size, after(back), after(times[Math.floor(size / 2)]), after(times.at(-1)), missed]);
    say(reconnections.at(-1).join(', '));
    ours.close();
  } finally {
    twin.stop();
    await server.stop();
    await database.close();
  }
}

/** Opens the sockets of one server, and counts what they receive. */
async function openSide({ pid }, size, open) {
  const before = memoryOf(pid).now;
  const side = { spreads: [], totals: [], received: 0, sockets: [], perSocket: 0 };
  let first = 0;
  let done = () => {};
  const onText = (text) => {
    if (!text.includes('"CHANGED"')) return;
    side.received += 1;
    if (side.received === 1) first = performance.now();
    if (side.received === size) done(performance.now());
  };
  side.sockets = await inTurn(Array.from({ length: size }), 50, (_, at) => open(at, onText));
  await delay(3_000);
  side.perSocket = ((memoryOf(pid).now - before) * 1024) / size;
  side.round = async (cause) => {
    side.received = 0;
    const all = new Promise((resolve) => (done = resolve));
    const started = performance.now();
    await cause();
    const last = await all;
    side.spreads.push(last - first);
    side.totals.push(last - started);
    await delay(100);
  };
  side.onText = onText;
  side.close = () => side.sockets.forEach((socket) => socket.terminate());
  return side;
}

/** Each client comes back as the product's does: after 5 s ± half, twice as long after each failure, with a ticket. */
function reconnecting(place, people, side) {
  side.received = 0;
  return Promise.all(
    side.sockets.map(
      (socket, at) =>
        new Promise((resolve) => {
          const { token } = people[Math.floor(at / perPerson)];
          let failures = 0;
          const later = () => {
            const mean = Math.min(5_000 * 2 ** failures, 60_000);
            failures += 1;
            setTimeout(connect, mean / 2 + Math.random() * (Math.min(mean * 1.5, 60_000) - mean / 2));
          };
          const connect = async () => {
            try {
              const headers = { authorization: `Bearer ${token}` };
              const signal = AbortSignal.timeout(30_000);
              const reply = await fetch(`${place.url}/adm/v2/ws/ticket`, { method: 'POST', headers, signal });
              const { ticket } = (await reply.json()).data;
              const query = `ticket=${ticket}&lang=en`;
              // The number of the last event that came before the restart.
              const frame = { type: 'SUB', topics: { [topic]: rounds } };
              side.sockets[at] = await openSocket(place.url, query, frame, side.onText);
              resolve(performance.now());
            } catch {
              later();
            }
          };
          socket.once('close', later);
        }),
    ),
  );
}

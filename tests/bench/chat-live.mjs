// Measures how soon a message is on the screens of all agents, with many sockets that follow the support chat, on the built server
// with PostgreSQL: from the post of the provider, and from an agent's send, to the frames: `node tests/bench/chat-live.mjs
// [sockets] [rounds]`.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { deliver, textPost } from './lib/provider-posts.mjs';
import { makeChats } from './lib/sample-chats.mjs';
import { addPeople, inTurn, openSocket, tokenSecret } from './lib/socket-people.mjs';
import { median, printTable } from './lib/table.mjs';

const size = Number(process.argv[2] ?? 2_000);
const rounds = Number(process.argv[3] ?? 60);
/** Sockets of one person; a process accepts 20. */
const perPerson = 16;
/** Pause between two rounds, in which statuses of a sent message come. Milliseconds. */
const pause = 900;

await buildApart();
const database = await openBenchDatabase();
let server;
let sockets = [];
try {
  server = await startServer({
    DATABASE_URL: database.url,
    TOKEN_SECRET: tokenSecret,
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    LOG_LEVEL: 'error',
  });
  const { chatIds } = await makeChats(database.url, { chats: 200, messages: 5 });
  const numbers = await numbersOf(chatIds);
  const { people } = await addPeople(database.url, Math.ceil(size / perPerson), 'support');
  let wanted = null;
  const onText = (text) => {
    if (wanted !== null && text.includes(wanted.text) && text.includes(wanted.type)) wanted.arrived();
  };
  sockets = await inTurn(Array.from({ length: size }), 50, (_, at) =>
    openSocket(
      server.url,
      `token=${people[Math.floor(at / perPerson)].token}&lang=en`,
      { type: 'SUB', topics: ['support'] },
      onText,
    ),
  );
  await delay(2_000);
  /** @returns milliseconds to the first frame, to that in the middle, and to the last one */
  const measure = async (type, text, cause) => {
    const times = [];
    const started = performance.now();
    const all = new Promise((resolve) => {
      const arrived = () => {
        times.push(performance.now() - started);
        if (times.length === size) resolve();
      };
      wanted = { type, text, arrived };
    });
    await cause();
    await Promise.race([all, delay(30_000)]);
    wanted = null;
    if (times.length < size) throw new Error(`${size - times.length} sockets did not get ${text}`);
    await delay(pause);
    return [times[0], times[size >> 1], times.at(-1)];
  };
  const posted = [];
  const sent = [];
  for (let round = -3; round < rounds; round += 1) {
    const at = (round + 3) % chatIds.length;
    const text = `rodada ${round} ${randomUUID()}`;
    const one = await measure('"MSG_RECEIVED"', text, async () => {
      if (!(await deliver(server.url, textPost(numbers.get(chatIds[at]), `wamid.live.${round}`, text))))
        throw new Error('the post was refused');
    });
    const answer = `resposta ${round} ${randomUUID()}`;
    const other = await measure('"MSG_SENT"', answer, async () => {
      const reply = await fetch(`${server.url}/adm/v2/sup/zap/send/${chatIds[at]}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${people[at % people.length].token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ textBody: answer, clientId: randomUUID() }),
      });
      if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
    });
    // The first rounds are those of a server that has just started.
    if (round < 0) continue;
    posted.push(one);
    sent.push(other);
  }
  printTable(
    [
      'from',
      'sockets',
      'first, p50 ms',
      'middle, p50 ms',
      'middle, p95 ms',
      'last, p50 ms',
      'last, p95 ms',
      'longest, ms',
    ],
    [
      ['post of the provider', ...figures(posted)],
      ["an agent's send", ...figures(sent)],
    ],
  );
} finally {
  for (const socket of sockets) socket?.terminate();
  await server?.stop();
  await database.close();
}

function figures(list) {
  const [first, middle, last] = [0, 1, 2].map((at) =>
    list.map((one) => one[at]).sort((one, other) => one - other),
  );
  const p95 = (sorted) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
  return [
    size,
    ...[median(first), median(middle), p95(middle), median(last), p95(last), last.at(-1)].map((ms) =>
      ms.toFixed(0),
    ),
  ];
}

async function numbersOf(chatIds) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    'select id, customer_number as number from support_chat where id = any ($1)',
    [chatIds],
  );
  await client.end();
  return new Map(rows.map(({ id, number }) => [Number(id), number]));
}

// Counts what becomes of messages of customers and of agents while the server is ended by SIGKILL at random, on the built server
// with PostgreSQL: `node tests/bench/chat-kills.mjs [events a second] [seconds] [kills]`. Half of the events are posts of the
// provider, half are sends of agents; both are repeated until they are accepted, as the provider and the page do. The provider
// that the server sends to is in this process, survives the kills, and notes each call.
import { randomInt, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { deliver, statusPost, textPost } from './lib/provider-posts.mjs';
import { makeChats } from './lib/sample-chats.mjs';
import { addPeople, tokenSecret } from './lib/socket-people.mjs';
import { printTable } from './lib/table.mjs';

const rate = Number(process.argv[2] ?? 30);
const seconds = Number(process.argv[3] ?? 300);
const kills = Number(process.argv[4] ?? 50);
const chats = 100;
/** Calls that wait for their acceptance at once; a server that comes back meets no more. */
const mostWaiting = 200;

await buildApart();
const database = await openBenchDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
/** How often the provider got a text of ours. */
const arrivals = new Map();
const provider = await startProvider();
const settings = {
  DATABASE_URL: database.url,
  TOKEN_SECRET: tokenSecret,
  WHATSAPP_API_BASE: provider.url,
  RATE_LIMIT_PERSON: '0',
  RATE_LIMIT_ADDRESS: '0',
  LOG_LEVEL: 'error',
};
let server = await startServer(settings);
let [done, repeated, waiting, isOver] = [0, 0, 0, false];
try {
  const { chatIds } = await makeChats(database.url, { chats, messages: 3 });
  const { people } = await addPeople(database.url, 5, 'support');
  const { rows } = await client.query(
    'select id, customer_number as number from support_chat where id = any ($1)',
    [chatIds],
  );
  const numbers = new Map(rows.map(({ id, number }) => [Number(id), number]));
  const killing = killAtRandom();
  const [began, pending] = [performance.now(), []];
  const [posts, sends] = [[], []];
  const isGoing = () => performance.now() - began < seconds * 1000 || done < kills;
  const isFull = () => waiting >= mostWaiting;
  for (let at = 0; isGoing(); at += 1) {
    const wait = began + (at * 1000) / rate - performance.now();
    if (wait > 1) await delay(wait);
    while (isFull()) await delay(50);
    const chatId = chatIds[at % chats];
    if (randomInt(2) === 0) {
      posts.push(`wamid.kills.${at}`);
      pending.push(
        repeat(() => deliver(server.url, textPost(numbers.get(chatId), `wamid.kills.${at}`, `m ${at}`))),
      );
    } else {
      const text = `resposta ${at} ${randomUUID()}`;
      const clientId = randomUUID();
      sends.push(text);
      pending.push(
        repeat(() =>
          send(chatId, people[at % people.length].token, {
            textBody: text,
            clientId,
          }),
        ),
      );
    }
  }
  await killing;
  await Promise.all(pending);
  say(`${posts.length} posts and ${sends.length} sends are accepted after ${done} kills`);
  isOver = true;
  const accepted = performance.now();
  const isSettled = await settle(posts.length);
  const settled = performance.now();
  const stored = await client.query(
    `select wamid, count(*)::int as count from support_message where wamid like 'wamid.kills.%' group by 1`,
  );
  const ours = await client.query(
    `select content, state from support_message where content like 'resposta %'`,
  );
  const states = new Map(sends.map((text) => [text, []]));
  for (const { content, state } of ours.rows) states.get(content).push(state);
  const of = (test) => sends.filter((text) => test(states.get(text), arrivals.get(text) ?? 0)).length;
  const isUnconfirmed = (list) => list.length === 1 && list[0] === 'unconfirmed';
  const isSent = (list) => list.length === 1 && ['sent', 'delivered', 'read'].includes(list[0]);
  const result = {
    'kills by SIGKILL': done,
    'repeated calls': repeated,
    'posts acknowledged': posts.length,
    'posts processed once': stored.rows.filter(({ count }) => count === 1).length,
    'posts missing': posts.length - stored.rows.length,
    'sends accepted': sends.length,
    'sent exactly once, and shown as sent': of((list, count) => isSent(list) && count === 1),
    'shown as unconfirmed, and had arrived': of((list, count) => isUnconfirmed(list) && count === 1),
    'shown as unconfirmed, and had not arrived': of((list, count) => isUnconfirmed(list) && count === 0),
    'sent more than once': of((_list, count) => count > 1),
    'stored more than once, or not at all': of((list) => list.length !== 1),
    'otherwise: lost, failed or waiting': of(
      (list, count) =>
        list.length === 1 && !(isSent(list) && count === 1) && !isUnconfirmed(list) && count < 2,
    ),
    'all settled after, s': isSettled ? ((settled - accepted) / 1000).toFixed(1) : 'not within 300',
  };
  printTable(
    ['', 'found'],
    Object.entries(result).map((row) => row.map(String)),
  );
} finally {
  isOver = true;
  await client.end();
  await server?.stop();
  await provider.close();
  await database.close();
}

/** Repeats a call until it is accepted. */
async function repeat(call) {
  waiting += 1;
  while (!(await call())) {
    repeated += 1;
    await delay(500 + randomInt(500));
  }
  waiting -= 1;
}

async function send(chatId, token, body) {
  try {
    const reply = await fetch(`${server.url}/adm/v2/sup/zap/send/${chatId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (reply.status < 500 && reply.status !== 201) throw new TypeError(`${reply.status} ${text}`);
    return reply.status === 201;
  } catch (error) {
    if (error instanceof TypeError && /^\d/.test(error.message)) throw error;
    return false;
  }
}

/** Waits until all posts are processed and nothing is left to send. */
async function settle(posts) {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await client.query(
      `select count(*) filter (where wamid like 'wamid.kills.%')::int as posts,
        count(*) filter (where state in ('queued', 'sending'))::int as waiting from support_message`,
    );
    if (rows[0].posts === posts && rows[0].waiting === 0) return true;
    await delay(500);
  }
  return false;
}

async function killAtRandom() {
  while (done < kills) {
    // Of a server that is back; starting takes longer than that on a busy machine.
    await delay(randomInt(500, 4_000));
    const killed = server;
    process.kill(killed.pid, 'SIGKILL');
    await killed.stop();
    server = await startServer(settings);
    done += 1;
    if (done % 10 === 0) say(`${done} kills`);
  }
}

/** Accepts messages as the Graph API does, notes their texts, and posts their statuses. */
async function startProvider() {
  let ids = 0;
  const listener = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (value) => response.end(JSON.stringify(value));
    response.setHeader('content-type', 'application/json');
    if (request.method !== 'POST') return answer({ data: [] });
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    if (body.type !== 'text') return answer({ success: true });
    const text = body.text.body;
    arrivals.set(text, (arrivals.get(text) ?? 0) + 1);
    const id = `wamid.provider.${(ids += 1)}`;
    // The provider takes its time, so that some kills meet a call on its way.
    await delay(randomInt(10, 150));
    answer({
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: body.to }],
      messages: [{ id }],
    });
    for (const status of ['sent', 'delivered'])
      while (!(await deliver(server.url, statusPost(id, status, body.to)))) {
        if (isOver) return undefined;
        await delay(300);
      }
    return undefined;
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${listener.address().port}`,
    async close() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

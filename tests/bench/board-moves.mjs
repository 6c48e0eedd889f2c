// Measures people who move cards of one board at random at the same time, on PostgreSQL in a database of en-US, and whether
// all of them have the server's board afterwards: `node tests/bench/board-moves.mjs [clients] [moves]`.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { makeBoard } from './lib/sample-board.mjs';
import { addPeople, inTurn, openSocket, tokenSecret } from './lib/socket-people.mjs';
import { printTable } from './lib/table.mjs';

const clients = Number(process.argv[2] ?? 50);
const moves = Number(process.argv[3] ?? 200);
const cards = 300;

await buildApart();
const database = await openBenchDatabase('en-US');
let server;
try {
  server = await startServer({
    DATABASE_URL: database.url,
    TOKEN_SECRET: tokenSecret,
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    LOG_LEVEL: 'error',
  });
  const board = await makeBoard(database.url, [cards, 0, 0]);
  const { people } = await addPeople(database.url, clients, 'ppm-projects');
  const followers = await inTurn(people, 5, (person) => follow(person, board));
  const began = performance.now();
  const results = (await Promise.all(people.map((person) => moveCards(person, board)))).flat();
  const ended = performance.now();
  const accepted = results.filter(({ seq }) => seq !== null);
  const isDone = () =>
    followers.every(({ places }) => places.size > 0 && caughtUp(accepted.length, followers));
  for (let tries = 0; tries < 600 && !isDone(); tries++) await delay(10);
  const converged = performance.now() - ended;
  await report({ board, followers, results, accepted, seconds: (ended - began) / 1000, converged });
  for (const { socket } of followers) socket.terminate();
} finally {
  await server?.stop();
  await database.close();
}

function caughtUp(last, followers) {
  return followers.every(({ seqs }) => seqs.size >= last);
}

/** Follows the log of the board by its events alone. */
async function follow({ token }, { boardId }) {
  const follower = { seqs: new Set(), doubled: 0, places: new Map() };
  follower.socket = await openSocket(
    server.url,
    `token=${token}&lang=en`,
    { type: 'SUB', topics: [`board:${boardId}`] },
    (text) => {
      const { type, data } = JSON.parse(text);
      if (type !== 'OP') return;
      if (follower.seqs.has(data.seq)) follower.doubled += 1;
      follower.seqs.add(data.seq);
      for (const { entity, id, after } of data.changes ?? [])
        if (entity === 'task')
          for (const { laneId, pos } of after.places ?? [])
            place(follower, id, { seq: data.seq, laneId: laneId ?? 0, pos });
        else
          for (const [card, pos] of Object.entries(after.positions ?? {}))
            place(follower, Number(card), { ...follower.places.get(Number(card)), seq: data.seq, pos });
    },
  );
  return follower;
}

/** The later operation counts, in whatever order they arrive. */
function place({ places }, id, found) {
  if ((places.get(id)?.seq ?? 0) <= found.seq) places.set(id, found);
}

async function moveCards({ token }, { boardId, sprintId, laneIds, ids }) {
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  const results = [];
  for (let count = 0; count < moves; count++) {
    const toBacklog = Math.random() < 0.1;
    const began = performance.now();
    const reply = await fetch(`${server.url}/handler/v2/agile/boards/${boardId}/cards/${pick(ids)}/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(
        toBacklog
          ? { bucket: 'backlog', afterId: pick(ids) }
          : { bucket: sprintId, laneId: pick(laneIds), afterId: pick(ids) },
      ),
    });
    const { data } = await reply.json();
    results.push({
      status: reply.status,
      seq: reply.ok ? data.seq : null,
      placed: data?.placed,
      ms: performance.now() - began,
    });
  }
  return results;
}

async function report({ board, followers, results, accepted, seconds, converged }) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select task_id, lane_id, pos from card_position where board_id = $1', [
    board.boardId,
  ]);
  const { rows: log } = await client.query('select seq from op_board where board_id = $1 order by seq', [
    board.boardId,
  ]);
  await client.end();
  const stored = new Map(rows.map((row) => [Number(row.task_id), `${row.lane_id} ${row.pos}`]));
  const differing = followers.filter(({ places }) =>
    [...places].some(([id, { laneId, pos }]) => stored.get(id) !== `${laneId} ${pos}`),
  ).length;
  const seqs = new Set(accepted.map(({ seq }) => seq));
  const times = results.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(0);
  printTable(
    [
      'clients',
      'moves',
      'refused',
      'lost',
      'doubled',
      'gaps in the log',
      'same place twice',
      'boards that differ',
      'all equal after, ms',
      'moves/s',
      'move p50 / p99, ms',
    ],
    [
      [
        clients,
        results.length,
        results.length - accepted.length,
        followers.reduce((sum, follower) => sum + seqs.size - follower.seqs.size, 0),
        accepted.length - seqs.size + followers.reduce((sum, { doubled }) => sum + doubled, 0),
        log.filter(({ seq }, index) => Number(seq) !== index + 1).length,
        rows.length - new Set(rows.map((row) => `${row.lane_id} ${row.pos}`)).size,
        differing,
        converged.toFixed(0),
        (results.length / seconds).toFixed(0),
        `${at(0.5)} / ${at(0.99)}`,
      ],
    ],
  );
}

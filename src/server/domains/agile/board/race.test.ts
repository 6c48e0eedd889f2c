import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { BoardEvents, MoveReply } from '../../../../contracts/agile.ts';
import type { Database } from '../../../db/database.ts';
import { openPostgresCopy, testApp, type TestApp } from '../../../testing.ts';
import { evenKeys, keyBetween, longestKey } from '../card/order-key.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';
import { closeProject, makeBoard } from '../../../testing/boards.ts';

/**
 * Moves at the same time. On PostgreSQL in a database whose collation orders small letters among capitals; the embedded database
 * runs one transaction at a time, and has to give the same result.
 */
let app: TestApp;
let database: Database | undefined;
beforeAll(async () => {
  const base = process.env['TEST_DATABASE_URL'];
  if (base) database = await openPostgresCopy(base, undefined, 'en-US');
  app = await testApp({ resources, ...(database && { database }) });
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
});
afterAll(async () => {
  await app.close();
  await database?.close();
});

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): () => number {
  let value = seed;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
}

const clients = 12;
const moves = 20;

it('every accepted move is in the log once, and all who follow the log have the order of the server', async () => {
  const board = await makeBoard(app, { cards: 40, backlog: 10 });
  const headers = await app.sessionOf(app.tenants.acme, 'gestora');
  const path = `/handler/v2/agile/boards/${board.boardId}`;
  const cards = [...board.cards, ...board.backlog];
  const client = async (seed: number): Promise<number[]> => {
    const random = numbers(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const seqs: number[] = [];
    for (let count = 0; count < moves; count += 1) {
      const toBacklog = random() < 0.15;
      const payload = toBacklog
        ? { bucket: 'backlog', afterId: pick(cards) }
        : { bucket: board.sprintId, laneId: pick(board.lanes), afterId: pick(cards) };
      const url = `${path}/cards/${pick(cards)}/move`;
      const reply = await app.inject({ method: 'POST', url, headers, payload });
      expect(reply.statusCode).toBe(200);
      seqs.push(reply.json<{ data: MoveReply }>().data.seq);
    }
    return seqs;
  };
  const seqs = (await Promise.all(Array.from({ length: clients }, (_, at) => client(at + 1)))).flat();
  expect(seqs.toSorted((one, other) => one - other)).toEqual(seqs.map((_, at) => at + 1));

  const { data } = (await app.inject({ url: `${path}/events?after=0`, headers })).json<{
    data: BoardEvents;
  }>();
  expect(data.rows.map(({ seq }) => seq)).toEqual(seqs.map((_, at) => at + 1));
  // A follower that knows nothing but the log ends where the server is.
  const followed = new Map<number, string>();
  for (const { changes } of data.rows)
    for (const { entity, id, after } of changes!) {
      const places = (after!['places'] ?? []) as { laneId: number | null; pos: string }[];
      if (entity === 'task') for (const place of places) followed.set(id, `${place.laneId} ${place.pos}`);
      else
        for (const [card, pos] of Object.entries(after!['positions'] as Record<string, string>))
          followed.set(Number(card), `${followed.get(Number(card))!.split(' ')[0]} ${pos}`);
    }
  const { rows } = await sql<{ id: number; place: string }>`
    select task_id as id, coalesce(nullif(lane_id, 0)::text, 'null') || ' ' || pos as place from card_position
    where board_id = ${board.boardId}`.execute(app.database.owner);
  expect(rows).toHaveLength(cards.length);
  expect(new Set(rows.map(({ place }) => place)).size).toBe(cards.length);
  for (const { id, place } of rows) if (followed.has(id)) expect(place).toBe(followed.get(id));
});

it('a move and the closing of its project happen one after the other', async () => {
  const board = await makeBoard(app, { cards: 10 });
  const headers = await app.sessionOf(app.tenants.acme, 'gestora');
  const moved = board.cards.map((card) =>
    app.inject({
      method: 'POST',
      url: `/handler/v2/agile/boards/${board.boardId}/cards/${card}/move`,
      headers,
      payload: { bucket: board.sprintId, laneId: board.lanes[1] },
    }),
  );
  const [answers] = await Promise.all([Promise.all(moved), closeProject(app, board.projectId)]);
  const done = answers.filter(({ statusCode }) => statusCode === 200).length;
  const refused = answers.filter(
    (answer) => answer.json<{ code?: string }>().code === 'PROJECT_CLOSED',
  ).length;
  expect(done + refused).toBe(board.cards.length);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_position where board_id = ${board.boardId} and lane_id = ${board.lanes[1]!}`.execute(
    app.database.owner,
  );
  expect(rows[0]!.count).toBe(done);
});

it('moves between the same two cards for ever: a lane without room gets new keys in the order that was wanted', async () => {
  const board = await makeBoard(app, { cards: 4 });
  const headers = await app.sessionOf(app.tenants.acme, 'gestora');
  const path = `/handler/v2/agile/boards/${board.boardId}`;
  const [first, last, ...moved] = board.cards as [number, number, number, number];
  const place = (card: number, pos: string) =>
    sql`update card_position set pos = ${pos} where board_id = ${board.boardId} and task_id = ${card}`.execute(
      app.database.owner,
    );
  // The last card stands where ten thousand insertions at the first one have left it.
  const [low, far] = evenKeys(2) as [string, string];
  let high = far;
  while (high.length < longestKey) high = keyBetween(low, high);
  for (const card of moved) await place(card, `z${far.slice(1)}${card}`);
  await place(last, high);
  await place(first, low);
  for (let count = 0; count < 24; count += 1) {
    const [card, before] = count % 2 === 0 ? moved : moved.toReversed();
    const reply = await app.inject({
      method: 'POST',
      url: `${path}/cards/${card}/move`,
      headers,
      payload: {
        bucket: board.sprintId,
        laneId: board.lanes[0],
        afterId: first,
        beforeId: count === 0 ? last : before,
      },
    });
    expect(reply.json<{ data: MoveReply }>().data).toMatchObject({ placed: 'exact' });
  }
  const { data } = (await app.inject({ url: `${path}/events?after=0`, headers })).json<{
    data: BoardEvents;
  }>();
  expect(data.rows.filter(({ changes }) => changes!.some(({ after }) => after?.['positions']))).not.toEqual(
    [],
  );
  const { rows } = await sql<{ id: number }>`
    select task_id as id from card_position where board_id = ${board.boardId} order by pos`.execute(
    app.database.owner,
  );
  expect(rows.map(({ id }) => id)).toEqual([first, moved[1], moved[0], last]);
});

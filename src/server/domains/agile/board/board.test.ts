import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  statusIds,
  type MoveCommand,
  type MoveReply,
  type BoardEvents,
} from '../../../../contracts/agile.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';
import { caller, closeProject, makeBoard, makeProject, type TestBoard } from '../../../testing/boards.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'segunda', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'quadros', { 'ppm-boards': 'rcud' });
  await addPerson(app, 'outra', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
});
afterAll(() => app.close());

const move = (board: TestBoard, task: number, command: MoveCommand, login = 'gestora') =>
  call<MoveReply>(login, 'POST', `boards/${board.boardId}/cards/${task}/move`, command);

interface Card {
  id: number;
  statusId: number;
  laneId: number | null;
  taskSprintId: number | null;
}
const cardsOf = async (board: number, sprint?: number, login = 'gestora'): Promise<Card[]> => {
  const query = sprint === undefined ? '' : `?sprintId=${sprint}`;
  return (await call<{ rows: Card[] }>(login, 'GET', `boards/${board}/tasks${query}`)).data.rows;
};
const order = async (board: TestBoard, lane: number): Promise<number[]> =>
  (await cardsOf(board.boardId)).filter(({ laneId }) => laneId === lane).map(({ id }) => id);

describe('a move', () => {
  it('puts a card behind or before another one, first or last', async () => {
    const board = await makeBoard(app, { cards: 4 });
    const [a, b, c, d] = board.cards as [number, number, number, number];
    const [start] = board.lanes as [number];
    const bucket = board.sprintId;
    expect(await move(board, d, { bucket, laneId: start, afterId: a })).toMatchObject({
      status: 200,
      data: { placed: 'exact', statusId: statusIds.start, laneId: start },
    });
    expect(await order(board, start)).toEqual([a, d, b, c]);
    await move(board, c, { bucket, laneId: start, beforeId: d });
    expect(await order(board, start)).toEqual([a, c, d, b]);
    await move(board, b, { bucket, laneId: start, afterId: null });
    expect(await order(board, start)).toEqual([b, a, c, d]);
    await move(board, b, { bucket, laneId: start });
    expect(await order(board, start)).toEqual([a, c, d, b]);
  });

  it('changes status, sprint and place together', async () => {
    const board = await makeBoard(app, { cards: 1, backlog: 1 });
    const [card] = board.cards as [number];
    const [waiting] = board.backlog as [number];
    const bucket = board.sprintId;
    expect((await move(board, card, { bucket, laneId: board.lanes[1]! })).data).toMatchObject({
      statusId: statusIds.progress,
      version: 2,
    });
    expect((await move(board, card, { bucket: 'backlog' })).data).toMatchObject({
      statusId: statusIds.backlog,
      sprintId: null,
      laneId: null,
    });
    expect((await cardsOf(board.boardId, 0)).map(({ id }) => id)).toEqual([waiting, card]);
    expect((await move(board, card, { bucket })).data).toMatchObject({
      statusId: statusIds.start,
      sprintId: bucket,
      laneId: board.lanes[0],
    });
    expect(await move(board, card, { bucket: 'backlog', laneId: board.lanes[0]! })).toMatchObject({
      status: 400,
      errors: [{ path: '/laneId' }],
    });
  });

  it('changes what its swimlane stands for in the same operation, or nothing at all', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const other = await makeBoard(app);
    const [card] = board.cards as [number];
    const story = async (projectId: number) =>
      (await call<{ id: number }>('gestora', 'POST', 'stories', { projectId, title: 'História' })).data.id;
    const [own, foreign] = [await story(board.projectId), await story(other.projectId)];
    const command = { bucket: board.sprintId, laneId: board.lanes[1]!, afterId: null };
    const path = `boards/${board.boardId}/cards/${card}/move`;
    expect(await call('gestora', 'POST', path, { ...command, set: { storyId: foreign } })).toMatchObject({
      status: 400,
      errors: [{ path: '/storyId' }],
    });
    expect(await order(board, board.lanes[1]!)).toEqual([]);
    const opId = randomUUID();
    const set = { storyId: own, priorityId: 1 };
    expect((await call('gestora', 'POST', path, { ...command, opId, set })).status).toBe(200);
    const task = () => call<object>('gestora', 'GET', `tasks/${card}`);
    expect(await task()).toMatchObject({ data: { ...set, statusId: statusIds.progress } });
    const events = await call<BoardEvents>('gestora', 'GET', `boards/${board.boardId}/events?after=0`);
    expect(events.data.rows.filter(({ kind }) => kind === 'task.move')).toMatchObject([
      { opId, changes: [{ before: { storyId: null, statusId: 1 }, after: { storyId: own, statusId: 2 } }] },
    ]);
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
    expect(await task()).toMatchObject({ data: { storyId: null, priorityId: null, statusId: 1 } });
  });

  it('says that it was placed elsewhere when its neighbours have gone', async () => {
    const board = await makeBoard(app, { cards: 4 });
    const [a, b, c, d] = board.cards as [number, number, number, number];
    const [start, progress] = board.lanes as [number, number];
    const bucket = board.sprintId;
    await move(board, b, { bucket, laneId: progress });
    expect((await move(board, d, { bucket, laneId: start, afterId: b, beforeId: c })).data.placed).toBe(
      'adjusted',
    );
    expect(await order(board, start)).toEqual([a, d, c]);
    expect((await move(board, a, { bucket, laneId: start, afterId: 900_000_001 })).data.placed).toBe(
      'adjusted',
    );
    expect(await order(board, start)).toEqual([d, c, a]);
  });

  it('sent twice is done once', async () => {
    const board = await makeBoard(app, { cards: 2 });
    const [a] = board.cards as [number];
    const command = { bucket: board.sprintId, laneId: board.lanes[1]!, opId: randomUUID() };
    const first = await move(board, a, command);
    const second = await move(board, a, command);
    expect(second.data).toEqual(first.data);
    const events = await call<BoardEvents>('gestora', 'GET', `boards/${board.boardId}/events?after=0`);
    expect(events.data).toMatchObject({ seq: 1, reload: false });
    expect(events.data.rows).toHaveLength(1);
    expect(await move(board, board.cards[1]!, command)).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
  });

  it('is told to who missed up to 500 operations; who missed more loads the cards anew', async () => {
    const board = await makeBoard(app, { cards: 1 });
    await move(board, board.cards[0]!, { bucket: board.sprintId, laneId: board.lanes[1]! });
    const missed = async (count: number) => {
      await sql`update board set last_seq = ${count} where id = ${board.boardId}`.execute(app.database.owner);
      const address = `boards/${board.boardId}/events?after=0`;
      return (await call<BoardEvents>('gestora', 'GET', address)).data;
    };
    expect(await missed(500)).toMatchObject({ seq: 500, reload: false, rows: [{ seq: 1 }] });
    expect(await missed(501)).toEqual({ seq: 501, reload: true, rows: [] });
  });

  it('between the same two cards, however often, keeps an order and short keys', async () => {
    const board = await makeBoard(app, { cards: 4 });
    const [low, high, one, other] = board.cards as [number, number, number, number];
    const bucket = board.sprintId;
    const laneId = board.lanes[0]!;
    for (let count = 0; count < 150; count += 1) {
      await move(board, one, { bucket, laneId, afterId: low });
      await move(board, other, { bucket, laneId, afterId: low });
    }
    expect(await order(board, laneId)).toEqual([low, other, one, high]);
    const { rows } = await sql<{ longest: number }>`
      select max(length(pos))::int as longest from card_position where board_id = ${board.boardId}`.execute(
      app.database.owner,
    );
    expect(rows[0]!.longest).toBeLessThanOrEqual(48);
    const { data } = await call<BoardEvents>('gestora', 'GET', `boards/${board.boardId}/events?after=0`);
    expect(data.rows.some(({ changes }) => changes!.some(({ entity }) => entity === 'board'))).toBe(true);
  });

  it('is refused where somebody else has moved the card since, in words, and never by the own moves', async () => {
    const board = await makeBoard(app, { cards: 3 });
    const [a, b, c] = board.cards as [number, number, number];
    const [start, progress, validation] = board.lanes as [number, number, number];
    const bucket = board.sprintId;
    const seqOf = async () =>
      (await call<BoardEvents>('gestora', 'GET', `boards/${board.boardId}/events?after=0`)).data.seq;
    const seen = await seqOf();
    await move(board, a, { bucket, laneId: progress, seen }, 'segunda');
    const late = { bucket, laneId: validation, seen };
    expect(await move(board, a, late)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'Pessoa segunda moveu esta tarefa depois.',
    });
    expect(await order(board, progress)).toEqual([a]);
    // A gesture of another card, and one that was made after it was seen.
    expect((await move(board, b, late)).status).toBe(200);
    expect((await move(board, a, { ...late, seen: await seqOf() })).status).toBe(200);
    // Several moves of one person who saw none of them arrive.
    for (const laneId of [progress, validation, start])
      expect((await move(board, b, { bucket, laneId, seen })).status).toBe(200);
    // A change of others beside the place is no conflict.
    const before = await seqOf();
    expect((await call('segunda', 'PUT', `tasks/${c}`, { title: 'Outro título' })).status).toBe(200);
    expect((await move(board, c, { ...late, seen: before })).status).toBe(200);
    // A move that names nothing is written as before.
    await move(board, c, { bucket, laneId: start }, 'segunda');
    expect((await move(board, c, { bucket, laneId: validation })).status).toBe(200);
  });

  it('is refused for a foreign board, sprint or lane, an ended sprint and a full lane', async () => {
    const [board, foreign] = [await makeBoard(app, { cards: 2 }), await makeBoard(app, { cards: 1 })];
    const [a] = board.cards as [number];
    const bucket = board.sprintId;
    expect(await move(foreign, a, { bucket: foreign.sprintId })).toMatchObject({ status: 404 });
    expect(await move(board, a, { bucket: foreign.sprintId })).toMatchObject({ status: 400 });
    expect(await move(board, a, { bucket, laneId: foreign.lanes[0]! })).toMatchObject({ status: 404 });
    await sql`update lane set wip_limit = 1, wip_mode = 'hard' where id = ${board.lanes[1]!}`.execute(
      app.database.owner,
    );
    expect(await move(board, a, { bucket, laneId: board.lanes[1]! })).toMatchObject({ status: 200 });
    expect(await move(board, board.cards[1]!, { bucket, laneId: board.lanes[1]! })).toMatchObject({
      status: 409,
      code: 'LANE_FULL',
      message:
        'A coluna Em andamento está no limite de 1 tarefas. Mova uma tarefa dela antes, ou aumente o limite.',
    });
    // Within the lane there is room.
    expect(await move(board, a, { bucket, laneId: board.lanes[1]! })).toMatchObject({ status: 200 });
    await move(board, a, { bucket: 'backlog' });
    await sql`update sprint set state = 'ended', ended_at = now() where id = ${bucket}`.execute(
      app.database.owner,
    );
    expect(await move(board, a, { bucket })).toMatchObject({ status: 409, code: 'SPRINT_ENDED' });
  });

  it('is refused in a closed project, by the route and by the database', async () => {
    const board = await makeBoard(app, { cards: 1, backlog: 1 });
    await closeProject(app, board.projectId);
    const [a] = board.cards as [number];
    expect(await move(board, a, { bucket: board.sprintId, laneId: board.lanes[1]! })).toMatchObject({
      status: 409,
      code: 'PROJECT_CLOSED',
    });
    const writes = [
      sql`update task set title = 'x' where id = ${a}`,
      sql`delete from project where id = ${board.projectId}`,
      sql`insert into task_user (tenant_id, task_id, user_id) select tenant_id, ${a}, id from app_user limit 1`,
      sql`insert into comment (tenant_id, parent_type, parent_id, body) values (${app.tenants.acme}, 'task', ${a}, 'x')`,
      sql`insert into checklist_item (tenant_id, parent_type, parent_id, title, pos)
        values (${app.tenants.acme}, 'project', ${board.projectId}, 'x', 'a')`,
    ];
    for (const write of writes)
      await expect(write.execute(app.database.owner)).rejects.toMatchObject({ code: 'MO001' });
  });
});

describe('a card', () => {
  it('in the backlog is on all boards of its project, in a sprint on that of the sprint', async () => {
    const [board, other] = [await makeBoard(app), await makeBoard(app)];
    const projectId = await makeProject(app, [board.boardId, other.boardId]);
    const made = await call<{ id: number }>('gestora', 'POST', 'tasks', { projectId, title: ' Nova ' });
    expect(made).toMatchObject({ status: 201, message: 'Tarefa criada com sucesso!' });
    const { id } = made.data;
    const shown = async () => [
      (await cardsOf(board.boardId)).map((card) => card.id),
      (await cardsOf(other.boardId)).map((card) => card.id),
    ];
    expect(await shown()).toEqual([[id], [id]]);
    await move(board, id, { bucket: board.sprintId });
    expect(await shown()).toEqual([[id], []]);
    await move(board, id, { bucket: 'backlog' });
    expect(await shown()).toEqual([[id], [id]]);
    const events = await call<BoardEvents>('gestora', 'GET', `boards/${other.boardId}/events?after=0`);
    expect(events.data.rows.map(({ kind, seq }) => [seq, kind])).toEqual([
      [1, 'task.create'],
      [2, 'task.move'],
      [3, 'task.move'],
    ]);
    expect(
      (await call<BoardEvents>('gestora', 'GET', `boards/${other.boardId}/events?after=7`)).data.reload,
    ).toBe(true);
  });

  it('is created once however often its gesture is sent, and numbered without a gap', async () => {
    const board = await makeBoard(app);
    const body = { projectId: board.projectId, title: 'Uma', opId: randomUUID() };
    const [first, again] = [
      await call<{ id: number }>('gestora', 'POST', 'tasks', body),
      await call<{ id: number }>('gestora', 'POST', 'tasks', body),
    ];
    expect(again.data).toEqual(first.data);
    await call('gestora', 'POST', 'tasks', { projectId: board.projectId, title: 'Outra' });
    const { rows } = await call<{ rows: { number: number }[] }>(
      'gestora',
      'GET',
      `boards/${board.boardId}/tasks`,
    ).then(({ data }) => data);
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  });
});

describe('a restricted project', () => {
  it('exists for its head, team, stakeholders and creator alone', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const secret = await makeProject(app, [board.boardId]);
    const made = await call<{ id: number }>('gestora', 'POST', 'tasks', {
      projectId: secret,
      title: 'Secreta',
    });
    await sql`update project set restricted = true where id = ${secret}`.execute(app.database.owner);
    const seen = async (login: string) =>
      (await cardsOf(board.boardId, undefined, login)).map(({ id }) => id);
    expect(await seen('outra')).toEqual(board.cards);
    expect(await seen('admin')).toEqual(board.cards);
    expect(await move(board, made.data.id, { bucket: board.sprintId })).toMatchObject({ status: 404 });
    const events = await call<BoardEvents>('outra', 'GET', `boards/${board.boardId}/events?after=0`);
    expect(events.data.rows).toMatchObject([{ seq: 1, changes: [] }]);
    const { id } = await app.database.owner
      .selectFrom('app_user')
      .where('login', '=', 'outra')
      .select('id')
      .executeTakeFirstOrThrow();
    await app.database.owner
      .insertInto('project_member')
      .values({ tenant_id: app.tenants.acme, project_id: secret, user_id: id })
      .execute();
    expect(await seen('outra')).toEqual([...board.cards, made.data.id].sort((one, other) => one - other));
    // A board all of whose projects are hidden does not exist either, nor without the right on projects.
    const hidden = await makeBoard(app);
    await sql`update project set restricted = true where id = ${hidden.projectId}`.execute(
      app.database.owner,
    );
    expect((await call('outra', 'GET', `boards/${hidden.boardId}/tasks`)).status).toBe(404);
    expect((await call('quadros', 'GET', `boards/${board.boardId}/tasks`)).status).toBe(404);
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds, type BoardEvents } from '../../../../contracts/agile.ts';
import type { Board } from '../../../../contracts/agile-board.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: number;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = (await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' })).id;
  await addPerson(app, 'outra', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
});
afterAll(() => app.close());

/** A board that gestora administers. */
async function administered(cards: number): Promise<TestBoard> {
  const board = await makeBoard(app, { cards });
  await app.database.owner
    .insertInto('board_stakeholder')
    .values({ tenant_id: app.tenants.acme, board_id: board.boardId, user_id: gestora })
    .execute();
  return board;
}
const lanesOf = async (id: number) => (await call<Board>('gestora', 'GET', `boards/${id}`)).data.lanes;
const cardsIn = async (board: number, lane: number) =>
  (
    await call<{ rows: { id: number; laneId: number; statusId: number }[] }>(
      'gestora',
      'GET',
      `boards/${board}/tasks`,
    )
  ).data.rows.filter(({ laneId }) => laneId === lane);

describe('lanes', () => {
  it('get colour and limit from administrators of the board alone', async () => {
    const { boardId, lanes } = await administered(0);
    const path = `lanes/${lanes[0]}`;
    const body = { color: '#112233', wipLimit: 3, wipMode: 'hard', version: 1 };
    expect((await call('outra', 'PUT', path, body)).status).toBe(403);
    expect(await call('gestora', 'PUT', path, body)).toMatchObject({
      data: { color: '#112233', wipLimit: 3, wipMode: 'hard', version: 2 },
    });
    expect(await call('gestora', 'PUT', path, { wipLimit: 4, version: 1 })).toMatchObject({ status: 409 });
    expect(await call('gestora', 'PUT', path, { wipLimit: 0 })).toMatchObject({ status: 400 });
    expect(await call('gestora', 'PUT', path, { wipLimit: null })).toMatchObject({
      data: { wipLimit: null },
    });
    expect((await lanesOf(boardId))[0]).toMatchObject({ color: '#112233', wipLimit: null, version: 3 });
  });

  it('have a name of their own on a board, which no other lane of it has', async () => {
    const { boardId, lanes } = await administered(0);
    const path = `lanes/${lanes[0]}`;
    expect(await call('gestora', 'PUT', path, { title: ' Fila ', version: 1 })).toMatchObject({
      data: { title: 'Fila', version: 2 },
    });
    expect((await lanesOf(boardId))[0]).toMatchObject({ title: 'Fila', statusId: statusIds.start });
    expect(await call('gestora', 'PUT', path, { title: 'EM ANDAMENTO' })).toMatchObject({ status: 409 });
    expect(await call('gestora', 'PUT', path, { title: ' ' })).toMatchObject({ status: 400 });
    expect(await call('gestora', 'POST', 'statusLanes', { boardId, title: 'fila' })).toMatchObject({
      status: 409,
      errors: [{ path: '/title' }],
    });
    await call('gestora', 'PUT', path, { title: null });
    expect((await lanesOf(boardId))[0]).toMatchObject({ title: 'Início' });
  });

  it('are put into an order, all of them', async () => {
    const { boardId, lanes } = await administered(0);
    const path = `boards/${boardId}/lanes`;
    const laneIds = lanes.toReversed();
    expect(await call('gestora', 'PUT', path, { laneIds: laneIds.slice(1) })).toMatchObject({ status: 400 });
    expect((await call('outra', 'PUT', path, { laneIds })).status).toBe(403);
    expect((await call('gestora', 'PUT', path, { laneIds })).status).toBe(200);
    expect((await lanesOf(boardId)).map(({ id }) => id)).toEqual(laneIds);
  });

  it('are removed with their cards in a named other one, as one operation', async () => {
    const { boardId, lanes, cards } = await administered(2);
    const [start, progress] = lanes as [number, number];
    const path = `lanes/${start}`;
    expect((await call('outra', 'DELETE', `${path}?toLaneId=${progress}`)).status).toBe(403);
    expect(await call('gestora', 'DELETE', path)).toMatchObject({ status: 422 });
    expect((await call('gestora', 'DELETE', `${path}?toLaneId=900000001`)).status).toBe(404);
    await sql`update lane set wip_limit = 1, wip_mode = 'hard' where id = ${progress}`.execute(
      app.database.owner,
    );
    expect(await call('gestora', 'DELETE', `${path}?toLaneId=${progress}`)).toMatchObject({
      code: 'LANE_FULL',
    });
    await sql`update lane set wip_limit = null where id = ${progress}`.execute(app.database.owner);
    const opId = randomUUID();
    const away = `${path}?toLaneId=${progress}&opId=${opId}`;
    expect((await call('gestora', 'DELETE', away)).status).toBe(200);
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
    expect((await cardsIn(boardId, start)).map(({ id }) => id)).toEqual(cards);
    expect((await call('gestora', 'DELETE', `${path}?toLaneId=${progress}`)).status).toBe(200);
    expect((await cardsIn(boardId, progress)).map(({ id, statusId }) => [id, statusId])).toEqual(
      cards.map((id) => [id, statusIds.progress]),
    );
    const events = await call<BoardEvents>('gestora', 'GET', `boards/${boardId}/events?after=0`);
    expect(events.data.rows.slice(2)).toMatchObject([
      { kind: 'lane.delete', changes: [{ entity: 'lane', id: start }, { id: cards[0] }, { id: cards[1] }] },
    ]);
    for (const lane of lanes.slice(2)) await call('gestora', 'DELETE', `lanes/${lane}`);
    expect(await call('gestora', 'DELETE', `lanes/${progress}`)).toMatchObject({ status: 422 });
  });

  it('keep the status of cards in ended sprints when they are removed', async () => {
    const { boardId, lanes, cards, sprintId } = await administered(1);
    await sql`update sprint set state = 'ended', ended_at = now() where id = ${sprintId}`.execute(
      app.database.owner,
    );
    expect((await call('gestora', 'DELETE', `lanes/${lanes[0]}`)).status).toBe(200);
    const { rows } = await sql<{ status: number; lane: number }>`
      select t.status_id as status, c.lane_id as lane from task t join card_position c on c.task_id = t.id
      where t.id = ${cards[0]!} and c.board_id = ${boardId}`.execute(app.database.owner);
    expect(rows).toEqual([{ status: statusIds.start, lane: 0 }]);
  });

  it('take cards to their end, and give stories their status', async () => {
    const { boardId, lanes, cards, projectId } = await administered(2);
    const progress = lanes[1]!;
    for (const card of [cards[1], cards[0]])
      expect((await call('gestora', 'PUT', `lanes/${progress}/tasks?taskId=${card}`)).status).toBe(200);
    expect((await cardsIn(boardId, progress)).map(({ id }) => id)).toEqual([cards[1], cards[0]]);
    const waiting = await call<{ id: number }>('gestora', 'POST', 'tasks', { projectId, title: 'Espera' });
    expect(await call('gestora', 'PUT', `lanes/${progress}/tasks?taskId=${waiting.data.id}`)).toMatchObject({
      status: 422,
    });
    const story = await call<{ id: number }>('gestora', 'POST', 'stories', { projectId, title: 'História' });
    for (const [name, lane, statusId] of [
      ['stories', lanes[1], statusIds.progress],
      ['stores', lanes[2], statusIds.validation],
    ] as const) {
      await call('gestora', 'PUT', `lanes/${lane}/${name}?storyId=${story.data.id}`);
      expect(await call('gestora', 'GET', `stories/${story.data.id}`)).toMatchObject({ data: { statusId } });
    }
  });
});

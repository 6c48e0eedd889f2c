import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds, type BoardEvents } from '../../../../contracts/agile.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { makeBoard, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  for (const login of ['gestora', 'outra'])
    await addPerson(app, login, { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
});
afterAll(() => app.close());

interface Answer<T> {
  status: number;
  code?: string;
  message: string;
  data: T;
}
async function call<T = { opId: string }>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  login = 'gestora',
): Promise<Answer<T>> {
  const reply = await app.inject({
    method,
    url: `/handler/v2/agile/${path}`,
    headers: await app.sessionOf(app.tenants.acme, login),
    ...(payload && { payload }),
  });
  return { ...reply.json<Answer<T>>(), status: reply.statusCode };
}
const undo = (opId: string, login?: string, body: object = {}) =>
  call('POST', `ops/${opId}/undo`, body, login);
const move = (board: TestBoard, task: number, command: object, login?: string) =>
  call('POST', `boards/${board.boardId}/cards/${task}/move`, command, login);

interface Card {
  id: number;
  statusId: number;
  laneId: number | null;
  taskSprintId: number | null;
}
/** The cards of a board by lane, as ids in their order. */
async function shown(board: TestBoard): Promise<string> {
  const { rows } = (await call<{ rows: Card[] }>('GET', `boards/${board.boardId}/tasks`)).data;
  const lanes = [...board.lanes, null].map((lane) => rows.filter(({ laneId }) => laneId === lane));
  return JSON.stringify(
    lanes.map((cards) => cards.map(({ id, statusId, taskSprintId }) => [id, statusId, taskSprintId])),
  );
}

describe('an undo', () => {
  it('of linking a project to a board takes the cards of its backlog from the board', async () => {
    const { projectId } = await makeBoard(app, { cards: 1, backlog: 2 });
    const { id } = (
      await call<{ id: number }>('POST', 'boards', { title: 'Outro quadro', opId: randomUUID() })
    ).data;
    const cards = async () =>
      (await call<{ rows: Card[] }>('GET', `boards/${id}/tasks`)).data.rows.map(
        ({ taskSprintId }) => taskSprintId,
      );
    const opId = randomUUID();
    await call('PUT', `boards/${id}`, { projectIds: [projectId], opId });
    expect(await cards()).toEqual([null, null]);
    expect(await undo(opId)).toMatchObject({ status: 200 });
    expect(await cards()).toEqual([]);
    expect((await call<{ projectIds: number[] }>('GET', `boards/${id}`)).data.projectIds).toEqual([]);
  });

  it('of a move puts the card back where it stood', async () => {
    const board = await makeBoard(app, { cards: 3, backlog: 2 });
    const [, middle] = board.cards as [number, number];
    const before = await shown(board);
    const moves = [
      { bucket: board.sprintId, laneId: board.lanes[2] },
      { bucket: 'backlog' },
      { bucket: board.sprintId, laneId: board.lanes[0], afterId: null },
    ];
    for (const command of moves) {
      const { opId } = (await move(board, middle, command)).data;
      expect(await undo(opId)).toMatchObject({ status: 200, message: 'Desfeito' });
      expect(await shown(board)).toBe(before);
      expect(await undo(opId)).toMatchObject({
        status: 409,
        code: 'UNDO_REFUSED',
        message: 'Isto já foi desfeito.',
      });
    }
    const log = (await call<BoardEvents>('GET', `boards/${board.boardId}/events?after=0`)).data.rows;
    expect(log.map(({ kind, undoes }) => [kind, undoes === null])).toEqual([
      ['task.move', true],
      ['undo', false],
      ['task.move', true],
      ['undo', false],
      ['task.move', true],
      ['undo', false],
    ]);
  });

  it('can itself be undone, and sent twice is done once', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const [card] = board.cards as [number];
    const { opId } = (await move(board, card, { bucket: board.sprintId, laneId: board.lanes[1] })).data;
    const after = await shown(board);
    const gesture = randomUUID();
    const first = await undo(opId, 'gestora', { opId: gesture });
    expect((await undo(opId, 'gestora', { opId: gesture })).data).toEqual(first.data);
    expect(await undo(gesture)).toMatchObject({ status: 200 });
    expect(await shown(board)).toBe(after);
  });

  it('is refused to others, and where somebody moved the card since', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const [card] = board.cards as [number];
    const { opId } = (await move(board, card, { bucket: board.sprintId, laneId: board.lanes[1] })).data;
    expect(await undo(opId, 'outra')).toMatchObject({ status: 403, message: 'Só quem fez pode desfazer.' });
    const later = await move(board, card, { bucket: board.sprintId, laneId: board.lanes[2] }, 'outra');
    const before = await shown(board);
    expect(await undo(opId)).toMatchObject({
      status: 409,
      message: 'Pessoa outra mudou o mesmo depois. Desfazer apagaria essa mudança.',
    });
    expect(await shown(board)).toBe(before);
    // An operation that was itself taken back stands in nobody's way.
    await undo(later.data.opId, 'outra');
    expect(await undo(opId)).toMatchObject({ status: 200 });
    expect(await undo(randomUUID())).toMatchObject({ status: 404 });
  });

  it('of a creation removes the task', async () => {
    const board = await makeBoard(app);
    const opId = randomUUID();
    await call('POST', 'tasks', { projectId: board.projectId, title: 'Nova', opId });
    expect(await undo(opId)).toMatchObject({ status: 200 });
    expect((await call<{ rows: Card[] }>('GET', `boards/${board.boardId}/tasks`)).data.rows).toEqual([]);
    const { data } = await call<BoardEvents>('GET', `boards/${board.boardId}/events?after=1`);
    expect(data.rows[0]!.changes).toMatchObject([{ entity: 'task', after: null }]);
  });

  it('of a removal brings cards back without a tag that was removed since', async () => {
    const { boardId, cards } = await makeBoard(app, { cards: 2 });
    const tag = await call<{ id: number }>('POST', 'tags', { boardId, title: 'Passageira' });
    const tagged = { ids: [cards[0]!], add: { tags: [tag.data.id] } };
    expect((await call('POST', 'tasks/-/bulk', tagged)).status).toBe(200);
    const opId = randomUUID();
    const removal = { opId, ids: cards, delete: true };
    expect((await call('POST', 'tasks/-/bulk', removal)).status).toBe(200);
    expect((await call('DELETE', `tags/${tag.data.id}`)).status).toBe(200);
    expect(await call('POST', `ops/${opId}/undo`, {})).toMatchObject({ status: 200 });
    const { data } = await call<{ rows: { id: number }[] }>('GET', `boards/${boardId}/tasks`);
    expect(data.rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(cards);
  });

  it('of the end of a sprint opens it again with its tasks, and leaves no report', async () => {
    const board = await makeBoard(app, { cards: 4 });
    const [a, b, c] = board.cards as [number, number, number, number];
    await sql`update board set active_sprint_id = ${board.sprintId} where id = ${board.boardId}`.execute(
      app.database.owner,
    );
    await move(board, a, { bucket: board.sprintId, laneId: board.lanes[3] });
    const before = await shown(board);
    const resolution = board.cards.map((taskId) => ({
      taskId,
      to: taskId === a ? 'new' : taskId === b ? 'backlog' : taskId === c ? 'conclude' : 'new',
    }));
    const newSprint = { title: 'Sprint 2', startDate: '2026-12-01' };
    const end = () =>
      call<{ opId: string }>('PUT', `sprints/${board.sprintId}`, { state: 'ended', resolution, newSprint });
    const { opId } = (await end()).data;
    expect(await shown(board)).not.toBe(before);
    expect(await undo(opId)).toMatchObject({ status: 200 });
    expect(await shown(board)).toBe(before);
    // An end that was taken back is done anew, and not by another undo.
    const log = (await call<BoardEvents>('GET', `boards/${board.boardId}/events?after=0`)).data.rows;
    expect(await undo(log.at(-1)!.opId)).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
    const sprints = await call<{ rows: { title: string; state: string; active: boolean }[] }>(
      'GET',
      `sprints?q_boardId=${board.boardId}`,
    );
    expect(sprints.data.rows).toMatchObject([{ title: 'Sprint 1', state: 'open', active: true }]);
    const { rows } = await sql<{
      report: unknown;
    }>`select report from sprint where id = ${board.sprintId}`.execute(app.database.owner);
    expect(rows[0]!.report).toBeNull();
    // After somebody worked on with the new sprint there is no way back.
    const again = (await end()).data;
    const next = await call<{ rows: { id: number; title: string }[] }>(
      'GET',
      `sprints?q_boardId=${board.boardId}`,
    );
    const second = next.data.rows.find(({ title }) => title === 'Sprint 2')!;
    await move(board, a, { bucket: second.id, laneId: board.lanes[1] }, 'outra');
    expect(await undo(again.opId)).toMatchObject({ status: 409, code: 'UNDO_REFUSED' });
    expect((await call<Card>('GET', `sprints/${board.sprintId}`)).data).toMatchObject({ state: 'ended' });
  });

  it('of what changed status and place keeps the other cards where they are', async () => {
    const board = await makeBoard(app, { cards: 3 });
    const [a, b, c] = board.cards as [number, number, number];
    const bucket = board.sprintId;
    const laneId = board.lanes[0];
    const { opId } = (await move(board, a, { bucket, laneId: board.lanes[4] })).data;
    await move(board, c, { bucket, laneId, beforeId: b }, 'outra');
    await undo(opId);
    expect(await shown(board)).toBe(
      JSON.stringify([[a, c, b].map((id) => [id, statusIds.start, bucket]), [], [], [], [], []]),
    );
  });

  it('puts no card back into a sprint that has ended since', async () => {
    const board = await makeBoard(app, { cards: 2 });
    const [a, b] = board.cards as [number, number];
    const { opId } = (await move(board, a, { bucket: 'backlog' })).data;
    const resolution = [{ taskId: b, to: 'backlog' }];
    expect(await call('PUT', `sprints/${board.sprintId}`, { state: 'ended', resolution })).toMatchObject({
      status: 200,
    });
    expect(await undo(opId)).toMatchObject({ status: 409, code: 'SPRINT_ENDED' });
  });

  it('brings a card back to the boards that show its project by now', async () => {
    const left = await makeBoard(app, { backlog: 2 });
    const joined = await makeBoard(app);
    const [card] = left.backlog as [number, number];
    const opId = randomUUID();
    await call('DELETE', `tasks/${card}?opId=${opId}`);
    await call('PUT', `boards/${left.boardId}`, { projectIds: [] });
    await call('PUT', `boards/${joined.boardId}`, { projectIds: [joined.projectId, left.projectId] });
    expect(await undo(opId)).toMatchObject({ status: 200 });
    expect(await shown(left)).toBe('[[],[],[],[],[],[]]');
    const cards = (await call<{ rows: Card[] }>('GET', `boards/${joined.boardId}/tasks`)).data.rows;
    expect(cards.map(({ id }) => id).sort()).toEqual([...left.backlog].sort());
    // Those who look at the board that joined hear of it.
    const log = (await call<BoardEvents>('GET', `boards/${joined.boardId}/events?after=0`)).data.rows;
    expect(log.at(-1)).toMatchObject({ kind: 'undo', undoes: opId });
  });

  it.each([
    [
      'the project has left its board',
      (board: TestBoard) => call('PUT', `boards/${board.boardId}`, { projectIds: [] }),
    ],
    ['its board is removed', (board: TestBoard) => call('DELETE', `boards/${board.boardId}`)],
  ])('puts no card back into a sprint when %s', async (_, leave) => {
    const board = await makeBoard(app, { cards: 1 });
    const [card] = board.cards as [number];
    const opId = randomUUID();
    await call('DELETE', `tasks/${card}?opId=${opId}`);
    expect(await leave(board)).toMatchObject({ status: 200 });
    expect(await undo(opId)).toMatchObject({ status: 409, code: 'PLACE_GONE' });
    expect(await call('GET', `tasks/${card}`)).toMatchObject({ status: 404 });
  });

  it('hides no card for a lane that was removed since: it says what to make again', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const [card] = board.cards as [number];
    const [, , validation, , concluded] = board.lanes as [number, number, number, number, number];
    const bucket = board.sprintId;
    await sql`update board set created_by = (select id from app_user where login = 'gestora' limit 1)
      where id = ${board.boardId}`.execute(app.database.owner);
    await move(board, card, { bucket, laneId: concluded });
    const { opId } = (await move(board, card, { bucket, laneId: validation })).data;
    expect(await call('DELETE', `lanes/${concluded}`)).toMatchObject({ status: 200 });
    expect(await undo(opId)).toMatchObject({
      code: 'PLACE_GONE',
      message: expect.stringContaining('crie a coluna') as string,
    });
    expect(await shown(board)).toContain(`[${card},${statusIds.validation}`);
  });

  it('brings a task back without its story and its tag that were removed since, and says so in the log', async () => {
    const board = await makeBoard(app, { backlog: 1 });
    const [card] = board.backlog as [number];
    const { id: story } = (
      await call<{ id: number }>('POST', 'stories', { projectId: board.projectId, title: 'História' })
    ).data;
    const { id: tag } = (
      await call<{ id: number }>('POST', 'tags', { boardId: board.boardId, title: 'Urgente' })
    ).data;
    expect(await call('PUT', `tasks/${card}`, { storyId: story, tags: [tag] })).toMatchObject({
      status: 200,
    });
    const opId = randomUUID();
    await call('DELETE', `tasks/${card}?opId=${opId}`);
    expect(await call('DELETE', `stories/${story}`)).toMatchObject({ status: 200 });
    expect(await call('DELETE', `tags/${tag}`)).toMatchObject({ status: 200 });
    expect(await undo(opId)).toMatchObject({ status: 200 });
    const task = (await call<{ storyId: number | null; tags: unknown[] }>('GET', `tasks/${card}`)).data;
    expect(task).toMatchObject({ storyId: null, tags: [] });
    const log = (await call<BoardEvents>('GET', `boards/${board.boardId}/events?after=0`)).data.rows;
    expect(log.at(-1)?.changes?.[0]?.after).toMatchObject({ storyId: null, tags: [] });
  });

  it('of a creation is refused once somebody has commented, and names nobody for what was done by oneself', async () => {
    const { projectId } = await makeBoard(app);
    const make = async (): Promise<{ id: number; opId: string }> => {
      const opId = randomUUID();
      const { data } = await call<{ id: number }>('POST', 'tasks', { projectId, title: 'Nova', opId });
      return { id: data.id, opId };
    };
    const comment = (parentId: number, login: string) =>
      call('POST', 'comments', { parentType: 'task', parentId, body: '<p>Oi</p>' }, login);
    const [theirs, own] = [await make(), await make()];
    expect(await comment(theirs.id, 'outra')).toMatchObject({ status: 201 });
    expect(await undo(theirs.opId)).toMatchObject({
      code: 'UNDO_REFUSED',
      message: 'Pessoa outra mudou o mesmo depois. Desfazer apagaria essa mudança.',
    });
    await comment(own.id, 'gestora');
    expect(await undo(own.opId)).toMatchObject({
      code: 'UNDO_REFUSED',
      message: 'Isto mudou depois. Desfazer apagaria essa mudança.',
    });
  });
});

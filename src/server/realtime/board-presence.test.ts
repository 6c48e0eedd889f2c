import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Presence } from '../../contracts/events.ts';
import { resources } from '../resources.ts';
import { addPerson, type Person } from '../testing/people.ts';
import { testApp, type TestApp } from '../testing.ts';
import { caller, makeBoard, makeProject } from '../testing/boards.ts';
import { listen, TestSocket } from './testing.ts';

let app: TestApp;
let port: number;
let call: ReturnType<typeof caller>;
const people: Record<string, Person> = {};
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  const rights = { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' };
  for (const login of ['ana', 'bia', 'caio']) people[login] = await addPerson(app, login, rights);
  port = await listen(app);
});
afterAll(() => app.close());

const connect = async (login: string): Promise<TestSocket> =>
  TestSocket.open(port, await app.sessionOf(app.tenants.acme, login));

/** Cards that each person on the board has open, by what a client was sent last. */
function openOn(client: TestSocket, board: string): Record<string, number[]> {
  const last = client.of('PRESENCE').findLast(({ topic }) => topic === board);
  const { people: named } = (last?.data ?? { people: [], total: 0 }) as unknown as Presence;
  return Object.fromEntries(named.map(({ id, open = [] }) => [id, open]));
}
async function until(client: TestSocket, board: string, expected: Record<string, number[]>): Promise<void> {
  while (JSON.stringify(openOn(client, board)) !== JSON.stringify(expected))
    await client.next('PRESENCE', board);
}
const idOf = (login: string): number => people[login]!.id;
const cardTopic = (id: number): string => `presence:record:task:${id}`;

async function secretTask(boardId: number): Promise<{ projectId: number; task: number }> {
  const projectId = await makeProject(app, [boardId]);
  const body = { projectId, title: 'Secreta' };
  const { data } = await call<{ id: number }>('ana', 'POST', 'tasks', body);
  return { projectId, task: data.id };
}

describe('presence on a board', () => {
  it('names the card that each person has open, until it is closed, and those of people who come later', async () => {
    const { boardId, cards } = await makeBoard(app, { cards: 2 });
    const [one, other] = cards as [number, number];
    const board = `presence:board:${boardId}`;
    const [ana, bia] = [await connect('ana'), await connect('bia')];
    await ana.subscribe(board);
    await bia.subscribe(board);
    await ana.subscribe(cardTopic(one));
    await until(bia, board, { [idOf('ana')]: [one], [idOf('bia')]: [] });
    ana.send({ type: 'UNSUB', topics: [cardTopic(one)] });
    await ana.subscribe(cardTopic(other));
    await until(bia, board, { [idOf('ana')]: [other], [idOf('bia')]: [] });
    const caio = await connect('caio');
    await caio.subscribe(cardTopic(one), board);
    const all = { [idOf('ana')]: [other], [idOf('bia')]: [], [idOf('caio')]: [one] };
    await until(caio, board, all);
    await until(bia, board, all);
    ana.socket.terminate();
    await until(bia, board, { [idOf('bia')]: [], [idOf('caio')]: [one] });
    // The presence of anything else says no more than who is there.
    expect(openOn(caio, cardTopic(one))).toEqual({ [idOf('caio')]: [] });
    for (const client of [bia, caio]) client.socket.terminate();
  });

  it('names all cards that a person has open in several tabs, once', async () => {
    const { boardId, cards } = await makeBoard(app, { cards: 2 });
    const [one, other] = cards as [number, number];
    const board = `presence:board:${boardId}`;
    const [tab, second, bia] = [await connect('ana'), await connect('ana'), await connect('bia')];
    await bia.subscribe(board);
    await tab.subscribe(board, cardTopic(one));
    await second.subscribe(board, cardTopic(one), cardTopic(other));
    await until(bia, board, { [idOf('ana')]: [one, other], [idOf('bia')]: [] });
    second.socket.terminate();
    await until(bia, board, { [idOf('ana')]: [one], [idOf('bia')]: [] });
    for (const client of [tab, bia]) client.socket.terminate();
  });

  it('says nothing of a card to those who do not see its project, not even that something happened', async () => {
    const { boardId, cards } = await makeBoard(app, { cards: 1 });
    const { projectId, task } = await secretTask(boardId);
    await sql`update project set restricted = true, head_id = ${idOf('ana')} where id = ${projectId}`.execute(
      app.database.owner,
    );
    const board = `presence:board:${boardId}`;
    const [ana, bia] = [await connect('ana'), await connect('bia')];
    await ana.subscribe(board);
    await bia.subscribe(board);
    await until(bia, board, { [idOf('ana')]: [], [idOf('bia')]: [] });
    const before = bia.frames.length;
    await ana.subscribe(cardTopic(task));
    await until(ana, board, { [idOf('ana')]: [task], [idOf('bia')]: [] });
    await bia.settle();
    expect(bia.frames.slice(before).map(({ type }) => type)).toEqual(['PONG']);
    await ana.subscribe(cardTopic(cards[0]!));
    await until(bia, board, { [idOf('ana')]: [cards[0]!], [idOf('bia')]: [] });
    // Whoever does not see a card cannot have it open either.
    const [refused] = await bia.subscribe(cardTopic(task));
    expect(refused).toMatchObject({ type: 'ERROR', data: { code: 'NOT_FOUND' } });
    expect(openOn(ana, board)[idOf('bia')]).toEqual([]);
    for (const client of [ana, bia]) client.socket.terminate();
  });

  it('follows rights that change meanwhile, both ways', async () => {
    const { boardId } = await makeBoard(app);
    const { projectId, task } = await secretTask(boardId);
    const board = `presence:board:${boardId}`;
    const [ana, bia] = [await connect('ana'), await connect('bia')];
    await ana.subscribe(board, cardTopic(task));
    await bia.subscribe(board);
    await until(bia, board, { [idOf('ana')]: [task], [idOf('bia')]: [] });
    const setRestricted = (restricted: boolean) =>
      sql`update project set restricted = ${restricted}, head_id = ${idOf('ana')} where id = ${projectId}`.execute(
        app.database.owner,
      );
    await setRestricted(true);
    await until(bia, board, { [idOf('ana')]: [], [idOf('bia')]: [] });
    await setRestricted(false);
    await until(bia, board, { [idOf('ana')]: [task], [idOf('bia')]: [] });
    // One who loses the card has it open no more.
    await bia.subscribe(cardTopic(task));
    await until(ana, board, { [idOf('ana')]: [task], [idOf('bia')]: [task] });
    await setRestricted(true);
    await until(ana, board, { [idOf('ana')]: [task], [idOf('bia')]: [] });
    for (const client of [ana, bia]) client.socket.terminate();
  });

  it('keeps to itself what happens in a restricted project that was made after somebody came', async () => {
    const { boardId } = await makeBoard(app);
    const board = `presence:board:${boardId}`;
    const [ana, bia] = [await connect('ana'), await connect('bia')];
    await ana.subscribe(board);
    await bia.subscribe(board, `board:${boardId}`);
    const { data: project } = await call<{ id: number }>('ana', 'POST', 'projects', {
      title: 'Segredo',
      summaryTitle: 'Sumário',
      startDate: '2026-01-10',
      endDate: '2099-02-10',
      restricted: true,
      boardIds: [boardId],
    });
    const body = { projectId: project.id, title: 'Secreta' };
    const { data: task } = await call<{ id: number }>('ana', 'POST', 'tasks', body);
    await ana.subscribe(cardTopic(task.id));
    await until(ana, board, { [idOf('ana')]: [task.id], [idOf('bia')]: [] });
    await bia.settle();
    const sent = JSON.stringify(bia.frames);
    expect(sent).not.toContain('Segredo');
    expect(sent).not.toContain('Secreta');
    expect(openOn(bia, board)[idOf('ana')]).toEqual([]);
    for (const client of [ana, bia]) client.socket.terminate();
  });

  it('follows the boards of a restricted project, whose stakeholders see it', async () => {
    const { boardId } = await makeBoard(app, { cards: 1 });
    const { projectId, task } = await secretTask(boardId);
    const tenant_id = app.tenants.acme;
    const { owner } = app.database;
    await sql`update project set restricted = true, head_id = ${idOf('ana')} where id = ${projectId}`.execute(
      owner,
    );
    const other = await makeBoard(app);
    await owner
      .insertInto('board_stakeholder')
      .values({ tenant_id, board_id: other.boardId, user_id: idOf('bia') })
      .execute();
    const board = `presence:board:${boardId}`;
    const [ana, bia] = [await connect('ana'), await connect('bia')];
    await ana.subscribe(board, cardTopic(task));
    await bia.subscribe(board);
    await until(bia, board, { [idOf('ana')]: [], [idOf('bia')]: [] });
    const link = { tenant_id, project_id: projectId, board_id: other.boardId };
    await owner.insertInto('project_board').values(link).execute();
    await until(bia, board, { [idOf('ana')]: [task], [idOf('bia')]: [] });
    await owner
      .deleteFrom('project_board')
      .where('board_id', '=', other.boardId)
      .where('project_id', '=', projectId)
      .execute();
    await until(bia, board, { [idOf('ana')]: [], [idOf('bia')]: [] });
    for (const client of [ana, bia]) client.socket.terminate();
  });
});

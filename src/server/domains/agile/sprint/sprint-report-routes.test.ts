import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SprintReport } from '../../../../contracts/agile-sprint.ts';
import { tableOf } from '../../../testing/tables.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { makeBoard, makeProject } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let manager: number;
beforeAll(async () => {
  app = await testApp({ resources });
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
  const { id } = await app.database.owner
    .selectFrom('app_user')
    .where('login', '=', 'gestora')
    .where('tenant_id', '=', app.tenants.acme)
    .select('id')
    .executeTakeFirstOrThrow();
  manager = id;
});
afterAll(() => app.close());

async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, login = 'gestora') {
  const reply = await app.inject({
    method,
    url: `/handler/v2/agile/${path}`,
    headers: await app.sessionOf(app.tenants.acme, login),
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, text: reply.body, data: reply.json<{ data: T }>().data };
}
const reportOf = (sprintId: number, login?: string) =>
  call<{ report: SprintReport }>('GET', `sprints/${sprintId}`, undefined, login);

/** A sprint with a task done in an open project, and another one in a project that is restricted then. */
async function endedWithSecret() {
  const board = await makeBoard(app, { cards: 1 });
  const secret = await makeProject(app, [board.boardId]);
  const story = await call<{ id: number }>('POST', 'stories', { projectId: secret, title: 'Fusão secreta' });
  const task = await call<{ id: number }>('POST', 'tasks', {
    projectId: secret,
    storyId: story.data.id,
    title: 'Comprar a concorrente',
    head: manager,
  });
  const done = { bucket: board.sprintId, laneId: board.lanes[4] };
  await sql`update sprint set started_at = now() - interval '3 days' where id = ${board.sprintId}`.execute(
    app.database.owner,
  );
  for (const id of [board.cards[0]!, task.data.id])
    expect((await call('POST', `boards/${board.boardId}/cards/${id}/move`, done)).status).toBe(200);
  await sql`update project set restricted = true, head_id = ${manager} where id = ${secret}`.execute(
    app.database.owner,
  );
  return board;
}

it('the report of an ended sprint says the same figures to everybody, and names no task of a project that is hidden', async () => {
  const { sprintId } = await endedWithSecret();
  const running = await reportOf(sprintId, 'leitora');
  expect(running.data.report).toMatchObject({ done: 2, people: [{ done: 1 }, { done: 1 }] });
  expect((await call('PUT', `sprints/${sprintId}`, { state: 'ended' })).status).toBe(200);
  const [all, some] = [await reportOf(sprintId), await reportOf(sprintId, 'leitora')];
  expect(all.data.report.tasks).toHaveLength(2);
  expect(some.data.report.tasks).toHaveLength(1);
  for (const hidden of ['Comprar a concorrente', 'Fusão secreta']) {
    expect(all.text).toContain(hidden);
    expect(some.text).not.toContain(hidden);
    expect(running.text).not.toContain(hidden);
  }
  expect({ ...some.data.report, tasks: [] }).toEqual({ ...all.data.report, tasks: [] });
  expect(some.data.report).toMatchObject({
    done: 2,
    people: [
      { name: 'Pessoa gestora', done: 1 },
      { name: null, done: 1 },
    ],
  });
});

it('cycle and people of an ended sprint stay when its tasks change', async () => {
  const { sprintId, cards } = await endedWithSecret();
  await call('PUT', `sprints/${sprintId}`, { state: 'ended' });
  const before = (await reportOf(sprintId)).data.report;
  expect(before.cycle).toBeGreaterThanOrEqual(0);
  expect(before.velocity.at(-1)!.cycle).toBe(before.cycle);
  await sql`update task set deleted_at = now() where id = ${cards[0]!}`.execute(app.database.owner);
  await sql`update app_user set name = 'Outro nome' where id = ${manager}`.execute(app.database.owner);
  expect((await reportOf(sprintId)).data.report).toEqual(before);
  await sql`update app_user set name = 'Pessoa gestora' where id = ${manager}`.execute(app.database.owner);
});

it('a report is of the board that is asked for, and of no other', async () => {
  const [board, other] = [await makeBoard(app, { cards: 1 }), await makeBoard(app, { cards: 1 })];
  const of = async (boardId: number) =>
    (await call('GET', `sprints/${board.sprintId}?q_boardId=${boardId}`)).status;
  expect([await of(board.boardId), await of(other.boardId)]).toEqual([200, 404]);
});

it('velocity counts the sprints of the board that ended before, and none that was deleted', async () => {
  const board = await makeBoard(app, { cards: 1 });
  const done = { bucket: board.sprintId, laneId: board.lanes[4] };
  await call('POST', `boards/${board.boardId}/cards/${board.cards[0]!}/move`, done);
  const create = async (title: string) =>
    (
      await call<{ id: number }>('POST', 'sprints', {
        boardId: board.boardId,
        title,
        startDate: '2026-12-01',
      })
    ).data.id;
  const [removed, next] = [await create('Removida'), await create('Sprint 2')];
  for (const id of [board.sprintId, removed]) await call('PUT', `sprints/${id}`, { state: 'ended' });
  await sql`update sprint set deleted_at = now() where id = ${removed}`.execute(app.database.owner);
  const { report } = (await reportOf(next)).data;
  expect(report.velocity.map(({ title }) => title)).toEqual(['Sprint 1', 'Sprint 2']);
  expect(report.velocity[0]).toMatchObject({ done: 1, cycle: expect.any(Number) as number });
});

it('the file of a report has the tasks that the reader sees, in the words of their language', async () => {
  const { sprintId } = await endedWithSecret();
  await call('PUT', `sprints/${sprintId}`, { state: 'ended' });
  const file = async (login: string, query = '') =>
    app.inject({
      method: 'GET',
      url: `/handler/v2/agile/sprints/${sprintId}/export${query}`,
      headers: await app.sessionOf(app.tenants.acme, login),
    });
  const [all, some] = [await file('gestora'), await file('leitora')];
  expect(all.headers['content-disposition']).toContain(encodeURIComponent('Tarefas da Sprint 1.csv'));
  const plain = all.body.replaceAll('"', '');
  expect(plain.split('\r\n')[0]!.slice(1)).toBe(
    'Código;Título;Atividade;Desfecho;Concluída em;Foi para;Pessoas;Prioridade;Data de entrega;Planejada;Ciclo (dias)',
  );
  expect(plain).toMatch(
    /;Comprar a concorrente;Fusão secreta;Concluída;\d\d\/\d\d\/\d{4};;Pessoa gestora;;;/,
  );
  expect(all.body.trim().split('\r\n')).toHaveLength(3);
  expect(some.body.trim().split('\r\n')).toHaveLength(2);
  expect(some.body).not.toContain('Comprar');
  const book = await file('leitora', '?format=xlsx');
  expect(book.headers['content-type']).toContain('spreadsheetml');
  expect(await tableOf(book.rawPayload)).toHaveLength(2);
  expect((await file('leitora', '?format=pdf')).statusCode).toBe(400);
});

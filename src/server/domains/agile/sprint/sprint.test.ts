import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds, type BoardEvents } from '../../../../contracts/agile.ts';
import type { SprintReport } from '../../../../contracts/agile-sprint.ts';
import { longestOf, transactionsOf } from '../../../testing/transactions.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { makeBoard, makeProject, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
});
afterAll(() => app.close());

interface Answer<T> {
  status: number;
  code?: string;
  message: string;
  data: T;
  errors?: { path: string; message: string }[];
}
async function call<T>(
  method: 'GET' | 'POST' | 'PUT',
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

interface Ended {
  opId: string;
  newSprintId: number | null;
}
interface Sprint {
  id: number;
  state: string;
  title: string;
  active: boolean;
  endedBy: string | null;
  version: number;
  report: SprintReport;
}
const end = (id: number, body: object = {}) =>
  call<Ended>('PUT', `sprints/${id}`, { state: 'ended', ...body });
const sprintOf = async (id: number) => (await call<Sprint>('GET', `sprints/${id}`)).data;
const move = (board: TestBoard, task: number, command: object) =>
  call('POST', `boards/${board.boardId}/cards/${task}/move`, command);
const create = async (boardId: number, title: string) =>
  (await call<{ id: number }>('POST', 'sprints', { boardId, title, startDate: '2026-12-01' })).data.id;
const start = (board: TestBoard) =>
  sql`update sprint set started_at = now() where id = ${board.sprintId}`.execute(app.database.owner);
const stateOf = async (task: number) =>
  app.database.owner
    .selectFrom('task')
    .where('id', '=', task)
    .select(['status_id as status', 'sprint_id as sprint'])
    .executeTakeFirstOrThrow();

describe('the tasks of a sprint', () => {
  it('are named in it, as far as the person sees them', async () => {
    const { boardId, sprintId, cards } = await makeBoard(app, { cards: 2, backlog: 1 });
    const other = await makeProject(app, [boardId]);
    const { data: hidden } = await call<{ id: number }>('POST', 'tasks', {
      projectId: other,
      title: 'Restrita',
      taskSprintId: sprintId,
    });
    type WithTasks = { id: number; tasks: number[] };
    expect((await call<WithTasks>('GET', `sprints/${sprintId}`)).data.tasks).toEqual([...cards, hidden.id]);
    await sql`update project set restricted = true where id = ${other}`.execute(app.database.owner);
    const { data } = await call<{ rows: WithTasks[] }>(
      'GET',
      `sprints?q_boardId=${boardId}`,
      undefined,
      'leitora',
    );
    expect(data.rows).toMatchObject([{ id: sprintId, tasks: cards }]);
  });
});

describe('a sprint', () => {
  it('is created with a name and a start, changed and listed', async () => {
    const { boardId } = await makeBoard(app);
    const made = await call<{ id: number }>('POST', 'sprints', {
      boardId,
      title: ' Sprint 2 ',
      startDate: '2026-12-01',
    });
    expect(made).toMatchObject({ status: 201, message: 'Sprint criada com sucesso' });
    expect(await call('POST', 'sprints', { boardId, title: '  ', startDate: '2026-12-01' })).toMatchObject({
      status: 400,
      errors: [{ path: '/title', message: 'Campo Obrigatório' }],
    });
    const reversed = { boardId, title: 'x', startDate: '2026-12-01', plannedEnd: '2026-11-30' };
    expect(await call('POST', 'sprints', reversed)).toMatchObject({
      status: 400,
      errors: [{ path: '/plannedEnd', message: 'A data final não pode ser anterior à data inicial' }],
    });
    const { id } = made.data;
    expect(await call('PUT', `sprints/${id}`, { plannedEnd: '2026-12-12', version: 1 })).toMatchObject({
      status: 200,
    });
    expect(await call('PUT', `sprints/${id}`, { plannedEnd: '2026-12-12' })).toMatchObject({
      status: 422,
      message: 'Nenhum campo foi alterado!',
    });
    expect(await call('PUT', `sprints/${id}`, { title: 'Outra', version: 1 })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
    });
    expect(await call('PUT', `sprints/${id}`, { note: 'x' })).toMatchObject({
      status: 400,
      errors: [{ path: '/note' }],
    });
    const { rows } = (await call<{ rows: Sprint[] }>('GET', `sprints?q_boardId=${boardId}`)).data;
    expect(rows.map(({ title }) => title)).toEqual(['Sprint 1', 'Sprint 2']);
    expect(
      await call('POST', 'sprints', { boardId, title: 'x', startDate: '2026-12-01' }, 'leitora'),
    ).toMatchObject({
      status: 403,
    });
  });

  it('cannot end while it has unfinished tasks, and names them', async () => {
    const board = await makeBoard(app, { cards: 2 });
    const [a, b] = board.cards as [number, number];
    await move(board, a, { bucket: board.sprintId, laneId: board.lanes[4] });
    expect(await end(board.sprintId)).toMatchObject({
      status: 409,
      code: 'SPRINT_UNFINISHED',
      message: 'Existem tarefas não concluídas nessa sprint, mova para uma nova sprint ou finalize-as',
      data: { tasks: [{ id: b }] },
    });
    expect((await sprintOf(board.sprintId)).state).toBe('open');
    await move(board, b, { bucket: board.sprintId, laneId: board.lanes[4] });
    expect(await end(board.sprintId)).toMatchObject({ status: 200, message: 'Sprint encerrada com sucesso' });
    expect(await sprintOf(board.sprintId)).toMatchObject({ state: 'ended', endedBy: 'Pessoa gestora' });
    expect(await end(board.sprintId)).toMatchObject({ status: 409, code: 'SPRINT_ENDED' });
    expect(await call('PUT', `sprints/${board.sprintId}`, { title: 'x' })).toMatchObject({ status: 409 });
  });

  it('takes as many statements for 90 tasks as for 3, and no more than 2,000 tasks', async () => {
    const statements = async (cards: number): Promise<number> => {
      const board = await makeBoard(app, { cards });
      const resolution = board.cards.map((taskId) => ({ taskId, to: 'backlog' }));
      return longestOf(
        await transactionsOf(async () =>
          expect(await end(board.sprintId, { resolution })).toMatchObject({ status: 200 }),
        ),
      );
    };
    expect(await statements(90)).toBe(await statements(3));
    const large = await makeBoard(app);
    await sql`
      insert into task (tenant_id, project_id, sprint_id, status_id, number, title)
      select ${app.tenants.acme}, ${large.projectId}, ${large.sprintId}, ${statusIds.start}, n, 'T' || n from generate_series(1, 2001) n`.execute(
      app.database.owner,
    );
    expect(await end(large.sprintId)).toMatchObject({
      status: 422,
      code: 'RULE_BROKEN',
      message: expect.stringMatching(/2\.?001 .*2\.?000/),
    });
    expect((await sprintOf(large.sprintId)).state).toBe('open');
  });

  it('sends each unfinished task where the resolution says, in one operation', async () => {
    const board = await makeBoard(app, { cards: 5 });
    const [done, next, fresh, back, conclude] = board.cards as [number, number, number, number, number];
    await move(board, done, { bucket: board.sprintId, laneId: board.lanes[4] });
    const other = await create(board.boardId, 'Sprint 2');
    await call('GET', `boards/${board.boardId}/tasks`);
    await sql`update board set active_sprint_id = ${board.sprintId} where id = ${board.boardId}`.execute(
      app.database.owner,
    );
    const resolution = [
      { taskId: next, to: other },
      { taskId: fresh, to: 'new' },
      { taskId: back, to: 'backlog' },
      { taskId: conclude, to: 'conclude' },
    ];
    expect(await end(board.sprintId, { resolution })).toMatchObject({
      status: 400,
      errors: [{ path: '/newSprint' }],
    });
    // Nothing of a refused end has happened.
    expect(await stateOf(next)).toEqual({ status: statusIds.start, sprint: board.sprintId });
    const opId = randomUUID();
    const newSprint = { title: 'Sprint 3', startDate: '2026-12-15' };
    const body = { resolution, newSprint, opId, note: 'Outorga parada' };
    const ended = await end(board.sprintId, body);
    expect(ended).toMatchObject({ status: 200, data: { opId } });
    expect((await end(board.sprintId, body)).data).toEqual(ended.data);
    expect([await stateOf(next), await stateOf(fresh), await stateOf(back), await stateOf(conclude)]).toEqual(
      [
        { status: statusIds.start, sprint: other },
        { status: statusIds.start, sprint: ended.data.newSprintId },
        { status: statusIds.backlog, sprint: null },
        { status: statusIds.concluded, sprint: board.sprintId },
      ],
    );
    const events = await call<BoardEvents>('GET', `boards/${board.boardId}/events?after=0`);
    expect(events.data.rows.filter(({ kind }) => kind === 'sprint.end')).toHaveLength(1);
    const { report, active } = await sprintOf(board.sprintId);
    expect(active).toBe(false);
    expect(report).toMatchObject({ done: 2, unfinished: 3, note: 'Outorga parada' });
    expect(report.tasks.map(({ movedTo }) => movedTo)).toEqual([
      null,
      { sprint: 'Sprint 2' },
      { sprint: 'Sprint 3' },
      { sprint: null },
      null,
    ]);
  });

  it('says for ever what it said at its end', async () => {
    const board = await makeBoard(app, { backlog: 3 });
    const [planned, added, left] = board.backlog as [number, number, number];
    for (const task of [planned, left]) await move(board, task, { bucket: board.sprintId });
    await start(board);
    await move(board, added, { bucket: board.sprintId });
    await move(board, left, { bucket: 'backlog' });
    await move(board, planned, { bucket: board.sprintId, laneId: board.lanes[4] });
    const running = (await sprintOf(board.sprintId)).report;
    expect(running).toMatchObject({ planned: 2, done: 1, added: 1, removed: 1, unfinished: 1 });
    expect(running.days.at(-1)).toMatchObject({ scope: 2, remaining: 1 });
    await end(board.sprintId, { resolution: [{ taskId: added, to: 'backlog' }] });
    const { report } = await sprintOf(board.sprintId);
    expect(report).toMatchObject({ planned: 2, done: 1, added: 1, removed: 1, unfinished: 1 });
    expect(report.velocity).toEqual([{ title: 'Sprint 1', planned: 2, done: 1, cycle: report.cycle }]);
    await sql`update task set title = 'Outro nome', status_id = 6 where id = ${planned}`.execute(
      app.database.owner,
    );
    expect((await sprintOf(board.sprintId)).report).toEqual(report);
  });

  it('ends once when two people end it at the same time', async () => {
    const board = await makeBoard(app, { cards: 6 });
    const resolution = board.cards.map((taskId) => ({ taskId, to: 'backlog' }));
    const answers = await Promise.all([1, 2].map(() => end(board.sprintId, { resolution })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from card_position where board_id = ${board.boardId} and sprint_id = 0`.execute(
      app.database.owner,
    );
    expect(rows[0]!.count).toBe(6);
  });

  it('with unfinished tasks of a project that the person does not see is ended by others', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const secret = await makeProject(app, [board.boardId]);
    const { id } = (await call<{ id: number }>('POST', 'tasks', { projectId: secret, title: 'Secreta' }))
      .data;
    await move(board, id, { bucket: board.sprintId });
    await sql`update project set restricted = true where id = ${secret}`.execute(app.database.owner);
    const resolution = [{ taskId: board.cards[0]!, to: 'backlog' }];
    expect(await end(board.sprintId, { resolution })).toMatchObject({
      status: 409,
      message:
        '1 tarefa não concluída é de um projeto que você não vê. Peça a quem a vê que encerre a sprint.',
    });
    const { report } = await sprintOf(board.sprintId);
    expect(report.unfinished).toBe(2);
    expect(report.tasks.map(({ title }) => title)).not.toContain('Secreta');
  });

  it('takes no card of another board, and moves none to it', async () => {
    const [board, other] = [await makeBoard(app, { cards: 1 }), await makeBoard(app)];
    const resolution = [{ taskId: board.cards[0]!, to: other.sprintId }];
    expect(await end(board.sprintId, { resolution })).toMatchObject({
      status: 400,
      errors: [{ path: '/resolution' }],
    });
  });
});

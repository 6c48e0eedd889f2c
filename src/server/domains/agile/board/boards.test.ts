import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostPlaces, statusIds, type BoardEvents } from '../../../../contracts/agile.ts';
import type { Board } from '../../../../contracts/agile-board.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { caller, closeProject, makeBoard, makeProject } from '../../../testing/boards.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let people: Record<'gestora' | 'quadros' | 'outra' | 'leitora', Person>;
let call: ReturnType<typeof caller>;
beforeAll(async () => {
  app = await testApp({ resources });
  people = {
    gestora: await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' }),
    quadros: await addPerson(app, 'quadros', { 'ppm-boards': 'rcud' }),
    outra: await addPerson(app, 'outra', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' }),
    leitora: await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' }),
  };
  await addPerson(app, 'semacesso', { 'admin-user': 'r' });
  call = caller(app);
});
afterAll(() => app.close());

const make = async (body: object = {}, login = 'gestora') =>
  call<Board>(login, 'POST', 'boards', { title: 'Quadro novo', ...body });

describe('a new board', () => {
  it('has a lane for each status lane of the tenant, its projects and stakeholders', async () => {
    const projectId = await makeProject(app, []);
    const { status, message, data } = await make({
      description: '<p onclick="x()">Oi<script>alert(1)</script></p>',
      projectIds: [projectId],
      stakeholderIds: [people.outra.id],
    });
    expect([status, message]).toEqual([201, 'Quadro criado com sucesso!']);
    expect(data).toMatchObject({
      title: 'Quadro novo',
      description: '<p>Oi</p>',
      version: 1,
      activeSprintId: null,
      projectIds: [projectId],
      stakeholderIds: [people.outra.id],
      administers: true,
    });
    expect(data.lanes.map(({ statusId, title, rank }) => [statusId, title, rank])).toEqual([
      [statusIds.start, 'Início', 1],
      [statusIds.progress, 'Em andamento', 2],
      [statusIds.validation, 'Validação', 3],
      [statusIds.blocked, 'Bloqueado', 4],
      [statusIds.concluded, 'Concluído', 5],
    ]);
    expect(data.priorities[0]).toEqual({ id: 1, key: 'urgent', title: 'Urgente' });
    expect(data.users).toMatchObject([{ id: people.outra.id, assignable: true }]);
    expect((await call<Board>('leitora', 'GET', `boards/${data.id}`)).data).toEqual({
      ...data,
      administers: false,
    });
    expect((await call<Board>('outra', 'GET', `boards/${data.id}`)).data.administers).toBe(true);
  });

  it('needs a name, projects that one sees and people with access', async () => {
    expect(await make({ title: '  ' })).toMatchObject({
      status: 400,
      errors: [{ path: '/title', message: 'Campo Obrigatório' }],
    });
    expect(await call('gestora', 'POST', 'boards', {})).toMatchObject({ errors: [{ path: '/title' }] });
    expect(await make({ projectIds: [900_000_001] })).toMatchObject({ errors: [{ path: '/projectIds' }] });
    const secret = await makeProject(app, []);
    await sql`update project set restricted = true where id = ${secret}`.execute(app.database.owner);
    expect(await make({ projectIds: [secret] })).toMatchObject({ errors: [{ path: '/projectIds' }] });
    const open = await makeProject(app, []);
    expect(await make({ projectIds: [open] }, 'quadros')).toMatchObject({ status: 400 });
    const { id } = await app.database.owner
      .selectFrom('app_user')
      .where('login', '=', 'semacesso')
      .select('id')
      .executeTakeFirstOrThrow();
    expect(await make({ stakeholderIds: [id] })).toMatchObject({ errors: [{ path: '/stakeholderIds' }] });
    expect((await make({}, 'leitora')).status).toBe(403);
    await closeProject(app, open);
    expect(await make({ projectIds: [open] })).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
  });

  it('is made once by one gesture, and shows the backlogs of its projects', async () => {
    const { projectId, backlog, cards } = await makeBoard(app, { cards: 1, backlog: 2 });
    const body = { projectIds: [projectId], opId: randomUUID() };
    const [first, again] = [await make(body), await make(body)];
    expect(again.data).toEqual(first.data);
    const shown = await call<{ rows: { id: number }[] }>('gestora', 'GET', `boards/${first.data.id}/tasks`);
    expect(shown.data.rows.map(({ id }) => id)).toEqual(backlog);
    expect(cards).toHaveLength(1);
  });
});

describe('the list of boards', () => {
  it('has those that one sees, by name or project, in pages', async () => {
    const projectId = await makeProject(app, []);
    const names = ['Zeta listada', 'alfa listada', 'Beta Listada'];
    for (const title of names) await make({ title, projectIds: [projectId] });
    const list = async (query: string, login = 'gestora') =>
      (
        await call<{ rows: { title: string; projectIds: number[] }[]; totalRows: number }>(
          login,
          'GET',
          `boards?${query}`,
        )
      ).data;
    const page = await list(`title=LISTADA&perPage=2`);
    expect([page.totalRows, page.rows.map(({ title }) => title)]).toEqual([
      3,
      ['alfa listada', 'Beta Listada'],
    ]);
    expect((await list(`q_projId=${projectId}&order=title_desc`)).rows.map(({ title }) => title)).toEqual([
      'Zeta listada',
      'Beta Listada',
      'alfa listada',
    ]);
    await sql`update project set restricted = true where id = ${projectId}`.execute(app.database.owner);
    expect((await list(`title=listada`)).totalRows).toBe(0);
    expect((await list(`title=listada`, 'quadros')).totalRows).toBe(0);
    expect((await call('gestora', 'GET', 'boards?order=description_asc')).code).toBe('BAD_ORDER');
  });
});

describe('a change of a board', () => {
  it('writes the sent fields, and merges what others changed', async () => {
    const { data: board } = await make();
    const path = `boards/${board.id}`;
    const first = await call<Board>('gestora', 'PUT', path, { title: ' Outro ', version: 1 });
    expect(first).toMatchObject({
      message: 'Quadro atualizado com sucesso!',
      data: { title: 'Outro', version: 2 },
    });
    const merged = await call<Board>('outra', 'PUT', path, { description: '<p>x</p>', version: 1 });
    expect(merged.data).toMatchObject({ title: 'Outro', description: '<p>x</p>', version: 3 });
    expect(await call('outra', 'PUT', path, { title: 'Terceiro', version: 1 })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      data: { title: 'Outro', version: 3 },
    });
    expect((await call<Board>('outra', 'PUT', path, { title: 'Outro' })).data.version).toBe(3);
    expect(await call('outra', 'PUT', path, { title: '' })).toMatchObject({ status: 400 });
    const events = await call<BoardEvents>('gestora', 'GET', `${path}/events?after=1`);
    expect(
      events.data.rows.map(({ kind, changes }) => [kind, changes![0]!.before, changes![0]!.after]),
    ).toEqual([
      ['board.update', { title: 'Quadro novo' }, { title: 'Outro' }],
      ['board.update', { description: '' }, { description: '<p>x</p>' }],
    ]);
  });

  it('can have the activation of a sprint undone, its first one too', async () => {
    const { boardId, sprintId } = await makeBoard(app, { cards: 1 });
    const opId = randomUUID();
    await call('gestora', 'PUT', `boards/${boardId}`, { activeSprintId: sprintId, opId });
    expect(await call('gestora', 'POST', `ops/${opId}/undo`, {})).toMatchObject({ status: 200 });
    expect((await call<Board>('gestora', 'GET', `boards/${boardId}`)).data).toMatchObject({
      activeSprintId: null,
      sprints: [{ startedAt: null }],
    });
  });

  it('activates an open sprint of its own, and notes when that is for the first time', async () => {
    const [board, foreign] = [await makeBoard(app, { cards: 1 }), await makeBoard(app)];
    const path = `boards/${board.boardId}`;
    const put = (activeSprintId: number | null) => call<Board>('gestora', 'PUT', path, { activeSprintId });
    expect(await put(foreign.sprintId)).toMatchObject({ status: 400, errors: [{ path: '/activeSprintId' }] });
    const { data } = await put(board.sprintId);
    expect(data).toMatchObject({
      activeSprintId: board.sprintId,
      sprints: [{ startedAt: expect.stringMatching(/Z$/), version: 2 }],
    });
    const started = data.sprints[0]!.startedAt;
    expect((await put(null)).data.activeSprintId).toBeNull();
    expect((await put(board.sprintId)).data.sprints[0]!.startedAt).toBe(started);
    await put(null);
    await sql`update sprint set state = 'ended', ended_at = now() where id = ${board.sprintId}`.execute(
      app.database.owner,
    );
    expect(await put(board.sprintId)).toMatchObject({ status: 409, code: 'SPRINT_ENDED' });
  });

  it('links and unlinks projects with their backlogs, never with cards in open sprints', async () => {
    const [board, other] = [
      await makeBoard(app, { cards: 1, backlog: 1 }),
      await makeBoard(app, { backlog: 2 }),
    ];
    const shown = async () =>
      (
        await call<{ rows: { id: number }[] }>('gestora', 'GET', `boards/${board.boardId}/tasks?sprintId=0`)
      ).data.rows.map(({ id }) => id);
    const put = (projectIds: number[]) => call('gestora', 'PUT', `boards/${board.boardId}`, { projectIds });
    expect((await put([board.projectId, other.projectId])).status).toBe(200);
    expect(await shown()).toEqual([...board.backlog, ...other.backlog]);
    expect(await put([other.projectId])).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
    expect((await put([board.projectId])).status).toBe(200);
    expect(await shown()).toEqual(board.backlog);
  });

  it('gets no more cards than one operation writes, and no project with more is closed', async () => {
    const { data } = await make();
    const project = await makeProject(app, []);
    const fill = (from: number, to: number) =>
      sql`
      insert into task (tenant_id, project_id, number, title, status_id)
      select ${app.tenants.acme}, ${project}, n, 'Tarefa', ${statusIds.backlog}
      from generate_series(${from}::int, ${to}::int) n`.execute(app.database.owner);
    await fill(1, mostPlaces + 1);
    const message = /^A operação mudaria 10\.001 cartões, e uma muda no máximo 10\.000\./;
    const refused = { status: 422, code: 'RULE_BROKEN', message: expect.stringMatching(message) };
    const link = () => call('gestora', 'PUT', `boards/${data.id}`, { projectIds: [project] });
    expect(await link()).toMatchObject(refused);
    expect(await call('gestora', 'PUT', `projects/${project}`, { boardIds: [data.id] })).toMatchObject(
      refused,
    );
    const close = () => call('gestora', 'PUT', `projects/${project}`, { statusId: statusIds.concluded });
    expect(await close()).toMatchObject(refused);
    await sql`delete from task where project_id = ${project} and number = 1`.execute(app.database.owner);
    expect((await link()).status).toBe(200);
    expect((await close()).status).toBe(200);
  });

  it('lets nobody come to a restricted project by its board', async () => {
    const board = await makeBoard(app);
    const secret = await makeProject(app, [board.boardId]);
    await sql`update project set restricted = true where id = ${secret}`.execute(app.database.owner);
    const path = `boards/${board.boardId}`;
    expect(await call('outra', 'PUT', path, { stakeholderIds: [people.outra.id] })).toMatchObject({
      status: 403,
    });
    // Projects of it that they see can be changed; the hidden one stays.
    expect(
      (await call<Board>('outra', 'PUT', path, { projectIds: [board.projectId] })).data.projectIds,
    ).toEqual([board.projectId]);
    const links = await app.database.owner
      .selectFrom('project_board')
      .where('board_id', '=', board.boardId)
      .select('project_id')
      .execute();
    expect(links).toHaveLength(2);
    expect((await call('outra', 'DELETE', path)).status).toBe(403);
  });
});

it('offers for choice only people who may work, and still names those on cards', async () => {
  const { boardId, cards } = await makeBoard(app, { cards: 1 });
  await call('gestora', 'PUT', `tasks/${cards[0]}`, { users: [people.outra.id] });
  const outra = async () =>
    (await call<Board>('gestora', 'GET', `boards/${boardId}`)).data.users.find(
      ({ id }) => id === people.outra.id,
    );
  expect(await outra()).toMatchObject({ assignable: true });
  const setActive = (isActive: boolean) =>
    sql`update app_user set is_active = ${isActive} where id = ${people.outra.id}`.execute(
      app.database.owner,
    );
  await setActive(false);
  try {
    expect(await outra()).toMatchObject({ assignable: false });
  } finally {
    await setActive(true);
  }
});

describe('a removed board', () => {
  it('is gone for all, and refused while open sprints have cards', async () => {
    const busy = await makeBoard(app, { cards: 1 });
    expect(await call('gestora', 'DELETE', `boards/${busy.boardId}`)).toMatchObject({ status: 422 });
    const board = await makeBoard(app, { backlog: 1 });
    expect(await call('gestora', 'DELETE', `boards/${board.boardId}`)).toMatchObject({
      status: 200,
      message: 'Quadro excluído',
    });
    for (const path of ['', '/tasks', '/events?after=0'])
      expect((await call('gestora', 'GET', `boards/${board.boardId}${path}`)).status).toBe(404);
    // Its projects work without it.
    const made = await call<{ id: number }>('gestora', 'POST', 'tasks', {
      projectId: board.projectId,
      title: 'Depois',
    });
    expect(made.status).toBe(201);
  });

  it('comes back with all that it had by the undo of its deletion', async () => {
    const board = await makeBoard(app, { backlog: 3 });
    const path = `boards/${board.boardId}`;
    await call('gestora', 'PUT', path, { stakeholderIds: [people.outra.id], title: 'Obra' });
    const before = (await call<Board>('gestora', 'GET', path)).data;
    const cards = async () =>
      (await call<{ rows: { id: number }[] }>('gestora', 'GET', `${path}/tasks`)).data.rows.map(
        ({ id }) => id,
      );
    const order = await cards();
    const list = await call<{ rows: { stakeholders: { id: number; name: string }[] }[] }>(
      'gestora',
      'GET',
      'boards?title=Obra',
    );
    expect(list.data.rows.map(({ stakeholders }) => stakeholders.map(({ id }) => id))).toEqual([
      [people.outra.id],
    ]);
    const removed = await call<{ opId: string }>('gestora', 'DELETE', path);
    expect((await call('gestora', 'POST', `ops/${removed.data.opId}/undo`, {})).status).toBe(200);
    const after = (await call<Board>('gestora', 'GET', path)).data;
    const kept = ({ title, projectIds, stakeholderIds, activeSprintId, lanes }: Board) => ({
      title,
      projectIds,
      stakeholderIds,
      activeSprintId,
      lanes,
    });
    expect(kept(after)).toEqual(kept(before));
    expect(order).toHaveLength(3);
    expect(await cards()).toEqual(order);
    expect((await call('gestora', 'POST', `ops/${removed.data.opId}/undo`, {})).status).toBe(409);
  });
});

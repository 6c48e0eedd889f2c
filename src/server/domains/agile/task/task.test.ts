import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds, type BoardEvents } from '../../../../contracts/agile.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard, makeProject } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
let outra: Person;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  outra = await addPerson(app, 'outra', { 'ppm-projects': 'rcu', 'ppm-boards': 'rcu' });
  await addPerson(app, 'quadros', { 'ppm-boards': 'rcud' });
});
afterAll(() => app.close());

interface Task {
  id: number;
  code: string;
  title: string;
  description: string;
  statusId: number;
  taskSprintId: number | null;
  users: number[];
  tags: number[];
  version: number;
  places: { boardId: number; laneId: number | null }[];
}
const get = async (id: number) => (await call<Task>('gestora', 'GET', `tasks/${id}`)).data;
const put = (id: number, body: object, login = 'gestora') => call<Task>(login, 'PUT', `tasks/${id}`, body);
const make = (body: object, login = 'gestora') => call<{ id: number }>(login, 'POST', 'tasks', body);
const lane = async (boardId: number, laneId: number): Promise<number[]> =>
  (
    await call<{ rows: { id: number; laneId: number | null }[] }>('gestora', 'GET', `boards/${boardId}/tasks`)
  ).data.rows
    .filter((card) => card.laneId === laneId)
    .map(({ id }) => id);
const eventsOf = async (boardId: number) =>
  (await call<BoardEvents>('gestora', 'GET', `boards/${boardId}/events?after=0`)).data.rows;

describe('a task', () => {
  it('has the company of its project', async () => {
    const { projectId, cards } = await makeBoard(app, { cards: 1 });
    type WithCompany = { company: { id: number; name: string } | null };
    const inList = async () =>
      (await call<{ rows: WithCompany[] }>('gestora', 'GET', `tasks?q_projId=${projectId}`)).data.rows;
    expect(await inList()).toMatchObject([{ company: null }]);
    await sql`
      insert into company (tenant_id, id, name, cnpj, is_active)
      values (${app.tenants.acme}, 901, 'Filial', '11222333000181', true)`.execute(app.database.owner);
    await sql`update project set company_id = 901 where id = ${projectId}`.execute(app.database.owner);
    const company = { id: 901, name: 'Filial' };
    expect(await inList()).toMatchObject([{ company }]);
    expect((await call<WithCompany>('gestora', 'GET', `tasks/${cards[0]}`)).data.company).toEqual(company);
  });
});

describe('work on boards', () => {
  it('is the tasks and stories that a board shows, by board where one is named', async () => {
    const { boardId, projectId, cards } = await makeBoard(app, { cards: 1 });
    const apart = await makeProject(app, []);
    const story = await call<{ id: number }>('gestora', 'POST', 'stories', { projectId, title: 'No quadro' });
    await call('gestora', 'POST', 'stories', { projectId, title: 'Sem tarefas' });
    await put(cards[0]!, { storyId: story.data.id });
    const { data } = await make({ projectId: apart, title: 'Fora' });
    const ids = async (path: string) =>
      (await call<{ rows: { id: number }[] }>('gestora', 'GET', path)).data.rows.map(({ id }) => id);
    expect(await ids(`boards/tasks?q_boardId=${boardId}`)).toEqual(cards);
    expect(await ids(`boards/tasks?q_projId=${apart}`)).toEqual([]);
    expect(await ids(`tasks?q_projId=${apart}`)).toEqual([data.id]);
    expect(await ids(`boards/stories?q_boardId=${boardId}`)).toEqual([story.data.id]);
    expect(await ids(`boards/stories?q_projId=${projectId}`)).toEqual([story.data.id]);
  });
});

describe('a new task', () => {
  it('makes the tags that its board does not have, in the same operation, which is taken back whole', async () => {
    const { boardId, projectId } = await makeBoard(app);
    const other = await makeBoard(app);
    const known = await call<{ id: number }>('gestora', 'POST', 'tags', { boardId, title: 'Fiscal' });
    const opId = randomUUID();
    const body = { opId, projectId, title: 'Com tags', newTags: { boardId, titles: ['fiscal', 'Novo'] } };
    const foreign = { ...body, newTags: { boardId: other.boardId, titles: ['x'] } };
    expect((await make(foreign)).status).toBe(404);
    const { data } = await make(body);
    expect((await make(body)).data).toEqual(data);
    const { tags } = await get(data.id);
    expect(tags).toContain(known.data.id);
    expect(tags).toHaveLength(2);
    const [, op] = await eventsOf(boardId);
    expect(op).toMatchObject({ opId, changes: [{ entity: 'task', id: data.id }, { entity: 'tag' }] });
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
    expect((await call('gestora', 'GET', `tasks/${data.id}`)).status).toBe(404);
    const left = await call<{ tags: { title: string }[] }>('gestora', 'GET', `boards/${boardId}`);
    expect(left.data.tags).toMatchObject([{ title: 'Fiscal' }]);
  });

  it('has what was sent: cleaned text, people, tags, story and lane', async () => {
    const board = await makeBoard(app, { cards: 1 });
    const { boardId, projectId, sprintId, lanes } = board;
    const tag = await call<{ id: number }>('gestora', 'POST', 'tags', { boardId, title: 'Urgência' });
    const story = await call<{ id: number }>('gestora', 'POST', 'stories', { projectId, title: 'História' });
    const body = {
      projectId,
      title: ' Comprar ',
      description: '<p>a<img src=x onerror=alert(1)></p><script>x</script>',
      storyId: story.data.id,
      priorityId: 1,
      head: gestora.id,
      users: [outra.id, gestora.id],
      tags: [tag.data.id],
      startDate: '2026-11-01',
      endDate: '2026-11-02',
      laneId: lanes[1],
    };
    expect(await make(body)).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
    await call('gestora', 'PUT', `boards/${boardId}`, { activeSprintId: sprintId });
    const { status, data } = await make(body);
    expect(status).toBe(201);
    expect(await get(data.id)).toMatchObject({
      title: 'Comprar',
      description: '<p>a</p>',
      statusId: statusIds.progress,
      taskSprintId: sprintId,
      users: [gestora.id, outra.id].sort((one, other) => one - other),
      tags: [tag.data.id],
      story: { title: 'História' },
      headData: { id: gestora.id, name: 'Pessoa gestora' },
      sprint: { id: sprintId, boardId },
      status: { category: 'progress', title: 'Em andamento' },
      places: [{ boardId, laneId: lanes[1] }],
      tagsData: [{ title: 'Urgência' }],
      comments: 0,
      version: 1,
    });
    expect(await lane(boardId, lanes[1]!)).toEqual([data.id]);
  });

  it('is refused with dates, stories, tags, people and lanes that do not fit', async () => {
    const [board, foreign] = [await makeBoard(app), await makeBoard(app)];
    const { projectId } = board;
    const base = { projectId, title: 'x' };
    expect(await make({ ...base, startDate: '2026-11-03', endDate: '2026-11-02' })).toMatchObject({
      status: 400,
      errors: [{ path: '/startDate', message: 'A data de início não pode ser maior que a data de entrega' }],
    });
    expect(await make({ projectId, title: ' ' })).toMatchObject({ errors: [{ path: '/title' }] });
    const story = await call<{ id: number }>('gestora', 'POST', 'stories', {
      projectId: foreign.projectId,
      title: 'y',
    });
    expect(await make({ ...base, storyId: story.data.id })).toMatchObject({ errors: [{ path: '/storyId' }] });
    const tag = await call<{ id: number }>('gestora', 'POST', `boards/${foreign.boardId}/tags`, {
      title: 'y',
    });
    expect(await make({ ...base, tags: [tag.data.id] })).toMatchObject({ errors: [{ path: '/tags' }] });
    expect(await make({ ...base, users: [900_000_001] })).toMatchObject({ errors: [{ path: '/users' }] });
    expect(await make({ ...base, laneId: foreign.lanes[0] })).toMatchObject({ status: 404 });
    // Somebody who does not see the restricted project cannot be put on its tasks, and nobody without projects makes some.
    await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${projectId}`.execute(
      app.database.owner,
    );
    expect(await make({ ...base, users: [outra.id] })).toMatchObject({ errors: [{ path: '/users' }] });
    expect((await make(base, 'outra')).status).toBe(404);
    expect((await make({ projectId: foreign.projectId, title: 'x' }, 'quadros')).status).toBe(404);
  });
});

describe('a change of a task', () => {
  it('writes the sent fields alone, and merges by field', async () => {
    const { cards, boardId } = await makeBoard(app, { cards: 1 });
    const [id] = cards as [number];
    expect(await put(id, { title: 'Um', version: 1 })).toMatchObject({
      message: 'Tarefa atualizada com sucesso!',
      data: { title: 'Um', version: 2 },
    });
    expect((await put(id, { priorityId: 2, version: 1 }, 'outra')).data).toMatchObject({
      title: 'Um',
      version: 3,
    });
    expect(await put(id, { title: 'Dois', version: 1 }, 'outra')).toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { title: 'Um', version: 3 },
    });
    expect(await put(id, { endDate: '2026-11-02' })).toMatchObject({ status: 200 });
    expect(await put(id, { startDate: '2026-11-03' })).toMatchObject({ errors: [{ path: '/startDate' }] });
    expect((await put(id, { title: 'Um' })).data.version).toBe(4);
    await put(id, { users: [outra.id] });
    await put(id, { users: [gestora.id] });
    expect((await get(id)).users).toEqual([gestora.id]);
    const events = await eventsOf(boardId);
    expect(events.map(({ kind, changes }) => [kind, changes![0]!.before, changes![0]!.after])).toEqual([
      ['task.update', { title: 'Tarefa 1' }, { title: 'Um' }],
      ['task.update', { priorityId: null }, { priorityId: 2 }],
      ['task.update', { endDate: null }, { endDate: '2026-11-02' }],
      ['task.update', { users: [] }, { users: [outra.id] }],
      ['task.update', { users: [outra.id] }, { users: [gestora.id] }],
    ]);
  });

  it('of its status puts the card at the end of that lane, of its sprint is a move', async () => {
    const { cards, backlog, boardId, lanes, sprintId } = await makeBoard(app, { cards: 3, backlog: 1 });
    const [a, b, c] = cards as [number, number, number];
    const [start, progress] = lanes as [number, number];
    await put(b, { statusId: statusIds.progress });
    await put(a, { statusId: statusIds.progress, title: 'Ambos' });
    expect(await lane(boardId, progress)).toEqual([b, a]);
    expect(await get(a)).toMatchObject({ title: 'Ambos', statusId: statusIds.progress });
    await put(a, { taskSprintId: null });
    expect(await get(a)).toMatchObject({ statusId: statusIds.backlog, taskSprintId: null });
    await put(backlog[0]!, { taskSprintId: sprintId });
    expect(await lane(boardId, start)).toEqual([c, backlog[0]]);
    await put(c, { statusId: statusIds.backlog });
    expect(await get(c)).toMatchObject({ taskSprintId: null });
    expect(await put(c, { statusId: statusIds.late })).toMatchObject({ errors: [{ path: '/statusId' }] });
    const foreign = await makeBoard(app);
    expect(await put(c, { taskSprintId: foreign.sprintId })).toMatchObject({
      errors: [{ path: '/taskSprintId' }],
    });
    await sql`update lane set wip_limit = 1, wip_mode = 'hard' where id = ${progress}`.execute(
      app.database.owner,
    );
    expect(await put(backlog[0]!, { statusId: statusIds.progress })).toMatchObject({ code: 'LANE_FULL' });
    const { rows } = await sql<{ kind: string }>`
      select kind from sprint_event where task_id = ${a} order by op`.execute(app.database.owner);
    expect(rows.map(({ kind }) => kind).at(-1)).toBe('out');
  });

  it('is done once by one gesture, and refused in a closed project and by who may not', async () => {
    const { cards, boardId, projectId } = await makeBoard(app, { cards: 1 });
    const [id] = cards as [number];
    const body = { title: 'Vez', opId: randomUUID() };
    await put(id, body);
    expect((await put(id, body)).data.version).toBe(2);
    expect(await eventsOf(boardId)).toHaveLength(1);
    expect((await put(id, { title: 'x' }, 'quadros')).status).toBe(404);
    expect((await call('outra', 'DELETE', `tasks/${id}`)).status).toBe(403);
    await closeProject(app, projectId);
    for (const answer of [await put(id, { title: 'x' }), await call('gestora', 'DELETE', `tasks/${id}`)])
      expect(answer).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
  });
});

describe('several tasks', () => {
  it('stay as they are where others have changed the same of one since, which is named', async () => {
    const { cards, boardId, sprintId, lanes } = await makeBoard(app, { cards: 3 });
    const [a, b] = cards as [number, number];
    const bulk = (body: object) => call('gestora', 'POST', 'tasks/-/bulk', body);
    await addPerson(app, 'segunda', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
    const seen = { boardId, seq: (await eventsOf(boardId)).length };
    await call('segunda', 'PUT', `tasks/${b}`, { priorityId: 1 });
    await call('segunda', 'POST', `boards/${boardId}/cards/${a}/move`, {
      bucket: sprintId,
      laneId: lanes[1],
    });
    expect(await bulk({ ids: cards, set: { priorityId: 4 }, seen })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      errors: [
        {
          path: '/ids/1',
          message: 'Pessoa segunda mudou esta tarefa depois.',
        },
      ],
    });
    const place = { boardId, bucket: sprintId, laneId: lanes[2], afterId: null };
    for (const body of [{ set: { statusId: statusIds.validation } }, { move: place }])
      expect(await bulk({ ids: cards, ...body, seen })).toMatchObject({
        status: 409,
        errors: [
          {
            path: '/ids/0',
            message: 'Pessoa segunda moveu esta tarefa depois.',
          },
        ],
      });
    expect([await get(b), await lane(boardId, lanes[1]!)]).toMatchObject([{ priorityId: 1 }, [a]]);
    expect((await bulk({ ids: cards, set: { endDate: '2026-12-01' }, seen })).status).toBe(200);
    expect((await bulk({ ids: cards, set: { priorityId: 4 } })).status).toBe(200);
  });

  it('are changed and removed as one operation, all or nothing', async () => {
    const { cards, boardId, lanes } = await makeBoard(app, { cards: 3 });
    const bulk = (body: object, login = 'gestora') => call(login, 'POST', 'tasks/-/bulk', body);
    expect(await bulk({ ids: cards, set: { statusId: statusIds.progress, priorityId: 1 } })).toMatchObject({
      status: 200,
      data: { rows: cards.map((id) => ({ id, ok: true })) },
    });
    expect(await lane(boardId, lanes[1]!)).toEqual(cards);
    expect(await eventsOf(boardId)).toMatchObject([{ kind: 'task.bulk', seq: 1 }]);
    expect(await bulk({ ids: [...cards, 900_000_001], set: { priorityId: 2 } })).toMatchObject({
      status: 404,
    });
    expect(await get(cards[0]!)).toMatchObject({ priorityId: 1 });
    expect(await bulk({ ids: cards })).toMatchObject({ status: 422 });
    expect(await bulk({ ids: cards, add: { users: [outra.id] }, delete: true })).toMatchObject({
      status: 422,
    });
    expect((await bulk({ ids: cards, delete: true }, 'outra')).status).toBe(403);
    expect((await bulk({ ids: cards, delete: true })).status).toBe(200);
    expect(await eventsOf(boardId)).toHaveLength(2);
    expect((await call('gestora', 'GET', `tasks/${cards[0]}`)).status).toBe(404);
  });
});

describe('several tasks', () => {
  const bulk = (body: object) => call('gestora', 'POST', 'tasks/-/bulk', body);

  it('get and lose people and tags beside those that each has', async () => {
    const { boardId, cards } = await makeBoard(app, { cards: 2 });
    const tag = await call<{ id: number }>('gestora', 'POST', 'tags', { boardId, title: 'Fiscal' });
    await put(cards[0]!, { users: [gestora.id] });
    const change = { ids: cards, add: { users: [outra.id], tags: [tag.data.id] } };
    expect(await bulk({ ...change, remove: { users: [gestora.id] }, set: { priorityId: 2 } })).toMatchObject({
      status: 200,
    });
    for (const id of cards)
      expect(await get(id)).toMatchObject({ users: [outra.id], tags: [tag.data.id], priorityId: 2 });
    expect((await eventsOf(boardId)).at(-1)).toMatchObject({ kind: 'task.bulk' });
  });

  it('are put between two others in the order that was sent, as one operation that is taken back whole', async () => {
    const { boardId, sprintId, lanes, cards } = await makeBoard(app, { cards: 6 });
    const [a, b, c, d, e, f] = cards as [number, number, number, number, number, number];
    await bulk({ ids: [e, f], set: { statusId: statusIds.progress } });
    const opId = randomUUID();
    const move = { boardId, bucket: sprintId, laneId: lanes[1]!, afterId: e, beforeId: f };
    expect((await bulk({ opId, ids: [d, a, c], move })).status).toBe(200);
    expect(await lane(boardId, lanes[1]!)).toEqual([e, d, a, c, f]);
    expect(await lane(boardId, lanes[0]!)).toEqual([b]);
    expect((await eventsOf(boardId)).at(-1)).toMatchObject({ kind: 'task.bulk', seq: 2 });
    expect(await get(a)).toMatchObject({ statusId: statusIds.progress });
    expect((await bulk({ opId, ids: [d, a, c], move })).status).toBe(200);
    expect(await eventsOf(boardId)).toHaveLength(2);
    // Within one lane, and to its start.
    await bulk({ ids: [f, c], move: { ...move, afterId: null, beforeId: e } });
    expect(await lane(boardId, lanes[1]!)).toEqual([f, c, e, d, a]);
    const last = (await eventsOf(boardId)).at(-1) as { opId: string };
    expect((await call('gestora', 'POST', `ops/${last.opId}/undo`, {})).status).toBe(200);
    expect(await lane(boardId, lanes[1]!)).toEqual([e, d, a, c, f]);
  });

  it('are not moved by one that may not go there: a full lane, another board, a set beside', async () => {
    const { boardId, sprintId, lanes, cards } = await makeBoard(app, { cards: 3 });
    const other = await makeBoard(app, { cards: 1 });
    const move = { boardId, bucket: sprintId, laneId: lanes[1]! };
    await sql`update lane set wip_limit = 2, wip_mode = 'hard' where id = ${lanes[1]!}`.execute(
      app.database.owner,
    );
    expect(await bulk({ ids: cards, move })).toMatchObject({ status: 409, code: 'LANE_FULL' });
    expect(await lane(boardId, lanes[0]!)).toEqual(cards);
    const foreign = [...cards.slice(0, 1), other.cards[0]!];
    expect((await bulk({ ids: foreign, move })).status).toBe(404);
    expect((await bulk({ ids: cards, move, set: { priorityId: 1 } })).status).toBe(422);
    expect(await lane(boardId, lanes[0]!)).toEqual(cards);
  });

  it('are refused with the name of each that stands in the way', async () => {
    const { projectId, lanes, cards, boardId } = await makeBoard(app, { cards: 4 });
    await sql`update lane set wip_limit = 2, wip_mode = 'hard' where id = ${lanes[1]!}`.execute(
      app.database.owner,
    );
    const full = await bulk({ ids: cards, set: { statusId: statusIds.progress } });
    expect(full).toMatchObject({
      code: 'LANE_FULL',
      errors: [{ path: '/ids/2', message: expect.stringContaining('Em andamento') }, { path: '/ids/3' }],
    });
    expect(await lane(boardId, lanes[1]!)).toEqual([]);
    expect(await bulk({ ids: [900_000_001, cards[0], 900_000_002], set: { priorityId: 1 } })).toMatchObject({
      status: 404,
      errors: [{ path: '/ids/0' }, { path: '/ids/2' }],
    });
    const other = await makeBoard(app, { cards: 1 });
    await closeProject(app, projectId);
    expect(await bulk({ ids: [other.cards[0], ...cards], delete: true })).toMatchObject({
      code: 'PROJECT_CLOSED',
      errors: [{ path: '/ids/1' }, { path: '/ids/2' }, { path: '/ids/3' }, { path: '/ids/4' }],
    });
  });

  it('are refused by the dates of each', async () => {
    const { cards } = await makeBoard(app, { cards: 2 });
    await put(cards[1]!, { startDate: '2026-11-20' });
    expect(await bulk({ ids: cards, set: { endDate: '2026-11-10' } })).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: '/ids/1', message: 'A data de início não pode ser maior que a data de entrega' }],
    });
  });
});

describe('a removed task', () => {
  it('is gone from its board and its lists', async () => {
    const { cards, boardId, lanes, projectId } = await makeBoard(app, { cards: 2 });
    expect(await call('gestora', 'DELETE', `tasks/${cards[0]}`)).toMatchObject({
      status: 200,
      message: 'Tarefa Deletada',
    });
    expect(await lane(boardId, lanes[0]!)).toEqual([cards[1]]);
    const list = await call<{ totalRows: number }>('gestora', 'GET', `tasks?q_projId=${projectId}`);
    expect(list.data.totalRows).toBe(1);
    expect((await call('gestora', 'DELETE', `tasks/${cards[0]}`)).status).toBe(404);
  });
});

describe('the list of tasks', () => {
  it('is filtered, ordered, grouped and paged', async () => {
    const { boardId, projectId, lanes, cards, backlog } = await makeBoard(app, { cards: 3, backlog: 2 });
    const list = async (query: string, login = 'gestora') =>
      (
        await call<{ rows: (Task & { groupId: number | null })[]; totalRows: number }>(
          login,
          'GET',
          `tasks?q_projId=${projectId}&${query}`,
        )
      ).data;
    const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id);
    await put(cards[1]!, { priorityId: 1, head: gestora.id, endDate: '2020-01-01' });
    await put(cards[2]!, { priorityId: 2, title: 'Revisão geral' });
    const all = [...cards, ...backlog];
    expect(await list('perPage=2')).toMatchObject({ totalRows: 5, rows: [{ id: all[0] }, { id: all[1] }] });
    expect(await ids('perPage=2&page=3&order=id_desc')).toEqual([all[0]]);
    expect(await ids(`laneId=${lanes[0]}`)).toEqual(cards);
    expect(await ids(`q_boardId=${boardId}`)).toEqual(all);
    expect(await ids(`statusId=${statusIds.backlog}`)).toEqual(backlog);
    expect(await ids(`head=${gestora.id}`)).toEqual([cards[1]]);
    expect(await ids('due=overdue')).toEqual([cards[1]]);
    expect(await ids('due=none')).toHaveLength(4);
    expect(await ids('text=REVISAO')).toEqual([cards[2]]);
    const { code } = await get(cards[0]!);
    expect(await ids(`text=${code.toLowerCase()}`)).toEqual([cards[0]]);
    const grouped = await list('q_groupBy=priorityId');
    expect(grouped.rows.map(({ groupId }) => groupId)).toEqual([1, 2, null, null, null]);
    expect((await list('', 'quadros')).totalRows).toBe(0);
    const secret = await makeProject(app, [boardId]);
    const made = await make({ projectId: secret, title: 'Secreta' });
    await sql`update project set restricted = true where id = ${secret}`.execute(app.database.owner);
    expect(
      (await call<{ totalRows: number }>('outra', 'GET', `tasks?q_projId=${secret}`)).data.totalRows,
    ).toBe(0);
    expect((await call('outra', 'GET', `tasks/${made.data.id}`)).status).toBe(404);
  });
});

describe('a story', () => {
  it('is created, changed and listed with the number of its tasks', async () => {
    const { projectId } = await makeBoard(app);
    const made = await call<{ id: number }>('gestora', 'POST', 'stories', { projectId, title: ' Uma ' });
    expect([made.status, made.message]).toEqual([201, 'Atividade criada com sucesso!']);
    const { id } = made.data;
    const path = `stories/${id}`;
    expect(await call('gestora', 'PUT', path, { title: 'Outra', head: outra.id, version: 1 })).toMatchObject({
      data: { title: 'Outra', head: outra.id, version: 2, statusId: statusIds.backlog },
    });
    expect(await call('gestora', 'PUT', path, { title: 'Terceira', version: 1 })).toMatchObject({
      status: 409,
    });
    expect(await call('gestora', 'PUT', path, { description: '<b>x</b>', version: 1 })).toMatchObject({
      data: { description: 'x', version: 3 },
    });
    expect(await call('gestora', 'POST', 'stories', { projectId })).toMatchObject({
      errors: [{ path: '/title' }],
    });
    const task = await make({ projectId, title: 't', storyId: id });
    expect(await call('gestora', 'GET', `stories?q_projId=${projectId}`)).toMatchObject({
      data: {
        totalRows: 1,
        rows: [{ id, code: expect.stringMatching(/-1$/), tasks: { done: 0, total: 1 } }],
      },
    });
    expect(await call('gestora', 'DELETE', path)).toMatchObject({ status: 422 });
    expect((await call('gestora', 'DELETE', `${path}?tasks=delete`)).status).toBe(200);
    expect((await call('gestora', 'GET', `tasks/${task.data.id}`)).status).toBe(404);
    expect((await call('gestora', 'GET', path)).status).toBe(404);
  });
});

describe('a tag', () => {
  it('is one per board and name, whatever case and accents', async () => {
    const { boardId, cards } = await makeBoard(app, { cards: 1 });
    const add = (title: string) =>
      call<{ id: number; version: number }>('gestora', 'POST', 'tags', { boardId, title });
    const first = await add('Férias');
    expect((await add(' ferias ')).data).toEqual(first.data);
    const other = await add('Outra');
    expect(await call('gestora', 'PUT', `tags/${other.data.id}`, { title: 'FÉRIAS' })).toMatchObject({
      status: 409,
      code: 'ALREADY_EXISTS',
    });
    expect(await call('gestora', 'PUT', `tags/${other.data.id}`, { color: '#112233' })).toMatchObject({
      data: { title: 'Outra', color: '#112233', version: 2 },
    });
    expect(await add('')).toMatchObject({ status: 400, errors: [{ path: '/title' }] });
    await put(cards[0]!, { tags: [first.data.id, other.data.id] });
    expect((await call('gestora', 'DELETE', `boards/${boardId}/tags?tagId=${first.data.id}`)).status).toBe(
      200,
    );
    expect((await get(cards[0]!)).tags).toEqual([other.data.id]);
    const both = [first.data.id, other.data.id];
    expect((await eventsOf(boardId)).at(-1)).toMatchObject({
      kind: 'tag.delete',
      changes: [
        { entity: 'tag', after: null },
        { entity: 'task', id: cards[0], before: { tags: both }, after: { tags: [other.data.id] } },
      ],
    });
    const path = `tasks/${cards[0]}/tags?tagId=${other.data.id}`;
    expect((await call<Task>('outra', 'DELETE', path)).data.tags).toEqual([]);
    expect(await call('outra', 'DELETE', path)).toMatchObject({ status: 404 });
    const list = await call<{ rows: { title: string }[] }>('outra', 'GET', `tags?q_boardId=${boardId}`);
    expect(list.data.rows.map(({ title }) => title)).toEqual(['Outra']);
    expect((await call('outra', 'DELETE', `tags/${other.data.id}`)).status).toBe(200);
  });
});

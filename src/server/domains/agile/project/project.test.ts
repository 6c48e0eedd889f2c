import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { makeBoard, makeProject } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';
import type { ProjectReply, ProjectRow } from './project-schema.ts';
import { vacuum } from '../../../testing/plans.ts';

let app: TestApp;
let gestora: number;
let outra: number;
beforeAll(async () => {
  app = await testApp({ resources });
  gestora = (await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' })).id;
  outra = (await addPerson(app, 'outra', { 'ppm-projects': 'r' })).id;
});
afterAll(() => app.close());

interface Answer<T> {
  status: number;
  code?: string;
  message: string;
  data: T;
  errors?: { path: string; message: string }[];
}
type Page = { rows: ProjectRow[]; page: number; perPage: number; totalRows: number };

async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  login = 'gestora',
): Promise<Answer<T>> {
  const reply = await app.inject({
    method,
    url: `/handler/v2/agile/${path}`,
    headers: { ...(await app.sessionOf(app.tenants.acme, login)), 'accept-language': 'pt' },
    ...(payload && { payload }),
  });
  return { ...reply.json<Answer<T>>(), status: reply.statusCode };
}

const least = {
  title: 'Revisão das Rotas',
  summaryTitle: 'Sumário',
  startDate: '2026-01-10',
  endDate: '2099-02-10',
};
const create = async (fields: object = {}) =>
  (await call<ProjectReply>('POST', 'projects', { ...least, ...fields })).data;
const list = async (query = '', login = 'gestora') =>
  (await call<Page>('GET', `projects${query}`, undefined, login)).data;
const encoded = (filters: object): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(filters)).toString('base64'));

describe('creating a project', () => {
  it('tells the first missing thing alone, in the order of the product', async () => {
    const asked: [object, string][] = [
      [{}, 'Informe um nome para o projeto'],
      [{ title: '   ' }, 'Informe um nome para o projeto'],
      [{ title: 'A' }, 'Informe um título para o sumário'],
      [{ title: 'A', summaryTitle: 'S' }, 'Selecione uma data de início'],
      [{ title: 'A', summaryTitle: 'S', startDate: '' }, 'Selecione uma data de início'],
      [{ title: 'A', summaryTitle: 'S', startDate: '2026-02-01' }, 'Selecione uma data final estimada'],
      [
        { title: 'A', summaryTitle: 'S', startDate: '2026-02-01', endDate: '2026-01-31' },
        'A data final não pode ser anterior à data inicial',
      ],
    ];
    for (const [body, message] of asked) {
      const answer = await call('POST', 'projects', body);
      expect([answer.status, answer.message]).toEqual([400, message]);
      expect(answer.errors).toHaveLength(1);
    }
  });

  it('keeps what was given, with a trimmed name, a status, a key and an icon', async () => {
    const { boardId } = await makeBoard(app);
    const answer = await call<ProjectReply>('POST', 'projects', {
      ...least,
      title: '  Revisão das Rotas Viárias ',
      summaryDesc: 'Texto',
      head: gestora,
      teamIds: [outra],
      boardIds: [boardId],
      icon: { name: 'tasks', color: '#1874cf' },
    });
    expect(answer).toMatchObject({
      status: 201,
      message: 'Projeto criado com sucesso!',
      data: {
        title: 'Revisão das Rotas Viárias',
        key: 'RRV',
        statusId: 1,
        status: { id: 1, name: 'start', title: 'Início' },
        headData: { id: gestora, name: 'Pessoa gestora' },
        team: [{ id: outra, name: 'Pessoa outra', avatar: null }],
        teamIds: [outra],
        boardIds: [boardId],
        icon: { name: 'tasks', color: '#1874cf' },
        organizerName: null,
        late: false,
        archived: false,
      },
    });
    expect((await call<ProjectReply>('GET', `projects/${answer.data.id}`)).data).toEqual(answer.data);
  });

  it('gives every project a key of two to five letters that no other has', async () => {
    const titles = ['Zebra', 'Zebra', 'Zebra', 'Zebra da Lua', 'X', '2027', 'Ação'];
    const keys = [];
    for (const title of titles) keys.push((await create({ title })).key);
    expect(keys).toEqual(['ZEB', 'ZEBA', 'ZEBB', 'ZL', 'XPR', 'PRJ', 'ACA']);
    const beta = await app.inject({
      method: 'POST',
      url: '/handler/v2/agile/projects',
      headers: await app.sessionOf(app.tenants.beta, 'admin'),
      payload: { ...least, title: 'Zebra' },
    });
    expect(beta.json().data.key).toBe('ZEB');
  });

  it('gives different keys to projects of one name that are created together', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ title: 'Juntos' })));
    expect(new Set(made.map(({ key }) => key)).size).toBe(6);
  });

  it('limits name, summary title and summary description, naming field and limit', async () => {
    expect((await create({ title: ` ${'á'.repeat(250)} ` })).title).toHaveLength(250);
    for (const [field, limit, label] of [
      ['title', 250, 'Nome'],
      ['summaryTitle', 255, 'Título do sumário'],
      ['summaryDesc', 1000, 'Descrição do sumário'],
    ] as const) {
      const answer = await call('POST', 'projects', { ...least, [field]: 'a'.repeat(limit + 1) });
      expect([answer.status, answer.errors]).toEqual([
        400,
        [
          {
            path: `/${field}`,
            message: `O campo ${label} aceita até ${limit.toLocaleString('pt-BR')} caracteres.`,
          },
        ],
      ]);
    }
  });

  it('refuses people, boards and projects that are not there or hidden', async () => {
    const hidden = await makeProject(app, []);
    await sql`update project set restricted = true where id = ${hidden}`.execute(app.database.owner);
    const { boardId } = await makeBoard(app);
    await sql`update project set restricted = true where id in
      (select project_id from project_board where board_id = ${boardId})`.execute(app.database.owner);
    for (const [field, value] of [
      ['head', 900_000_001],
      ['teamIds', [gestora, 900_000_001]],
      ['organizerId', 900_000_001],
      ['companyId', 900_000_001],
      ['parentId', hidden],
      ['boardIds', [boardId]],
      ['statusId', 7],
      ['statusId', 4],
      ['statusId', 99],
    ] as const) {
      const answer = await call('POST', 'projects', { ...least, [field]: value });
      expect([field, answer.status, answer.errors?.map(({ path }) => path)]).toEqual([
        field,
        400,
        [`/${field}`],
      ]);
    }
  });

  it('sent twice with its opId is done once', async () => {
    const opId = randomUUID();
    const [one, two] = await Promise.all([create({ opId }), create({ opId })]);
    expect(one.id).toBe(two.id);
  });
});

describe('the list', () => {
  it('stands in the order of organizers, then names, with an exact total', async () => {
    const made = async (title: string) =>
      (await call<{ id: number }>('POST', 'organizer', { title })).data.id;
    const [b, a] = [await made('Ordem B'), await made('Ordem A')];
    for (const [title, organizerId] of [
      ['lista 2', b],
      ['lista 1', b],
      ['lista 4', null],
      ['Lista 3', a],
      ['LISTA 5', a],
    ] as const)
      await create({ title, organizerId });
    const first = await list('?title=L%C3%8DSTA%20&perPage=3');
    expect(first).toMatchObject({ page: 1, perPage: 3, totalRows: 5 });
    expect(first.rows.map(({ title }) => title)).toEqual(['Lista 3', 'LISTA 5', 'lista 1']);
    expect(first.rows[0]).toMatchObject({
      organizerName: 'Ordem A',
      organizerValue: 'Ordem A',
      organizerId: a,
    });
    const second = await list('?title=lista&perPage=3&page=2');
    expect(second.rows.map(({ title }) => title)).toEqual(['lista 2', 'lista 4']);
    expect((await list(`?title=lista&groups=${a},0`)).totalRows).toBe(3);
    expect((await list(`?filters=${encoded({ groups: [b], textSearch: 'LISTA' })}`)).totalRows).toBe(2);
    expect((await list('?title=lista&perPage=3&page=9')).totalRows).toBe(5);
  });

  it('filters by shown status and dates, and apart from closed ones', async () => {
    const late = await create({ title: 'filtro atrasado', startDate: '2020-01-01', endDate: '2020-02-01' });
    const open = await create({ title: 'filtro aberto', startDate: '2026-05-01', statusId: 2 });
    const closed = await create({ title: 'filtro fechado', startDate: '2020-01-01', endDate: '2020-02-01' });
    await call('PUT', `projects/${closed.id}`, { statusId: 5 });
    const found = async (query: string) =>
      (await list(`?title=filtro&${query}`)).rows.map(({ id }) => id).sort((one, other) => one - other);
    expect(late).toMatchObject({
      late: true,
      statusId: 1,
      status: { id: 7, name: 'late', title: 'Atrasado' },
    });
    expect(await found('status=7')).toEqual([late.id]);
    expect(await found('status=1')).toEqual([]);
    expect(await found('status=2,5')).toEqual([open.id, closed.id]);
    expect(await found(`filters=${encoded({ status: [7, 2] })}`)).toEqual([late.id, open.id]);
    expect(await found('startDate=2026-05-01')).toEqual([open.id]);
    expect(await found('endDate=2020-02-01')).toEqual([late.id, closed.id]);
    expect(await found('archived=true')).toEqual([closed.id]);
    expect(await found('archived=false')).toEqual([late.id, open.id]);
    expect((await call('GET', `projects?filters=${encoded({ nobody: 1 })}`)).code).toBe('BAD_FILTERS');
    expect((await call('GET', 'projects?startDate=2026-02-01&endDate=2026-01-01')).code).toBe('BAD_FILTERS');
  });

  it('leaves out restricted projects of others, which then are not there', async () => {
    const { id } = await create({ title: 'segredo', restricted: true });
    expect((await list('?title=segredo')).totalRows).toBe(1);
    expect((await list('?title=segredo', 'outra')).totalRows).toBe(0);
    expect((await call('GET', `projects/${id}`, undefined, 'outra')).status).toBe(404);
    await call('PUT', `projects/${id}`, { teamIds: [outra] });
    expect((await list('?title=segredo', 'outra')).totalRows).toBe(1);
  });

  it(
    'reads thousands of projects from its index under the role of requests',
    { timeout: 120_000 },
    async () => {
      const { id: gama } = await app.database.owner
        .insertInto('tenant')
        .values({ key: 'gama', name: 'Gama' })
        .returning('id')
        .executeTakeFirstOrThrow();
      // In batches, so that each stays below the statement time limit on a busy machine.
      for (const [tenant, from] of [
        [app.tenants.beta, 0],
        [app.tenants.beta, 5_000],
        ...Array.from({ length: 8 }, (_, at) => [gama, at * 5_000] as const),
      ])
        await sql`insert into project (tenant_id, key, title)
        select ${tenant}::int, translate(lpad(i::text, 5, '0'), '0123456789', 'ABCDEFGHIJ'), 'Projeto ' || i
        from generate_series(${from}::int + 1, ${from}::int + 5000) i`.execute(app.database.owner);
      await vacuum(app.database.owner, 'project');
      const session = await app.database.enter(app.tenants.beta, null, 'read');
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select p.id from project p left join organizer o on o.id = p.organizer_id where p.closed_at is null
      order by o.title nulls last, p.organizer_id nulls last, p.title, p.id limit 5`.execute(session.db);
      const { rows: role } = await sql<{ role: string }>`select current_user::text as role`.execute(
        session.db,
      );
      await session.rollback();
      const text = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(role).toEqual([{ role: 'molde_app' }]);
      expect(text).toContain('Index Only Scan using project_list');
    },
  );
});

describe('changing a project', () => {
  it('keeps what is not sent, and says when nothing changed', async () => {
    const project = await create({ summaryDesc: 'Texto' });
    const same = await call<ProjectReply>('PUT', `projects/${project.id}`, { title: project.title });
    expect(same).toMatchObject({ status: 422, message: 'Nenhum campo foi alterado!' });
    const changed = await call<ProjectReply>('PUT', `projects/${project.id}`, { title: 'Outro', version: 1 });
    expect(changed).toMatchObject({
      message: 'Projeto Atualizado com sucesso!',
      data: { title: 'Outro', summaryDesc: 'Texto', key: project.key, version: 2 },
    });
    expect(await call('PUT', `projects/${project.id}`, { title: ' ' })).toMatchObject({
      status: 400,
      message: 'Informe um nome para o projeto',
    });
    expect(await call('PUT', `projects/${project.id}`, { parentId: project.id })).toMatchObject({
      status: 400,
    });
  });

  it('merges what two people change, but not in the same field', async () => {
    const { id } = await create();
    await call('PUT', `projects/${id}`, { title: 'Nome novo', version: 1 });
    const merged = await call<ProjectReply>('PUT', `projects/${id}`, {
      summaryDesc: 'Ao mesmo tempo',
      version: 1,
    });
    expect(merged).toMatchObject({
      status: 200,
      data: { title: 'Nome novo', summaryDesc: 'Ao mesmo tempo' },
    });
    const conflict = await call<ProjectReply>('PUT', `projects/${id}`, { title: 'Outro nome', version: 1 });
    expect(conflict).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', data: { title: 'Nome novo' } });
  });

  it('is not restricted away from who does it', async () => {
    const id = await makeProject(app, []);
    expect(await call('PUT', `projects/${id}`, { restricted: true })).toMatchObject({
      status: 400,
      errors: [{ path: '/restricted' }],
    });
    expect((await call('PUT', `projects/${id}`, { restricted: true, teamIds: [gestora] })).status).toBe(200);
  });

  it('shows its backlog on a new board and takes it from a board that it leaves, never with cards in open sprints', async () => {
    const old = await makeBoard(app, { cards: 1, backlog: 2 });
    const other = await makeBoard(app, { backlog: 1 });
    const cards = async (board: number) =>
      (await call<{ rows: { id: number }[] }>('GET', `boards/${board}/tasks`)).data.rows.map(({ id }) => id);
    await call('PUT', `projects/${old.projectId}`, { boardIds: [old.boardId, other.boardId] });
    expect(await cards(other.boardId)).toEqual([...other.backlog, ...old.backlog]);
    const leave = () => call('PUT', `projects/${old.projectId}`, { boardIds: [other.boardId] });
    expect(await leave()).toMatchObject({
      status: 422,
      message: 'Há 1 tarefa deste projeto em sprints abertas do quadro. Mova-a para as pendências antes.',
    });
    expect((await call('DELETE', `tasks/${old.cards[0]}`)).status).toBe(200);
    expect((await leave()).status).toBe(200);
    expect(await cards(other.boardId)).toEqual([...other.backlog, ...old.backlog]);
    expect(await cards(old.boardId)).toEqual([]);
  });
});

describe('closing a project', () => {
  it('cancels what is unfinished in open sprints, clears the backlogs, and is final', async () => {
    const board = await makeBoard(app, { cards: 3, backlog: 2 });
    const [, , done] = board.cards as [number, number, number];
    await sql`update task set status_id = 4 where id = ${done}`.execute(app.database.owner);
    const path = `projects/${board.projectId}`;
    expect((await call<ProjectReply>('GET', path)).data.unfinished).toBe(2);
    const opId = randomUUID();
    const closed = await call<ProjectReply>('PUT', path, { statusId: 4, opId });
    expect(closed).toMatchObject({
      status: 200,
      message: 'Projeto encerrado com sucesso!',
      data: { statusId: 4, archived: true, unfinished: 0, closedAt: expect.any(String) },
    });
    const { rows } = await sql<{ id: number; status: number; lane: number }>`
      select t.id, t.status_id as status, p.lane_id as lane from task t join card_position p on p.task_id = t.id
      where t.project_id = ${board.projectId} order by t.id`.execute(app.database.owner);
    expect(rows).toEqual(
      board.cards.map((id) =>
        id === done ? { id, status: 4, lane: board.lanes[0] } : { id, status: 5, lane: 0 },
      ),
    );
    const { rows: events } = await sql<{ kind: string }>`
      select kind from sprint_event where sprint_id = ${board.sprintId} and kind <> 'in'`.execute(
      app.database.owner,
    );
    expect(events).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect((await call('PUT', path, { statusId: 4, opId })).status).toBe(200);
    for (const body of [{ statusId: 1 }, { title: 'x' }, { statusId: 4 }])
      expect(await call('PUT', path, body)).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
  });
});

describe('organizers', () => {
  const organizer = <T = { id: number; version: number; projectIds: number[]; title: string }>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    id: number | null,
    body?: object,
  ) => call<T>(method, id === null ? 'organizer' : `organizer/${id}`, body);

  it('are made, renamed, emptied and removed', async () => {
    const made = await organizer('POST', null, { title: ' Frota ' });
    expect(made).toMatchObject({
      status: 201,
      data: { title: 'Frota', organizerName: 'Frota', projectIds: [] },
    });
    const { id } = made.data;
    expect(await organizer('POST', null, { title: 'FROTA' })).toMatchObject({
      status: 409,
      errors: [{ path: '/title' }],
    });
    expect((await organizer('PUT', id, { title: 'Frotas' })).data.title).toBe('Frotas');
    const [open, closed] = [await create(), await create()];
    expect((await organizer('PUT', id, { projectIds: [open.id, closed.id] })).data.projectIds).toEqual([
      open.id,
      closed.id,
    ]);
    await call('PUT', `projects/${closed.id}`, { statusId: 4 });
    expect((await organizer('PUT', id, { projectIds: [] })).data.projectIds).toEqual([closed.id]);
    expect(await organizer('DELETE', id)).toMatchObject({ status: 409, code: 'IN_USE' });
    const empty = await organizer('POST', null, { title: 'Vazio' });
    expect((await organizer('DELETE', empty.data.id)).status).toBe(200);
    expect((await organizer('GET', empty.data.id)).status).toBe(404);
    expect(await organizer('PUT', id, { projectIds: [900_000_001] })).toMatchObject({ status: 400 });
    expect(await organizer('PUT', id, { title: 'Frotas' })).toMatchObject({
      message: 'Nenhum campo foi alterado!',
    });
  });
});

describe('statuses, lanes and priorities', () => {
  it('are listed with their names', async () => {
    const statuses = await call<{ rows: { id: number; name: string; title: string }[] }>('GET', 'status');
    expect(statuses.data.rows.map(({ id, name }) => [id, name])).toEqual([
      [1, 'start'],
      [2, 'progress'],
      [3, 'validation'],
      [4, 'concluded'],
      [5, 'canceled'],
      [6, 'blocked'],
      [7, 'late'],
      [8, 'backlog'],
    ]);
    const lanes = await call<{ rows: { statusId: number }[] }>('GET', 'statusLanes');
    expect(lanes.data.rows.map(({ statusId }) => statusId)).toEqual([1, 2, 3, 6, 4]);
    expect((await call<{ rows: object[] }>('GET', 'priorities')).data.rows[0]).toEqual({
      id: 1,
      key: 'urgent',
      title: 'Urgente',
    });
    expect((await call('GET', 'priorities/4')).data).toEqual({ id: 4, key: 'low', title: 'Baixa' });
    expect((await call('GET', 'priorities/5')).status).toBe(404);
  });

  it('take a new lane, on one board by its administrators alone', async () => {
    const made = await call<{ statusId: number }>('POST', 'statusLanes', {
      title: 'Revisão',
      category: 'validation',
    });
    expect(made).toMatchObject({ status: 201, message: 'Coluna criada com sucesso!' });
    expect(made.data.statusId).toBeGreaterThanOrEqual(100);
    expect(await call('POST', 'statusLanes', { title: 'revisao' })).toMatchObject({ status: 409 });
    const board = await makeBoard(app);
    const { boardId } = board;
    expect(await call('POST', 'statusLanes', { title: 'Revisão', boardId })).toMatchObject({ status: 403 });
    await app.database.owner
      .insertInto('board_stakeholder')
      .values({ tenant_id: app.tenants.acme, board_id: boardId, user_id: gestora })
      .execute();
    const lane = await call<{ laneId: number; statusId: number }>('POST', 'statusLanes', {
      title: 'Revisão',
      boardId,
    });
    expect(lane).toMatchObject({ status: 201, data: { statusId: made.data.statusId, boardId, rank: 5 } });
    expect(await call('POST', 'statusLanes', { title: 'Revisão', boardId })).toMatchObject({ status: 409 });
  });
});

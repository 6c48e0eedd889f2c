import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds } from '../../../../contracts/agile.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
let board: TestBoard;
let storyId: number;

interface Project {
  id: number;
  title: string;
  startDate: string | null;
  endDate: string | null;
  boardIds: number[];
  teamIds: number[];
  head: number | null;
}
interface Task {
  id: number;
  title: string;
  number: number;
  statusId: number;
  taskSprintId: number | null;
  storyId: number | null;
  startDate: string | null;
  endDate: string | null;
  users: number[];
  tags: number[];
}
const duplicate = (body: object, login = 'gestora', id = board.projectId) =>
  call<Project>(login, 'POST', `projects/${id}/duplicate`, body);
const tasksOf = async (id: number) =>
  (await call<{ rows: Task[] }>('gestora', 'GET', `tasks?q_projId=${id}&order=number_asc&perPage=100`)).data
    .rows;
const rowCounts = async () =>
  (
    await sql<Record<string, number>>`
      select (select count(*) from project)::int as projects, (select count(*) from task)::int as tasks,
        (select count(*) from board where deleted_at is null)::int as boards, (select count(*) from op)::int as ops`.execute(
      app.database.owner,
    )
  ).rows[0];

beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
  await addPerson(app, 'sem-quadros', { 'ppm-projects': 'rc' });
  board = await makeBoard(app, { cards: 3, backlog: 1 });
  const { projectId, boardId, cards } = board;
  await call('gestora', 'PUT', `projects/${projectId}`, {
    head: gestora.id,
    teamIds: [gestora.id],
    summaryTitle: 'Resumo',
    startDate: '2026-01-10',
    endDate: '2026-03-10',
  });
  storyId = (await call<{ id: number }>('gestora', 'POST', 'stories', { projectId, title: 'Atividade' })).data
    .id;
  await call('gestora', 'PUT', `tasks/${cards[0]!}`, {
    storyId,
    users: [gestora.id],
    startDate: '2026-01-12',
    endDate: '2026-01-20',
  });
  await call('gestora', 'POST', `boards/${boardId}/tags`, { title: 'Urgente' });
  const tag = await sql<{ id: number }>`select id from tag where board_id = ${boardId}`.execute(
    app.database.owner,
  );
  await call('gestora', 'PUT', `tasks/${cards[0]!}`, { tags: [tag.rows[0]!.id] });
  await call('gestora', 'PUT', `tasks/${cards[1]!}`, { statusId: statusIds.concluded });
  await call('gestora', 'PUT', `tasks/${cards[2]!}`, { statusId: statusIds.canceled });
  await call('gestora', 'POST', 'checklist', { parentType: 'task', parentId: cards[0]!, title: 'Item' });
  await call('gestora', 'POST', 'comments', { parentType: 'task', parentId: cards[0]!, body: '<p>Fica</p>' });
});
afterAll(() => app.close());

describe('duplicating a project', () => {
  it('copies its work, unstarted, with dates as far from the new start', async () => {
    const { status, data } = await duplicate({ title: ' Cópia ', startDate: '2026-02-10' });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      title: 'Cópia',
      startDate: '2026-02-10',
      endDate: '2026-04-10',
      head: gestora.id,
      teamIds: [gestora.id],
    });
    expect(data.boardIds).toHaveLength(1);
    expect(data.boardIds).not.toContain(board.boardId);
    const tasks = await tasksOf(data.id);
    // The canceled one stays behind.
    expect(tasks).toHaveLength(3);
    for (const task of tasks) expect(task).toMatchObject({ statusId: statusIds.backlog, taskSprintId: null });
    const dated = tasks.find(({ startDate }) => startDate !== null)!;
    expect(dated).toMatchObject({ startDate: '2026-02-12', endDate: '2026-02-20', users: [gestora.id] });
    expect(dated.storyId).not.toBe(storyId);
    expect(dated.storyId).toBeGreaterThan(0);
    expect(dated.tags).toHaveLength(1);
    const own = await sql<{ lanes: number; cards: number; items: number; comments: number; tag: number }>`
      select (select count(*) from lane where board_id = ${data.boardIds[0]!})::int as lanes,
        (select count(*) from card_position where board_id = ${data.boardIds[0]!})::int as cards,
        (select count(*) from checklist_item where parent_type = 'task' and parent_id = ${dated.id})::int as items,
        (select count(*) from comment where parent_id = ${dated.id})::int as comments,
        (select board_id from tag where id = ${dated.tags[0]!})::int as tag`.execute(app.database.owner);
    expect(own.rows).toEqual([{ lanes: 5, cards: 3, items: 1, comments: 0, tag: data.boardIds[0] }]);
    // The task made next takes a number that nothing has.
    const next = await call<{ id: number }>('gestora', 'POST', 'tasks', {
      projectId: data.id,
      title: 'Nova',
    });
    expect(next.status).toBe(201);
  });

  it('takes the parts that are wanted alone, and no dates without a new start', async () => {
    const { data } = await duplicate({ title: 'Só tarefas', boards: false, stories: false, team: false });
    expect(data).toMatchObject({ boardIds: [], teamIds: [], head: null, startDate: null, endDate: null });
    for (const task of await tasksOf(data.id))
      expect(task).toMatchObject({ storyId: null, users: [], tags: [], startDate: null, endDate: null });
    const empty = await duplicate({ title: 'Sem tarefas', tasks: false });
    expect(await tasksOf(empty.data.id)).toEqual([]);
    expect(empty.data.boardIds).toHaveLength(1);
  });

  it('copies a closed project, and makes one project of a gesture that is sent twice', async () => {
    const other = await makeBoard(app, { backlog: 2 });
    await closeProject(app, other.projectId);
    const opId = randomUUID();
    const first = await duplicate({ title: 'De novo', opId }, 'gestora', other.projectId);
    const again = await duplicate({ title: 'De novo', opId }, 'gestora', other.projectId);
    expect([first.status, again.data.id]).toEqual([201, first.data.id]);
  });

  it('is taken back as one operation, unless somebody works in the copy by then', async () => {
    const before = await rowCounts();
    const [used, unused] = [randomUUID(), randomUUID()];
    const { data } = await duplicate({ title: 'Volta', opId: unused });
    expect((await call('gestora', 'POST', `ops/${unused}/undo`, {})).status).toBe(200);
    expect(await rowCounts()).toEqual({ ...before, ops: before!['ops']! + 2 });
    expect((await call('gestora', 'GET', `projects/${data.id}`)).status).toBe(404);
    const kept = await duplicate({ title: 'Fica', opId: used });
    await call('gestora', 'POST', 'tasks', { projectId: kept.data.id, title: 'Nova' });
    expect(await call('gestora', 'POST', `ops/${used}/undo`, {})).toMatchObject({
      status: 409,
      code: 'UNDO_REFUSED',
    });
    expect((await call('gestora', 'GET', `projects/${kept.data.id}`)).status).toBe(200);
  });

  it('does not make a removed copy anew', async () => {
    const [opId, undo] = [randomUUID(), randomUUID()];
    await duplicate({ title: 'Vai', opId });
    await call('gestora', 'POST', `ops/${opId}/undo`, { opId: undo });
    expect(await call('gestora', 'POST', `ops/${undo}/undo`, {})).toMatchObject({
      status: 422,
      code: 'RULE_BROKEN',
    });
  });
});

describe('a duplication is refused', () => {
  it('without the right to create, of boards or at all', async () => {
    const before = await rowCounts();
    expect((await duplicate({ title: 'X' }, 'leitora')).status).toBe(403);
    expect((await duplicate({ title: 'X' }, 'sem-quadros')).status).toBe(403);
    expect(await rowCounts()).toEqual(before);
    expect((await duplicate({ title: 'X', boards: false }, 'sem-quadros')).status).toBe(201);
  });

  it('of a project that is restricted to others, of another tenant or not there', async () => {
    const secret = await makeBoard(app, { backlog: 1 });
    await sql`update project set restricted = true where id = ${secret.projectId}`.execute(
      app.database.owner,
    );
    const before = await rowCounts();
    expect((await duplicate({ title: 'X' }, 'gestora', secret.projectId)).status).toBe(404);
    expect((await duplicate({ title: 'X' }, 'gestora', 999_999)).status).toBe(404);
    const headers = await app.sessionOf(app.tenants.beta, 'admin');
    const url = `/handler/v2/agile/projects/${board.projectId}/duplicate`;
    const foreign = await app.inject({ method: 'POST', url, headers, payload: { title: 'X' } });
    expect(foreign.statusCode).toBe(404);
    expect(await rowCounts()).toEqual(before);
  });

  it('without a name, or with more tasks than a copy has', async () => {
    expect((await duplicate({ title: '  ' })).status).toBe(400);
    const large = await makeBoard(app);
    await sql`
      insert into task (tenant_id, project_id, number, title) select ${app.tenants.acme}, ${large.projectId}, n, 'T' || n
      from generate_series(1, 2000) n`.execute(app.database.owner);
    const { status, data } = await duplicate({ title: 'Grande' }, 'gestora', large.projectId);
    expect(status).toBe(201);
    const { rows } = await sql<{ count: number; cards: number }>`
      select (select count(*) from task where project_id = ${data.id})::int as count,
        (select count(*) from card_position where board_id = ${data.boardIds[0]!})::int as cards`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([{ count: 2000, cards: 2000 }]);
    await sql`insert into task (tenant_id, project_id, number, title)
      values (${app.tenants.acme}, ${large.projectId}, 2001, 'T')`.execute(app.database.owner);
    const refused = await duplicate({ title: 'Grande demais' }, 'gestora', large.projectId);
    expect(refused).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
    expect(refused.message).toContain('2.001');
  });
});

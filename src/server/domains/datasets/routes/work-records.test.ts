import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { makeBoard, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

// Datasets over the records of project management: activities, tasks, boards and sprints.

let app: TestApp;
let open: TestBoard;
let secret: TestBoard;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  const both = { 'ppm-projects': 'r', 'ppm-boards': 'r', 'admin-definition': 'rcu' };
  const head = await addPerson(app, 'head', both);
  await addPerson(app, 'other', both);
  await addPerson(app, 'projects', { 'ppm-projects': 'r', 'admin-definition': 'rcu' });
  await addPerson(app, 'boards', { 'ppm-boards': 'r', 'admin-definition': 'rcu' });
  open = await makeBoard(app, { cards: 2, backlog: 1 });
  secret = await makeBoard(app, { cards: 1 });
  const { owner } = app.database;
  await sql`update project set restricted = true, head_id = ${head.id} where id = ${secret.projectId}`.execute(
    owner,
  );
  await sql`update task set deleted_at = now() where id = ${open.cards[1]!}`.execute(owner);
  await sql`insert into task_user (tenant_id, task_id, user_id) values (${app.tenants.acme}, ${open.cards[0]!}, ${head.id})`.execute(
    owner,
  );
  await sql`insert into board (tenant_id, title) values (${app.tenants.acme}, 'Sem projeto')`.execute(owner);
  await sql`update board set title = case id when ${open.boardId} then 'Aberto' else 'Secreto' end
    where id in (${open.boardId}, ${secret.boardId})`.execute(owner);
});
afterAll(() => app.close());

async function rowsOf(login: string, dataset: JsonObject) {
  const definition = { kind: 'dataset', formatVersion: 2, id: 'tried', title: 'X', ...dataset };
  const reply = await app.inject({
    method: 'POST',
    url: '/adm/v2/dataset/-/rows',
    headers: await app.sessionOf(app.tenants.acme, login),
    payload: { definition: JSON.stringify(definition), parameters: {} },
  });
  const answer = reply.json<{ data?: { rows: JsonObject[] }; message: string }>();
  return answer.data?.rows ?? `${reply.statusCode} ${answer.message}`;
}

const tasks: JsonObject = {
  from: 'task',
  group: [{ id: 'category', field: 'category' }],
  measures: { all: { count: true } },
};

it('counts the tasks that were not removed, by the category of their status', async () => {
  expect(await rowsOf('head', tasks)).toEqual([
    { category: 'backlog', all: 1 },
    { category: 'start', all: 2 },
  ]);
});

it('knows no task of a restricted project, for those who do not see it', async () => {
  expect(await rowsOf('other', tasks)).toEqual([
    { category: 'backlog', all: 1 },
    { category: 'start', all: 1 },
  ]);
});

it('leads from tasks to the people who work on them', async () => {
  const people: JsonObject = { from: 'task', measures: { people: { count: 'users' } } };
  expect(await rowsOf('admin', people)).toEqual([{ people: 1 }]);
});

const boards: JsonObject = { from: 'board', fields: { title: 'title' }, order: ['title'] };
const titles = (...names: string[]) => names.map((title) => ({ title }));

it('hides a board with all of its projects, and its sprints', async () => {
  expect(await rowsOf('head', boards)).toEqual(titles('Aberto', 'Secreto', 'Sem projeto'));
  expect(await rowsOf('other', boards)).toEqual(titles('Aberto', 'Sem projeto'));
  const sprints: JsonObject = { from: 'sprint', fields: { board: 'board.title' } };
  expect(await rowsOf('other', sprints)).toEqual([{ board: 'Aberto' }]);
});

it('has boards without projects for those who may read boards alone', async () => {
  expect(await rowsOf('projects', boards)).toEqual(titles('Aberto'));
  expect(await rowsOf('boards', boards)).toMatch(/^403 /);
});

it('says when a task was concluded, as long as it is', async () => {
  const id = open.backlog[0]!;
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const set = (statusId: number) =>
    app.inject({ method: 'PUT', url: `/handler/v2/agile/tasks/${id}`, headers, payload: { statusId } });
  const concluded: JsonObject = {
    from: 'task',
    where: { concludedAt: { empty: false } },
    fields: { number: 'number' },
  };
  expect((await set(4)).statusCode).toBe(200);
  expect(await rowsOf('other', concluded)).toHaveLength(1);
  expect((await set(2)).statusCode).toBe(200);
  expect(await rowsOf('other', concluded)).toEqual([]);
});

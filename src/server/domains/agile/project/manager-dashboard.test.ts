import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusIds } from '../../../../contracts/agile.ts';
import { inTenant } from '../../../db/in-tenant.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard, makeProject } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

// The datasets and the list behind the manager's dashboard, as its readers load them.

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
let projectId: number;
let secret: number;
let sprintId: number;

async function make(body: object): Promise<number> {
  const { status, message, data } = await call<{ id: number }>('gestora', 'POST', 'tasks', body);
  if (status !== 201) throw new Error(message);
  return data.id;
}
const put = (id: number, body: object) => call('gestora', 'PUT', `tasks/${id}`, body);

/** Moves what is in the log now into the past. */
async function daysAgo(days: number): Promise<void> {
  await sql`update task_flow set at = at - make_interval(days => ${days})`.execute(app.database.owner);
}

async function rowsOf(id: string, query = '', login = 'gestora') {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method: 'GET', url: `/adm/v2/dataset/${id}?${query}`, headers });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<{ data: { rows: Record<string, string | number>[] } }>().data.rows;
}

beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'outra', { 'ppm-projects': 'r' });
  await addPerson(app, 'alheia', { basic: 'r' });
  ({ projectId, sprintId } = await makeBoard(app));
  const late = await make({
    projectId,
    title: 'Atrasada',
    taskSprintId: sprintId,
    users: [gestora.id],
    endDate: '2026-01-05',
  });
  const done = await make({ projectId, title: 'Feita', taskSprintId: sprintId });
  await make({ projectId, title: 'No backlog' });
  const gone = await make({ projectId, title: 'Removida' });
  await daysAgo(3);
  await put(done, { statusId: statusIds.concluded });
  await daysAgo(2);
  await put(late, { statusId: statusIds.progress });
  await call('gestora', 'DELETE', `tasks/${gone}`);
  secret = await makeProject(app, []);
  await make({ projectId: secret, title: 'Secreta', head: gestora.id, endDate: '2026-01-05' });
  await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${secret}`.execute(
    app.database.owner,
  );
});
afterAll(() => app.close());

it('counts open, late and concluded tasks, and those without a person, in all projects or in one', async () => {
  const all = { open: 3, late: 2, week: 1, month: 1, unassigned: 1, blocked: 0 };
  expect(await rowsOf('work-figures')).toEqual([all]);
  expect(await rowsOf('work-figures', `project=${projectId}`)).toEqual([{ ...all, open: 2, late: 1 }]);
});

it('shows the load of each person with the late tasks apart', async () => {
  const row = { user: gestora.id, person: expect.any(String) as string };
  expect(await rowsOf('work-load')).toEqual([{ ...row, tasks: 2, late: 2, onTime: 0 }]);
  expect(await rowsOf('work-load', `project=${projectId}`)).toEqual([
    { ...row, tasks: 1, late: 1, onTime: 0 },
  ]);
});

it('counts concluded tasks by week, with weeks in which there are none', async () => {
  const weeks = await rowsOf('work-throughput', 'period=last-30-days');
  expect(weeks.length).toBeGreaterThanOrEqual(5);
  expect(weeks.at(-1)!['tasks']).toBe(1);
});

it('has the statuses of each day from the log, which later changes do not alter', async () => {
  const days = await rowsOf('work-flow', `project=${projectId}`);
  const of = ({ backlog, start, progress, concluded }: Record<string, string | number>) => [
    backlog,
    start,
    progress,
    concluded,
  ];
  // Five days ago four tasks were made; three days later one was concluded; today one began and one was removed.
  expect(days.map(of)).toEqual([
    [2, 2, 0, 0],
    [2, 2, 0, 0],
    [2, 2, 0, 0],
    [2, 1, 0, 1],
    [2, 1, 0, 1],
    [1, 0, 1, 1],
  ]);
});

it('follows the undo of an operation', async () => {
  const id = await make({ projectId, title: 'Vai e volta' });
  const last = async () => (await rowsOf('work-flow', `project=${projectId},0`)).at(-1)!['backlog'];
  expect(await last()).toBe(2);
  const { rows } = await sql<{ op_id: string }>`
    select op_id from op where kind = 'task.create' order by id desc limit 1`.execute(app.database.owner);
  expect((await call('gestora', 'POST', `ops/${rows[0]!.op_id}/undo`, {})).status).toBe(200);
  expect((await call('gestora', 'GET', `tasks/${id}`)).status).toBe(404);
  expect((await rowsOf('work-flow', `project=${projectId},-1`)).at(-1)!['backlog']).toBe(1);
});

it('shows nobody in any tile what belongs to a restricted project that they may not see', async () => {
  expect(await rowsOf('work-figures', '', 'outra')).toEqual([
    { open: 2, late: 1, week: 1, month: 1, unassigned: 1, blocked: 0 },
  ]);
  expect(await rowsOf('work-figures', `project=${secret}`, 'outra')).toEqual([
    { open: 0, late: 0, week: 0, month: 0, unassigned: 0, blocked: 0 },
  ]);
  expect((await rowsOf('work-load', '', 'outra')).map(({ tasks }) => tasks)).toEqual([1]);
  expect(await rowsOf('work-load', `project=${secret}`, 'outra')).toEqual([]);
  expect(await rowsOf('work-flow', `project=${secret}`, 'outra')).toEqual([]);
  expect((await rowsOf('work-flow', `project=${secret}`)).map(({ backlog }) => backlog)).toEqual([1]);
  const late = async (login: string) =>
    (await call<{ rows: { title: string }[] }>(login, 'GET', 'tasks?due=overdue')).data.rows.map(
      ({ title }) => title,
    );
  expect(await late('outra')).toEqual(['Atrasada']);
  expect((await late('gestora')).sort()).toEqual(['Atrasada', 'Secreta']);
});

it('is closed to people without the screen of projects, and nothing of another tenant is counted', async () => {
  for (const id of ['work-figures', 'work-load', 'work-throughput', 'work-flow'])
    await expect(rowsOf(id, '', 'alheia')).rejects.toThrow('FORBIDDEN');
  const headers = await app.sessionOf(app.tenants.beta, 'admin');
  for (const id of ['work-load', 'work-flow']) {
    const reply = await app.inject({ method: 'GET', url: `/adm/v2/dataset/${id}`, headers });
    expect(reply.json<{ data: { rows: unknown[] } }>().data.rows).toEqual([]);
  }
});

it('keeps the counts of the log from being changed by anybody', async () => {
  await expect(
    inTenant(app.database, app.tenants.acme, 'write', (db) =>
      sql`update task_flow set delta = 1`.execute(db),
    ),
  ).rejects.toThrow('permission denied');
});

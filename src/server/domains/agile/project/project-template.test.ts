import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard, makeProject } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

interface Project {
  id: number;
  isTemplate: boolean;
  late: boolean;
  version: number;
  opId: string;
}

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
let id: number;

const mark = (isTemplate: boolean, login = 'gestora', body: object = {}) =>
  call<Project>(login, 'PUT', `projects/${id}`, { isTemplate, ...body });
const listed = async (query: string, login = 'gestora') =>
  (await call<{ rows: Project[] }>(login, 'GET', `projects?perPage=100&${query}`)).data.rows.map(
    (project) => project.id,
  );
const templates = (login?: string) => listed('archived=false&template=true', login);
const live = (login?: string) => listed('archived=false&template=false', login);
const opCount = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from op`.execute(app.database.owner)).rows[0]!
    .count;

beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
});
beforeEach(async () => {
  id = await makeProject(app, []);
});
afterAll(() => app.close());

describe('a template', () => {
  it('stands apart from the live projects, until it is put back', async () => {
    expect([await live(), await templates()].map((ids) => ids.includes(id))).toEqual([true, false]);
    const { status, data } = await mark(true);
    expect([status, data.isTemplate]).toEqual([200, true]);
    expect([await live(), await templates()].map((ids) => ids.includes(id))).toEqual([false, true]);
    // A list that does not ask has both.
    expect(await listed('')).toContain(id);
    await mark(false, 'gestora', { version: data.version });
    expect([await live(), await templates()].map((ids) => ids.includes(id))).toEqual([true, false]);
  });

  it('is one by an operation, which can be taken back', async () => {
    const opId = randomUUID();
    const first = await mark(true, 'gestora', { opId });
    const again = await mark(true, 'gestora', { opId });
    expect([first.data.opId, again.data.opId]).toEqual([opId, opId]);
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
    expect((await call<Project>('gestora', 'GET', `projects/${id}`)).data.isTemplate).toBe(false);
    expect(await live()).toContain(id);
  });

  it('answers with the operation also where the client names none', async () => {
    const { opId } = (await mark(true)).data;
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
    expect(await templates()).not.toContain(id);
  });

  it('is never late', async () => {
    await sql`update project set start_date = '2026-01-01', end_date = '2026-01-02' where id = ${id}`.execute(
      app.database.owner,
    );
    const late = async () => (await call<Project>('gestora', 'GET', `projects/${id}`)).data.late;
    expect(await late()).toBe(true);
    await mark(true);
    expect(await late()).toBe(false);
  });

  it('is duplicated into a project that is none', async () => {
    await mark(true);
    const { status, data } = await call<Project>('gestora', 'POST', `projects/${id}/duplicate`, {
      title: 'A partir do modelo',
    });
    expect([status, data.isTemplate]).toEqual([201, false]);
    expect(await live()).toContain(data.id);
  });

  it('that is closed stands among the closed projects alone', async () => {
    await mark(true);
    await closeProject(app, id);
    expect(await templates()).not.toContain(id);
    expect(await listed('archived=true')).toContain(id);
  });
});

describe('making a template is refused', () => {
  it('without the right to change projects', async () => {
    const before = await opCount();
    expect((await mark(true, 'leitora')).status).toBe(403);
    expect([await opCount(), (await templates()).includes(id)]).toEqual([before, false]);
  });

  it('of a closed project, and of one that somebody changed since', async () => {
    const stale = await call<Project>('gestora', 'GET', `projects/${id}`);
    await mark(true);
    expect(await mark(false, 'gestora', { version: stale.data.version })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
    });
    await closeProject(app, id);
    expect(await mark(false)).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
  });
});

it('shows a restricted template to nobody else, and none to another tenant', async () => {
  await mark(true, 'gestora', { head: gestora.id, restricted: true });
  expect(await templates()).toContain(id);
  expect(await templates('leitora')).not.toContain(id);
  await addPerson(app, 'outra', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  expect(await templates('outra')).not.toContain(id);
  expect((await mark(false, 'outra')).status).toBe(404);
  const headers = await app.sessionOf(app.tenants.beta, 'admin');
  const url = '/handler/v2/agile/projects';
  const list = await app.inject({ method: 'GET', url: `${url}?template=true`, headers });
  expect(list.json<{ data: { rows: unknown[] } }>().data.rows).toEqual([]);
  const put = await app.inject({
    method: 'PUT',
    url: `${url}/${id}`,
    headers,
    payload: { isTemplate: false },
  });
  expect(put.statusCode).toBe(404);
});

it('leaves the tasks of templates out of figures and of lists of what is to be done', async () => {
  const board = await makeBoard(app, { backlog: 1 });
  id = board.projectId;
  const taskId = board.backlog[0]!;
  await call('gestora', 'PUT', `tasks/${taskId}`, { users: [gestora.id], endDate: '2026-01-05' });
  const headers = await app.sessionOf(app.tenants.acme, 'gestora');
  const dataset = async (name: string) => {
    const url = `/adm/v2/dataset/${name}?project=${id}`;
    const reply = await app.inject({ method: 'GET', url, headers });
    return reply.json<{ data: { rows: Record<string, number>[] } }>().data.rows;
  };
  const mine = async (query: string) =>
    (
      await call<{ rows: { id: number }[]; totalRows: number }>(
        'gestora',
        'GET',
        `tasks?person=${gestora.id}&${query}`,
      )
    ).data.rows.map((task) => task.id);
  // Datasets keep results for a while, by their parameters.
  const figures = async () => [
    (await dataset('work-figures'))[0]!['open'],
    (await dataset('work-load')).length,
    (await dataset('work-flow')).length > 0,
  ];
  await mark(true);
  expect(await figures()).toEqual([0, 0, false]);
  expect(await mine('finished=false&template=false')).toEqual([]);
  expect(await mine('due=overdue&template=false')).toEqual([]);
  expect(await mine('template=true')).toEqual([taskId]);
  expect(await mine('')).toEqual([taskId]);
  await mark(false);
  expect(await mine('finished=false&template=false')).toEqual([taskId]);
  expect(await mine('due=overdue&template=false')).toEqual([taskId]);
});

it('counts the tasks of a project that was put back', async () => {
  const board = await makeBoard(app, { backlog: 1 });
  id = board.projectId;
  await mark(true);
  await mark(false);
  const headers = await app.sessionOf(app.tenants.acme, 'gestora');
  const url = `/adm/v2/dataset/work-figures?project=${id}`;
  const reply = await app.inject({ method: 'GET', url, headers });
  expect(reply.json<{ data: { rows: Record<string, number>[] } }>().data.rows[0]).toMatchObject({ open: 1 });
});

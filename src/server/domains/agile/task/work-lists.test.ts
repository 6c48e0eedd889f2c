import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard, makeProject, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

// Lists of activities and tasks, with what they show beside the records themselves.

let app: TestApp;
let call: ReturnType<typeof caller>;
let ana: Person;
let board: TestBoard;
let story: number;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  ana = await addPerson(app, 'ana', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'beto', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  board = await makeBoard(app, { cards: 2, backlog: 1 });
  const made = await call<{ id: number }>('ana', 'POST', 'stories', {
    projectId: board.projectId,
    title: 'Atividade',
    endDate: '2020-01-31',
    priorityId: 2,
  });
  story = made.data.id;
  const { data: tag } = await call<{ id: number }>('ana', 'POST', 'tags', {
    boardId: board.boardId,
    title: 'Risco',
  });
  const [first, second] = board.cards;
  await call('ana', 'PUT', `tasks/${first!}`, {
    storyId: story,
    head: ana.id,
    tags: [tag.id],
    endDate: '2020-02-01',
    priorityId: 1,
  });
  await call('ana', 'PUT', `tasks/${second!}`, { storyId: story, users: [ana.id], statusId: 4 });
});
afterAll(() => app.close());

interface Row {
  id: number;
  late: boolean;
  boardId: number | null;
  dependsOn: number[];
  project: { id: number; closed: boolean };
  status: { category: string; title: string };
  people: { name: string }[];
  tags: { title: string }[];
  usersData: { name: string }[];
  tagsData: { title: string }[];
}
const rows = async (path: string, login = 'ana') =>
  (await call<{ rows: Row[] }>(login, 'GET', path)).data.rows;
const ids = async (path: string, login = 'ana') => (await rows(path, login)).map(({ id }) => id);

describe('the list of tasks', () => {
  it('names status, people, tags, project and board of each', async () => {
    const [first, second] = await rows(`tasks?q_storyId=${story}`);
    expect(first).toMatchObject({
      late: true,
      boardId: board.boardId,
      project: { id: board.projectId, closed: false },
      status: { category: 'start', title: 'Início' },
      usersData: [],
      tagsData: [{ title: 'Risco' }],
    });
    expect(second).toMatchObject({ late: false, usersData: [{ name: 'Pessoa ana' }] });
  });

  it('has no board for a task of a project without one', async () => {
    const projectId = await makeProject(app, []);
    await call('ana', 'POST', 'tasks', { projectId, title: 'Sem quadro' });
    expect(await rows(`tasks?q_projId=${projectId}`)).toMatchObject([{ boardId: null }]);
  });

  it('finds those of a person, whether responsible or one of its people, and the unfinished ones', async () => {
    expect(await ids(`tasks?person=${ana.id}`)).toEqual(board.cards);
    expect(await ids(`tasks?person=${ana.id}&finished=false`)).toEqual([board.cards[0]]);
    expect(await ids(`tasks?person=${ana.id}&finished=true`)).toEqual([board.cards[1]]);
    expect(await ids(`tasks?q_storyId=${story}&priorityId=1`)).toEqual([board.cards[0]]);
  });

  it('says which tasks block one, as far as the person sees them', async () => {
    const [hidden] = (await makeBoard(app, { cards: 1 })).cards;
    const { owner } = app.database;
    const [first, second] = board.cards;
    await sql`insert into task_link (tenant_id, task_id, other_id, kind) values
      (${app.tenants.acme}, ${first!}, ${second!}, 'blocks'), (${app.tenants.acme}, ${hidden!}, ${second!}, 'blocks'),
      (${app.tenants.acme}, ${second!}, ${first!}, 'relates')`.execute(owner);
    const blockers = async () =>
      (await rows(`tasks?q_storyId=${story}`, 'beto')).map(({ dependsOn }) => dependsOn);
    expect(await blockers()).toEqual([[], [first, hidden]]);
    await sql`update project set restricted = true, head_id = ${ana.id}
      where id = (select project_id from task where id = ${hidden!})`.execute(owner);
    expect(await blockers()).toEqual([[], [first]]);
  });
});

describe('the list of activities', () => {
  it('shows status, lateness, and the people and tags of its tasks', async () => {
    expect(await rows(`stories?q_projId=${board.projectId}`)).toMatchObject([
      {
        late: true,
        status: { category: 'backlog', title: 'Pendências' },
        people: [{ name: 'Pessoa ana' }],
        tags: [{ title: 'Risco' }],
      },
    ]);
  });

  it('is filtered by priority and by what is late', async () => {
    const path = `stories?q_projId=${board.projectId}`;
    await call('ana', 'POST', 'stories', { projectId: board.projectId, title: 'Outra', priorityId: 4 });
    expect(await ids(`${path}&priorityId=2`)).toEqual([story]);
    expect(await ids(`${path}&due=overdue`)).toEqual([story]);
    expect(await ids(path)).toHaveLength(2);
  });
});

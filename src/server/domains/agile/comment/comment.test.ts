import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardEvents } from '../../../../contracts/agile.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let outra: Person;
let semacesso: Person;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  outra = await addPerson(app, 'outra', { 'ppm-projects': 'rcu', 'ppm-boards': 'rcu' });
  semacesso = await addPerson(app, 'semacesso', { 'admin-user': 'r' });
});
afterAll(() => app.close());

interface Comment {
  id: number;
  body: string;
  version: number;
  withoutAccess: { id: number; name: string }[];
  reactions: { emoji: string; users: number[] }[];
}

describe('a comment', () => {
  it('keeps mentions of people with access as links, and names the others', async () => {
    const { cards, boardId } = await makeBoard(app, { cards: 1 });
    const parent = { parentType: 'task', parentId: cards[0]! };
    const link = (person: Person) => `<a href="/profile/${person.id}">@${person.login}</a>`;
    const made = await call<Comment>('gestora', 'POST', 'comments', {
      ...parent,
      body: `<p>${link(outra)} ${link(semacesso)}<script>alert(1)</script></p>`,
    });
    expect(made).toMatchObject({
      status: 201,
      data: {
        body: `<p>${link(outra)} @semacesso</p>`,
        withoutAccess: [{ id: semacesso.id, name: 'Pessoa semacesso' }],
        author: { name: 'Pessoa gestora' },
        version: 1,
      },
    });
    const events = await call<BoardEvents>('gestora', 'GET', `boards/${boardId}/events?after=0`);
    expect(events.data.rows).toMatchObject([
      { kind: 'comment.create', changes: [{ after: { ...parent, mentions: [outra.id] } }] },
    ]);
    expect(
      await call('gestora', 'POST', 'comments', { ...parent, body: '<p> <script>x</script></p>' }),
    ).toMatchObject({
      status: 400,
      errors: [{ path: '/body' }],
    });
    const large = { ...parent, body: 'x'.repeat(1_100_000) };
    expect((await call('gestora', 'POST', 'comments', large)).status).toBe(413);
  });

  it('is changed and removed by its author alone, and made once by one gesture', async () => {
    const { cards } = await makeBoard(app, { cards: 1 });
    const parent = { parentType: 'task', parentId: cards[0]! };
    const body = { ...parent, body: 'um', opId: randomUUID() };
    const { data } = await call<Comment>('gestora', 'POST', 'comments', body);
    expect((await call<Comment>('gestora', 'POST', 'comments', body)).data.id).toBe(data.id);
    const path = `comments/${data.id}`;
    expect((await call('outra', 'PUT', path, { body: 'dois' })).status).toBe(403);
    expect((await call('outra', 'DELETE', path)).status).toBe(403);
    expect(await call('gestora', 'PUT', path, { body: 'dois', version: 1 })).toMatchObject({
      data: { body: 'dois', version: 2 },
    });
    expect(await call('gestora', 'PUT', path, { body: 'três', version: 1 })).toMatchObject({
      status: 409,
      data: { body: 'dois' },
    });
    const list = () =>
      call<{ totalRows: number }>('outra', 'GET', `comments?parentType=task&parentId=${cards[0]}`);
    expect((await list()).data.totalRows).toBe(1);
    expect((await call('gestora', 'DELETE', path)).status).toBe(200);
    expect((await list()).data.totalRows).toBe(0);
    expect((await call('gestora', 'GET', path)).status).toBe(404);
  });

  it('takes a reaction of each person once', async () => {
    const { projectId } = await makeBoard(app);
    const { data } = await call<Comment>('gestora', 'POST', 'comments', {
      parentType: 'project',
      parentId: projectId,
      body: 'oi',
    });
    const path = `comments/${data.id}/reactions`;
    await call('outra', 'POST', path, { emoji: '👍' });
    expect((await call<Comment>('outra', 'POST', path, { emoji: '👍' })).data.reactions).toEqual([
      { emoji: '👍', users: [outra.id] },
    ]);
    const taken = await call<Comment>('outra', 'DELETE', `${path}?emoji=${encodeURIComponent('👍')}`);
    expect(taken.data.reactions).toEqual([]);
    expect(await call('outra', 'POST', path, { emoji: ' ' })).toMatchObject({ errors: [{ path: '/emoji' }] });
    await closeProject(app, projectId);
    expect(await call('outra', 'POST', path, { emoji: '👍' })).toMatchObject({ code: 'PROJECT_CLOSED' });
  });

  it('of a restricted project does not exist for others', async () => {
    const { projectId } = await makeBoard(app);
    const { data } = await call<Comment>('gestora', 'POST', 'comments', {
      parentType: 'project',
      parentId: projectId,
      body: 'segredo',
    });
    await sql`update project set restricted = true where id = ${projectId}`.execute(app.database.owner);
    for (const path of [`comments/${data.id}`, `comments?parentType=project&parentId=${projectId}`])
      expect((await call('outra', 'GET', path)).status).toBe(404);
  });
});

describe('a comment and an item of a checklist', () => {
  it.each([
    ['comments', { body: '<p>um</p>' }, { body: '<p>dois</p>' }],
    ['checklist', { title: 'um' }, { title: 'dois' }],
  ])('say when they were made and changed, and by whom: %s', async (path, fields, change) => {
    const { cards } = await makeBoard(app, { cards: 1 });
    const parent = { parentType: 'task', parentId: cards[0]! };
    interface Noted {
      id: number;
      created: string;
      updated: string;
      updatedById: number;
    }
    const { data: made } = await call<Noted>('outra', 'POST', path, { ...parent, ...fields });
    expect(made).toMatchObject({ ...parent, updatedById: outra.id, updated: made.created });
    expect(made.created).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await call('outra', 'PUT', `${path}/${made.id}`, change);
    const { data: changed } = await call<Noted>('gestora', 'GET', `${path}/${made.id}`);
    expect(changed).toMatchObject({ created: made.created, updatedById: outra.id });
    expect(Date.parse(changed.updated)).toBeGreaterThan(Date.parse(made.updated));
    const list = `${path}?parentType=task&parentId=${cards[0]}`;
    const { rows } = (await call<{ rows: Noted[] }>('gestora', 'GET', list)).data;
    expect(rows).toMatchObject([{ created: made.created, updated: changed.updated, updatedById: outra.id }]);
  });
});

describe('a checklist', () => {
  it('has an order, and each item is ticked, renamed and removed', async () => {
    const { cards, boardId } = await makeBoard(app, { cards: 1 });
    const parent = { parentType: 'task', parentId: cards[0]! };
    const add = async (title: string, more: object = {}) =>
      (await call<{ id: number }>('gestora', 'POST', 'checklist', { ...parent, title, ...more })).data.id;
    const [a, b] = [await add('a'), await add('b')];
    const c = await add('c', { afterId: a });
    const titles = async () =>
      (
        await call<{ rows: { title: string }[] }>(
          'outra',
          'GET',
          `checklist?parentType=task&parentId=${cards[0]}`,
        )
      ).data.rows.map(({ title }) => title);
    expect(await titles()).toEqual(['a', 'c', 'b']);
    await call('gestora', 'PUT', `checklist/${b}`, { afterId: null, isDone: true });
    expect(await titles()).toEqual(['b', 'a', 'c']);
    const board = await call<{ rows: { checklist: object }[] }>('gestora', 'GET', `boards/${boardId}/tasks`);
    expect(board.data.rows[0]!.checklist).toEqual({ done: 1, total: 3 });
    expect(await call('gestora', 'PUT', `checklist/${b}`, { title: 'x', version: 1 })).toMatchObject({
      status: 409,
    });
    expect(await call('gestora', 'PUT', `checklist/${b}`, { title: ' ' })).toMatchObject({ status: 400 });
    await call('gestora', 'DELETE', `checklist/${c}`);
    expect(await titles()).toEqual(['b', 'a']);
    expect((await call('gestora', 'GET', `checklist/${c}`)).status).toBe(404);
  });
});

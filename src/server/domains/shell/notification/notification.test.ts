import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Notification } from '../../../../contracts/notification.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
let outra: Person;
let leitora: Person;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  outra = await addPerson(app, 'outra', { 'ppm-projects': 'rcu', 'ppm-boards': 'rcu' });
  leitora = await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
});
afterAll(() => app.close());

async function ask<T>(login: string, method: 'GET' | 'PUT', path: string, payload?: object) {
  const reply = await app.inject({
    method,
    url: `/adm/v2/notifications${path}`,
    headers: await app.sessionOf(app.tenants.acme, login),
    ...(payload && { payload }),
  });
  return reply.json<{ data: T }>().data;
}
const notices = async (login: string, query = '') =>
  (await ask<{ rows: Notification[] }>(login, 'GET', query)).rows;
/** Removes the notifications of the tests before. */
const readAll = (login: string) => ask<{ read: number }>(login, 'PUT', '/read', {});

it('notifies each person once of what a gesture did, and nobody what they did themselves', async () => {
  const { cards, boardId, sprintId } = await makeBoard(app, { cards: 3 });
  const ids = cards;
  await call('gestora', 'POST', 'tasks/-/bulk', {
    ids,
    set: { head: outra.id, users: [outra.id, gestora.id] },
  });
  expect(await notices('outra')).toMatchObject([
    {
      kind: 'assigned',
      count: 3,
      isRead: false,
      actor: { id: gestora.id },
      task: { id: cards[0], boardId, sprintId },
    },
  ]);
  expect(await notices('gestora')).toEqual([]);
  // People put on a task watch it from then on: all of them are notified of what comes next, once.
  await call('outra', 'POST', 'tasks/-/bulk', { ids, set: { endDate: '2027-01-10' } });
  expect(await notices('gestora')).toMatchObject([{ kind: 'dates', count: 3, actor: { id: outra.id } }]);
});

it('reports a mention before a comment, and nothing to who cannot see it', async () => {
  await readAll('outra');
  await readAll('leitora');
  const { cards, projectId } = await makeBoard(app, { cards: 1 });
  const [one] = cards as [number];
  await call('outra', 'POST', `tasks/${one}/watch`);
  await call('leitora', 'POST', `tasks/${one}/watch`);
  const body = `<p><a href="/profile/${outra.id}">@outra</a> veja</p>`;
  await call('gestora', 'POST', 'comments', { parentType: 'task', parentId: one, body });
  expect(await notices('outra', '?isRead=N')).toMatchObject([{ kind: 'mention', task: { id: one } }]);
  expect(await notices('leitora', '?isRead=N')).toMatchObject([{ kind: 'comment', task: { id: one } }]);
  await readAll('leitora');
  await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${projectId}`.execute(
    app.database.owner,
  );
  await call('gestora', 'POST', 'comments', { parentType: 'task', parentId: one, body: '<p>só nós</p>' });
  expect(await notices('leitora', '?isRead=N')).toEqual([]);
  // Earlier notifications are there, without what the person sees no more.
  expect((await notices('leitora'))[0]).toMatchObject({ kind: 'comment', task: null });
});

it('forgets what is taken back before it was read', async () => {
  const { cards } = await makeBoard(app, { cards: 1 });
  const [one] = cards as [number];
  await readAll('outra');
  const opId = randomUUID();
  await call('gestora', 'PUT', `tasks/${one}`, { users: [outra.id], opId });
  expect(await notices('outra', '?isRead=N')).toHaveLength(1);
  await call('gestora', 'POST', `ops/${opId}/undo`, {});
  expect(await notices('outra', '?isRead=N')).toEqual([]);
});

it('marks those of the person alone as read', async () => {
  const { cards } = await makeBoard(app, { cards: 2 });
  for (const id of cards) await call('gestora', 'PUT', `tasks/${id}`, { users: [outra.id, leitora.id] });
  const [own] = await notices('outra', '?isRead=N');
  expect(await ask('leitora', 'PUT', '/read', { ids: [own!.id] })).toEqual({ read: 0 });
  expect(await ask('outra', 'PUT', '/read', { ids: [own!.id] })).toEqual({ read: 1 });
  expect((await notices('outra')).find(({ id }) => id === own!.id)).toMatchObject({ isRead: true });
  expect((await readAll('outra')).read).toBeGreaterThan(0);
  expect(await notices('outra', '?isRead=N')).toEqual([]);
  expect((await notices('leitora', '?isRead=N')).length).toBeGreaterThan(0);
});

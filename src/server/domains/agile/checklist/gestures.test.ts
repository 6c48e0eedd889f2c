import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
});
afterAll(() => app.close());

interface Item {
  id: number;
  title: string;
  isDone: boolean;
  version: number;
}

it('ticks and removes an item once by one gesture, which is taken back by its id', async () => {
  const { cards } = await makeBoard(app, { cards: 1 });
  const list = async () =>
    (await call<{ rows: Item[] }>('gestora', 'GET', `checklist?parentType=task&parentId=${cards[0]}`)).data
      .rows;
  const parent = { parentType: 'task', parentId: cards[0]! };
  const { data: item } = await call<Item>('gestora', 'POST', 'checklist', { ...parent, title: 'um' });
  const [tick, removal] = [randomUUID(), randomUUID()];
  for (let sent = 0; sent < 2; sent++) {
    const done = await call<Item>('gestora', 'PUT', `checklist/${item.id}`, { isDone: true, opId: tick });
    expect(done.data).toMatchObject({ isDone: true, version: 2 });
  }
  expect((await call('gestora', 'DELETE', `checklist/${item.id}?opId=${removal}`)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await call('gestora', 'POST', `ops/${removal}/undo`, {})).status).toBe(200);
  expect(await list()).toMatchObject([{ title: 'um', isDone: true }]);
  expect((await call('gestora', 'POST', `ops/${tick}/undo`, {})).status).toBe(200);
  expect(await list()).toMatchObject([{ title: 'um', isDone: false }]);
});

it('changes and removes a comment, and takes both back', async () => {
  const { cards } = await makeBoard(app, { cards: 1 });
  const parent = { parentType: 'task', parentId: cards[0]! };
  const list = async () =>
    (
      await call<{ rows: { body: string }[] }>(
        'gestora',
        'GET',
        `comments?parentType=task&parentId=${cards[0]}`,
      )
    ).data.rows;
  const { data } = await call<{ id: number }>('gestora', 'POST', 'comments', { ...parent, body: 'um' });
  const [change, removal] = [randomUUID(), randomUUID()];
  await call('gestora', 'PUT', `comments/${data.id}`, { body: 'dois', opId: change });
  await call('gestora', 'DELETE', `comments/${data.id}?opId=${removal}`);
  expect(await list()).toEqual([]);
  expect((await call('gestora', 'POST', `ops/${removal}/undo`, {})).status).toBe(200);
  expect(await list()).toMatchObject([{ body: 'dois' }]);
  expect((await call('gestora', 'POST', `ops/${change}/undo`, {})).status).toBe(200);
  expect(await list()).toMatchObject([{ body: 'um' }]);
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds } from '../../../../contracts/agile.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard, type TestBoard } from '../../../testing/boards.ts';
import { longestOf, transactionsOf } from '../../../testing/transactions.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

/** One gesture over many tasks: its transaction has few statements however many they are. */

let app: TestApp;
let call: ReturnType<typeof caller>;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
});
afterAll(() => app.close());

const gestures: Record<string, (board: TestBoard, opId: string) => Promise<{ status: number }>> = {
  'a change of several': ({ cards }, opId) =>
    call('gestora', 'POST', 'tasks/-/bulk', {
      opId,
      ids: cards,
      set: { priorityId: 2, statusId: statusIds.progress },
    }),
  'a move of several': ({ boardId, sprintId, lanes, cards }, opId) =>
    call('gestora', 'POST', 'tasks/-/bulk', {
      opId,
      ids: cards,
      move: { boardId, bucket: sprintId, laneId: lanes[2] },
    }),
  // Each has a title of its own and some have people: no two get the same back.
  'a removal of several': async ({ cards }, opId) => {
    await sql`
      insert into task_user (tenant_id, task_id, user_id)
      select ${app.tenants.acme}, t, (select id from app_user where login = 'gestora')
      from unnest(${cards.filter((_, at) => at % 2 === 0)}::bigint[]) t`.execute(app.database.owner);
    return call('gestora', 'POST', 'tasks/-/bulk', { opId, ids: cards, delete: true });
  },
  'the end of a sprint': ({ sprintId, cards }, opId) =>
    call('gestora', 'PUT', `sprints/${sprintId}`, {
      opId,
      state: 'ended',
      resolution: cards.map((taskId) => ({ taskId, to: 'backlog' })),
    }),
};

describe.each(Object.keys(gestures))('the statements of %s', (name) => {
  it('do not grow with the tasks, nor do those of its undo', async () => {
    const counts: number[][] = [];
    for (const cards of [3, 60]) {
      const board = await makeBoard(app, { cards });
      const opId = randomUUID();
      const done = await transactionsOf(async () => {
        const reply = await gestures[name]!(board, opId);
        expect(reply.status, JSON.stringify(reply)).toBe(200);
      });
      const undone = await transactionsOf(async () => {
        const reply = await call('gestora', 'POST', `ops/${opId}/undo`, {});
        expect(reply.status, JSON.stringify(reply)).toBe(200);
      });
      counts.push([longestOf(done), longestOf(undone)]);
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(Math.max(...counts.flat())).toBeLessThan(60);
  });
});

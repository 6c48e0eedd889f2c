import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard } from '../../../testing/boards.ts';
import { droppedRows } from '../../../testing/plans.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
});
afterAll(() => app.close());

describe('a board that grew since the last statistics', () => {
  // Loops over all of them would drop millions of rows, and the statement would be ended.
  const cards = 2000;

  it('is read without comparing each card with each of the others', async () => {
    const call = caller(app);
    const { owner } = app.database;
    const { boardId, projectId, backlog } = await makeBoard(app, { cards: 3, backlog: 2 });
    await makeBoard(app, { cards: 30, backlog: 2 });
    const give = (from: number) => sql`
      with t as (select * from task where project_id = ${projectId} and number >= ${from}::int),
      people as (
        insert into task_user (tenant_id, task_id, user_id)
        select tenant_id, id, (select id from app_user where login = 'gestora') from t
      )
      insert into checklist_item (tenant_id, parent_type, parent_id, title, pos)
      select tenant_id, 'task', id, 'Ponto', 'a' || id || '1' from t`;
    await give(0).execute(owner);
    await sql`analyze`.execute(owner);
    await sql`
      with t as (
        insert into task (tenant_id, project_id, number, title, status_id, head_id)
        select tenant_id, ${projectId}, 500000 + n, 'Tarefa', status_id, (select id from app_user where login = 'gestora')
        from task, generate_series(1, ${cards}::int) n where id = ${backlog[0]!} returning *
      )
      insert into card_position (tenant_id, board_id, task_id, sprint_id, lane_id, pos)
      select tenant_id, ${boardId}, id, 0, 0, 'b' || lpad(id::text, 8, '0') || '1' from t`.execute(owner);
    await give(500_001).execute(owner);
    for (const path of [`boards/${boardId}/tasks?sprintId=0`, `boards/${boardId}`])
      expect(await droppedRows(() => call('gestora', 'GET', path)), path).toBeLessThan(3 * cards);
    const { data } = await call<{ rows: object[] }>('gestora', 'GET', `boards/${boardId}/tasks?sprintId=0`);
    expect(data.rows).toHaveLength(cards + backlog.length);
    expect(data.rows.at(-1)).toMatchObject({ checklist: { done: 0, total: 1 }, users: [expect.any(Number)] });
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { statusIds } from '../../contracts/agile.ts';
import { evenKeys } from '../domains/agile/card/order-key.ts';
import type { TestApp } from '../testing.ts';

/** Test support: a project with a board, five lanes, a sprint and tasks in its first lane and in the backlog. */
export interface TestBoard {
  projectId: number;
  boardId: number;
  sprintId: number;
  /** Lanes in their order: start, progress, validation, blocked, concluded. */
  lanes: number[];
  /** Tasks of the sprint, all in the first lane. */
  cards: number[];
  backlog: number[];
}

const laneStatuses = [
  statusIds.start,
  statusIds.progress,
  statusIds.validation,
  statusIds.blocked,
  statusIds.concluded,
];

let keys = 0;
/** A project key that no other project of the tests has. */
const nextKey = (): string => {
  keys += 1;
  return `T${[...String(keys).padStart(4, '0')].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;
};

export async function makeProject(
  app: TestApp,
  boards: readonly number[],
  tenant_id = app.tenants.acme,
): Promise<number> {
  const { id } = await app.database.owner
    .insertInto('project')
    .values({ tenant_id, key: nextKey(), title: 'Projeto', organizer_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (boards.length > 0)
    await app.database.owner
      .insertInto('project_board')
      .values(boards.map((board_id) => ({ tenant_id, project_id: id, board_id })))
      .execute();
  return id;
}

export async function makeBoard(
  app: TestApp,
  { cards = 0, backlog = 0 }: { cards?: number; backlog?: number } = {},
): Promise<TestBoard> {
  const tenant_id = app.tenants.acme;
  const { owner } = app.database;
  const { id: boardId } = await owner
    .insertInto('board')
    .values({ tenant_id, title: 'Quadro' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const projectId = await makeProject(app, [boardId]);
  const { id: sprintId } = await owner
    .insertInto('sprint')
    .values({ tenant_id, board_id: boardId, title: 'Sprint 1', start_date: '2026-11-02' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lanes = await owner
    .insertInto('lane')
    .values(laneStatuses.map((status_id, rank) => ({ tenant_id, board_id: boardId, status_id, rank })))
    .returning('id')
    .execute();
  const ids = lanes.map(({ id }) => id);
  const add = async (count: number, sprint: number | null): Promise<number[]> => {
    if (count === 0) return [];
    const tasks = await owner
      .insertInto('task')
      .values(
        Array.from({ length: count }, (_, at) => ({
          tenant_id,
          project_id: projectId,
          number: at + 1 + (sprint === null ? 100_000 : 0),
          title: `Tarefa ${at + 1}`,
          status_id: sprint === null ? statusIds.backlog : statusIds.start,
          sprint_id: sprint,
          story_id: null,
          cover_file_id: null,
        })),
      )
      .returning('id')
      .execute();
    const placed = evenKeys(count);
    await owner
      .insertInto('card_position')
      .values(
        tasks.map(({ id }, at) => ({
          tenant_id,
          board_id: boardId,
          task_id: id,
          sprint_id: sprint ?? 0,
          lane_id: sprint === null ? 0 : ids[0]!,
          pos: placed[at]!,
        })),
      )
      .execute();
    if (sprint !== null)
      await enterSprint(
        app,
        sprint,
        tasks.map(({ id }) => id),
      );
    return tasks.map(({ id }) => id);
  };
  return {
    projectId,
    boardId,
    sprintId,
    lanes: ids,
    cards: await add(cards, sprintId),
    backlog: await add(backlog, null),
  };
}

/** The log of tasks that entered a sprint. */
async function enterSprint(app: TestApp, sprint_id: number, tasks: readonly number[]): Promise<void> {
  const tenant_id = app.tenants.acme;
  const { id: op } = await app.database.owner
    .insertInto('op')
    .values({ tenant_id, op_id: randomUUID(), kind: 'task.create', changes: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.database.owner
    .insertInto('sprint_event')
    .values(tasks.map((task_id) => ({ tenant_id, op, sprint_id, task_id, kind: 'in' as const })))
    .execute();
}

/** Closes a project as the owner of the tables, without what a closing by a route does. */
export async function closeProject(app: TestApp, projectId: number): Promise<void> {
  await sql`update project set status_id = 4, closed_at = now() where id = ${projectId}`.execute(
    app.database.owner,
  );
}

interface Answer<T> {
  status: number;
  code?: string;
  message: string;
  data: T;
  errors?: { path: string; message: string }[];
}

/** Calls routes of project management as people of acme. */
export function caller(app: TestApp) {
  return async <T>(
    login: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<Answer<T>> => {
    const reply = await app.inject({
      method,
      url: `/handler/v2/agile/${path}`,
      headers: await app.sessionOf(app.tenants.acme, login),
      ...(payload && { payload }),
    });
    return { ...reply.json<Answer<T>>(), status: reply.statusCode };
  };
}

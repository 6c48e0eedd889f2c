import { sql } from 'kysely';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { TenantTransaction } from '../../../db/tables.ts';

/**
 * Locks of writes, always in this order, so that no two writes wait for each other: projects, boards, sprints, tasks, each in
 * the order of their ids. A project or sprint that is only used is shared, so that closing and ending wait for moves, and moves
 * for them.
 */

/** @throws AppError PROJECT_CLOSED, NOT_FOUND for one that is not there or hidden from the person */
export async function shareProjects(db: TenantTransaction, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const { rows } = await sql<{ closed: boolean }>`
    select closed_at is not null as closed from project
    where id = any (${wanted}::bigint[]) order by id for share`.execute(db);
  if (rows.length < wanted.length) throw notFound();
  if (rows.some(({ closed }) => closed)) throw new AppError('PROJECT_CLOSED');
}

/** Locks a project against all other writes in it. @throws AppError PROJECT_CLOSED, NOT_FOUND */
export async function changeProject(db: TenantTransaction, id: number): Promise<void> {
  const { rows } = await sql<{ closed: boolean }>`
    select closed_at is not null as closed from project where id = ${id} for no key update`.execute(db);
  const [project] = rows;
  if (!project) throw notFound();
  if (project.closed) throw new AppError('PROJECT_CLOSED');
}

/** Locks boards against all other operations on them. */
export async function lockBoards(db: TenantTransaction, ids: Iterable<number>): Promise<void> {
  await sql`select from board where id = any (${[...new Set(ids)]}::bigint[]) order by id for update`.execute(
    db,
  );
}

/** @returns the boards of the sprints by their ids @throws AppError SPRINT_ENDED, NOT_FOUND */
export async function shareSprints(
  db: TenantTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: number; board: number; ended: boolean }>`
    select id, board_id as board, state = 'ended' as ended from sprint
    where id = any (${wanted}::bigint[]) and deleted_at is null order by id for share`.execute(db);
  if (rows.length < wanted.length) throw notFound();
  if (rows.some(({ ended }) => ended)) throw new AppError('SPRINT_ENDED');
  return new Map(rows.map(({ id, board }) => [id, board]));
}

/** A task as moves need it. */
export interface LockedTask {
  id: number;
  projectId: number;
  statusId: number;
  sprintId: number | null;
  version: number;
}

/** Locks tasks in the order of their ids. @throws AppError NOT_FOUND for deleted and hidden ones too */
export async function lockTasks(db: TenantTransaction, ids: readonly number[]): Promise<LockedTask[]> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<LockedTask>`
    select id, project_id as "projectId", status_id as "statusId", sprint_id as "sprintId", version from task
    where id = any (${wanted}::bigint[]) and deleted_at is null order by id for update`.execute(db);
  if (rows.length < wanted.length) throw notFound();
  return rows;
}

/** The projects of tasks, which never change. @throws AppError NOT_FOUND */
export async function projectsOf(db: TenantTransaction, tasks: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(tasks)];
  const { rows } = await sql<{ project: number }>`
    select project_id as project from task
    where id = any (${wanted}::bigint[]) and deleted_at is null`.execute(db);
  if (rows.length < wanted.length) throw notFound();
  return [...new Set(rows.map(({ project }) => project))];
}

/** The boards that show each of several tasks, in the order of their ids. */
export async function boardsByTask(
  db: TenantTransaction,
  tasks: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ id: number; boards: number[] }>`
    select t.id, array(
      select board_id from project_board where project_id = t.project_id
      union select board_id from sprint where id = t.sprint_id order by 1
    ) as boards
    from task t where t.id = any (${[...tasks]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, boards }) => [id, boards]));
}

/** The boards that show tasks: those of their projects, which are in use, and those of their sprints. */
export async function boardsOf(db: TenantTransaction, tasks: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ board: number }>`
    with t as (select project_id, sprint_id from task where id = any (${[...new Set(tasks)]}::bigint[]))
    select board_id as board from project_board where project_id in (select project_id from t)
    union select board_id from sprint where id in (select sprint_id from t)`.execute(db);
  return rows.map(({ board }) => board);
}

import { sql } from 'kysely';
import { mostPlaces, type OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import { keyBetween } from '../card/order-key.ts';
import { placesOf, type NotedPlace } from '../card/places.ts';

/** Puts tasks behind the last card of a slot of a board, in the order in which they are given. */
export async function appendCards(
  ctx: Pick<Context, 'db' | 'tenant'>,
  slot: { boardId: number; sprintId: number; laneId: number },
  tasks: readonly number[],
): Promise<void> {
  if (tasks.length === 0) return;
  const { rows } = await sql<{ pos: string | null }>`
    select max(pos) as pos from card_position
    where board_id = ${slot.boardId} and sprint_id = ${slot.sprintId} and lane_id = ${slot.laneId}`.execute(
    ctx.db,
  );
  let last = rows[0]?.pos ?? null;
  const keys = tasks.map(() => (last = keyBetween(last, null)));
  await sql`
    insert into card_position (tenant_id, board_id, task_id, sprint_id, lane_id, pos)
    select ${ctx.tenant.id}, ${slot.boardId}, n.id, ${slot.sprintId}, ${slot.laneId}, n.pos
    from unnest(${[...tasks]}::bigint[], ${keys}::text[]) n (id, pos)
    on conflict (tenant_id, board_id, task_id)
    do update set sprint_id = excluded.sprint_id, lane_id = excluded.lane_id, pos = excluded.pos`.execute(
    ctx.db,
  );
}

/** The boards that each of several projects has now, without removed ones. */
export async function boardsOfProjects(
  db: TenantTransaction,
  projects: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ id: number; boards: number[] }>`
    select p.project_id as id, array_agg(b.id order by b.id) as boards
    from project_board p join board b on b.id = p.board_id and b.deleted_at is null
    where p.project_id = any (${[...projects]}::bigint[]) group by p.project_id`.execute(db);
  return new Map(rows.map(({ id, boards }) => [id, boards]));
}

/** A task that is in the backlogs of its project's boards. */
export interface BacklogTask {
  id: number;
  version: number;
}

/** The tasks of a project that are in no sprint, locked, in the order of their numbers. */
export async function lockBacklog(db: TenantTransaction, projectId: number): Promise<BacklogTask[]> {
  const { rows } = await sql<BacklogTask & { number: number }>`
    select id, version, number from task
    where project_id = ${projectId} and sprint_id is null and deleted_at is null order by id for update`.execute(
    db,
  );
  return rows.sort((one, other) => one.number - other.number).map(({ id, version }) => ({ id, version }));
}

/** @throws AppError RULE_BROKEN while open sprints of the boards have cards of the project */
async function assertOutOfSprints(
  db: TenantTransaction,
  projectId: number,
  boardIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from task t join sprint s on s.id = t.sprint_id
    where s.board_id = any (${[...boardIds]}::bigint[]) and s.state = 'open' and t.deleted_at is null
      and t.project_id = ${projectId}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw ruleBroken('errors.agile.projectInSprint', { params: { count } });
}

/** @throws AppError RULE_BROKEN for more cards than one operation writes */
export function assertFitsOperation(count: number, limit = mostPlaces): void {
  if (count > limit) throw ruleBroken('errors.agile.tooManyCards', { params: { count, limit } });
}

/**
 * Whether the cards of backlogs fit one operation, on the boards that projects have and those that they get.
 * @param added how many boards each of them gets @throws AppError RULE_BROKEN
 */
export async function assertBacklogsFit(
  db: TenantTransaction,
  projects: readonly number[],
  added: number,
): Promise<void> {
  const { rows } = await sql<{ places: number }>`
    select coalesce(sum(tasks * (${added}::int + (select count(*) from project_board b where b.project_id = t.project_id))), 0)::float8
      as places
    from (
      select project_id, count(*) as tasks from task
      where project_id = any (${[...projects]}::bigint[]) and sprint_id is null and deleted_at is null group by project_id
    ) t`.execute(db);
  assertFitsOperation(rows[0]!.places);
}

/**
 * Adds boards to a project, whose backlog they show from now on, and takes boards from it, which lose it. Project and boards are
 * locked, since tasks come into backlogs meanwhile else.
 * @returns the changes of the cards' places
 * @throws AppError RULE_BROKEN while open sprints of a board that leaves have cards of the project
 */
export async function changeBoards(
  ctx: Pick<Context, 'db' | 'tenant'>,
  projectId: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<OpChange[]> {
  const { db } = ctx;
  const tasks = await lockBacklog(db, projectId);
  const ids = tasks.map(({ id }) => id);
  const before = await placesOf(db, ids);
  if (removed.length > 0) {
    await assertOutOfSprints(db, projectId, removed);
    await db
      .deleteFrom('project_board')
      .where('project_id', '=', projectId)
      .where('board_id', 'in', removed)
      .execute();
    if (ids.length > 0)
      await sql`delete from card_position where board_id = any (${[...removed]}::bigint[]) and sprint_id = 0
        and task_id = any (${ids}::bigint[])`.execute(db);
  }
  if (added.length > 0) {
    await db
      .insertInto('project_board')
      .values(added.map((board_id) => ({ tenant_id: ctx.tenant.id, project_id: projectId, board_id })))
      .execute();
    for (const boardId of added) await appendCards(ctx, { boardId, sprintId: 0, laneId: 0 }, ids);
  }
  const after = await placesOf(db, ids);
  const json = (places: NotedPlace[] | undefined) => (places ?? []) as unknown as Json;
  return tasks.map(({ id, version }) => ({
    entity: 'task',
    id,
    version,
    projectId,
    before: { places: json(before.get(id)) },
    after: { places: json(after.get(id)) },
  }));
}

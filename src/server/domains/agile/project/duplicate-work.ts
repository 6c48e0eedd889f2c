import { sql, type RawBuilder } from 'kysely';
import { statusIds, type OpChange } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { appendCards } from '../board/project-boards.ts';

type Writer = Pick<Context, 'db' | 'tenant' | 'caller'>;

/** A project whose work is copied into another one that is new. */
export interface WorkCopy {
  sourceId: number;
  projectId: number;
  /** Days that dates move by; null leaves them out. */
  shift: number | null;
  /** Whether people come along. */
  hasTeam: boolean;
}

/** A board of the source and its copy. */
interface BoardCopy {
  from: number;
  id: number;
}

const shifted = (column: string, shift: number | null): RawBuilder<unknown> =>
  shift === null ? sql`null::date` : sql`${sql.raw(column)} + ${shift}::int`;

/** Whoever left is nobody's responsible in a copy. */
const headOf = (column: string, hasTeam: boolean): RawBuilder<unknown> =>
  hasTeam
    ? sql`(select u.id from app_user u where u.id = ${sql.raw(column)} and u.is_active and u.is_user)`
    : sql`null::bigint`;

/** Copies the boards of a project with lanes and tags, and with the stakeholders where people come along. */
export async function copyBoards(
  ctx: Writer,
  { sourceId, projectId, hasTeam }: WorkCopy,
): Promise<{ boards: BoardCopy[]; changes: OpChange[] }> {
  const { db, tenant, caller } = ctx;
  const { rows: sources } = await sql<{ id: number; title: string; description: string }>`
    select b.id, b.title, b.description from project_board x join board b on b.id = x.board_id and b.deleted_at is null
    where x.project_id = ${sourceId} order by b.id`.execute(db);
  const boards: BoardCopy[] = [];
  const changes: OpChange[] = [];
  for (const { id: from, title, description } of sources) {
    const { rows } = await sql<{ id: number }>`
      insert into board (tenant_id, title, description, created_by, updated_by)
      values (${tenant.id}, ${title}, ${description}, ${caller.userId}, ${caller.userId}) returning id`.execute(
      db,
    );
    const { id } = rows[0]!;
    boards.push({ from, id });
    await sql`
      insert into lane (tenant_id, board_id, status_id, rank, color, wip_limit, wip_mode, title)
      select tenant_id, ${id}, status_id, rank, color, wip_limit, wip_mode, title from lane where board_id = ${from}`.execute(
      db,
    );
    await sql`
      insert into tag (tenant_id, board_id, title, color, created_by)
      select tenant_id, ${id}, title, color, ${caller.userId} from tag where board_id = ${from}`.execute(db);
    if (hasTeam)
      await sql`
        insert into board_stakeholder (tenant_id, board_id, user_id)
        select s.tenant_id, ${id}, s.user_id from board_stakeholder s
        join app_user u on u.id = s.user_id and u.is_active and u.is_user where s.board_id = ${from}`.execute(
        db,
      );
    const after = { title, description, projectIds: [projectId] };
    changes.push({ entity: 'board', id, version: 1, projectId: null, before: null, after });
  }
  if (boards.length > 0)
    await db
      .insertInto('project_board')
      .values(boards.map(({ id }) => ({ tenant_id: tenant.id, project_id: projectId, board_id: id })))
      .execute();
  return { boards, changes };
}

/** Copies the activities of a project, unstarted, under their numbers. */
export async function copyStories(
  { db, tenant, caller }: Writer,
  { sourceId, projectId, shift, hasTeam }: WorkCopy,
): Promise<OpChange[]> {
  const { rows } = await sql<{ id: number; title: string; number: number }>`
    insert into story (tenant_id, project_id, number, title, description, status_id, priority_id, head_id, start_date,
      end_date, created_by, updated_by)
    select ${tenant.id}, ${projectId}, s.number, s.title, s.description, ${statusIds.backlog}, s.priority_id,
      ${headOf('s.head_id', hasTeam)}, ${shifted('s.start_date', shift)}, ${shifted('s.end_date', shift)},
      ${caller.userId}, ${caller.userId}
    from story s where s.project_id = ${sourceId} and s.deleted_at is null
    returning id, title, number`.execute(db);
  return rows.map(({ id, title, number }): OpChange => ({
    entity: 'story',
    id,
    version: 1,
    projectId,
    before: null,
    after: { title, number, statusId: statusIds.backlog },
  }));
}

/**
 * Copies the tasks of a project but the canceled ones into the backlog, under their numbers, with checklists that nothing is
 * ticked of. Activities and tags are those of the copy, as far as it has them.
 */
export async function copyTasks(
  ctx: Writer,
  { sourceId, projectId, shift, hasTeam }: WorkCopy,
  boards: readonly BoardCopy[],
): Promise<OpChange[]> {
  const { db, tenant, caller } = ctx;
  const { rows: sources } = await sql<{ id: number; number: number }>`
    select t.id, t.number from task t join work_status w on w.id = t.status_id and w.category <> 'canceled'
    where t.project_id = ${sourceId} and t.deleted_at is null`.execute(db);
  if (sources.length === 0) return [];
  const { rows } = await sql<{ id: number; title: string; number: number; storyId: number | null }>`
    insert into task (tenant_id, project_id, story_id, number, title, description, status_id, priority_id, head_id,
      start_date, end_date, created_by, updated_by)
    select ${tenant.id}, ${projectId}, n.id, t.number, t.title, t.description, ${statusIds.backlog}, t.priority_id,
      ${headOf('t.head_id', hasTeam)}, ${shifted('t.start_date', shift)}, ${shifted('t.end_date', shift)},
      ${caller.userId}, ${caller.userId}
    from task t
    left join story s on s.id = t.story_id
    left join story n on n.project_id = ${projectId} and n.number = s.number
    where t.id = any (${sources.map(({ id }) => id)}::bigint[])
    returning id, title, number, story_id as "storyId"`.execute(db);
  rows.sort((one, other) => one.number - other.number);
  const ids = rows.map(({ id }) => id);
  const sourceOf = new Map(sources.map(({ id, number }) => [number, id]));
  // The new rows have no statistics yet, by which the database could plan a join of both.
  const pairs = sql`unnest(${rows.map(({ number }) => sourceOf.get(number)!)}::bigint[], ${ids}::bigint[]) p (source, copy)`;
  await sql`
    insert into checklist_item (tenant_id, parent_type, parent_id, title, pos, created_by, updated_by)
    select ${tenant.id}, 'task', p.copy, i.title, i.pos, ${caller.userId}, ${caller.userId}
    from ${pairs}
    join checklist_item i on i.parent_type = 'task' and i.parent_id = p.source`.execute(db);
  if (hasTeam)
    await sql`
      insert into task_user (tenant_id, task_id, user_id)
      select ${tenant.id}, p.copy, x.user_id from ${pairs}
      join task_user x on x.task_id = p.source
      join app_user u on u.id = x.user_id and u.is_active and u.is_user`.execute(db);
  if (boards.length > 0)
    await sql`
      insert into task_tag (tenant_id, task_id, tag_id)
      select ${tenant.id}, p.copy, n.id from ${pairs}
      join task_tag x on x.task_id = p.source
      join tag g on g.id = x.tag_id
      join unnest(${boards.map(({ from }) => from)}::bigint[], ${boards.map(({ id }) => id)}::bigint[]) b (source, copy)
        on b.source = g.board_id
      join tag n on n.board_id = b.copy and molde_fold(n.title) = molde_fold(g.title)`.execute(db);
  for (const { id } of boards) await appendCards(ctx, { boardId: id, sprintId: 0, laneId: 0 }, ids);
  return rows.map(({ id, title, number, storyId }): OpChange => ({
    entity: 'task',
    id,
    version: 1,
    projectId,
    before: null,
    after: {
      title,
      number,
      storyId,
      statusId: statusIds.backlog,
      taskSprintId: null,
    },
  }));
}

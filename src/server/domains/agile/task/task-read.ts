import { sql } from 'kysely';
import { allows } from '../../../../contracts/access.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { listPage, type ListRequest } from '../../../kernel/list.ts';
import { COUNT_CAP, type TotalCache } from '../../../kernel/totals.ts';
import { mayProjects } from '../work/access.ts';
import { nameStatus } from '../status/status-names.ts';
import type { WorkStatus } from '../status/statuses.ts';
import { attachmentsJson } from './attachments.ts';
import { linksJson } from './links.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { equalsIfGiven, jsonRows } from '../work/sql.ts';
import type { Static } from 'typebox';
import type { taskQuery, taskReply, taskRow } from './task-schema.ts';

type TaskRow = Static<typeof taskRow>;
type Stored<Row> = Omit<Row, 'status'> & { status: WorkStatus };
/** `onBoard`: only tasks that a board shows. */
export type Filters = Static<typeof taskQuery> & { onBoard?: boolean };

const orders: Record<string, string> = {
  id: 't.id',
  number: 't.number',
  title: 't.title',
  statusId: 't.status_id',
  priorityId: 't.priority_id',
  startDate: 't.start_date',
  endDate: 't.end_date',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
};
export const taskOrders = Object.keys(orders);

const person = (column: string) => sql`(
  select json_build_object('id', u.id, 'name', u.name, 'photourl', u.photo_url) from app_user u where u.id = ${sql.ref(column)}
)`;
const isLate = (timeZone: string) =>
  sql`(t.end_date < (now() at time zone ${timeZone})::date and w.category not in ('concluded', 'canceled')) is true`;

const columns = (timeZone: string) => sql`
  t.id, t.number, p.key || '-' || t.number as code, t.title, t.project_id as "projectId",
  case when p.company_id is not null then (
    select json_build_object('id', m.id, 'name', m.name) from company m where m.id = p.company_id) end as company, t.story_id as "storyId",
  t.status_id as "statusId", t.priority_id as "priorityId", t.sprint_id as "taskSprintId", t.head_id as head,
  ${person('t.head_id')} as "headData", t.start_date as "startDate", t.end_date as "endDate",
  ${isLate(timeZone)} as late,
  array(select u.user_id from task_user u where u.task_id = t.id order by u.user_id) as users,
  array(select g.tag_id from task_tag g where g.task_id = t.id order by g.tag_id) as tags,
  json_build_object('id', w.id, 'category', w.category, 'title', w.title, 'color', w.color) as status,
  ${jsonRows(sql`
    select u.id, u.name, u.photo_url as photourl from task_user x join app_user u on u.id = x.user_id
    where x.task_id = t.id order by u.name, u.id`)} as "usersData",
  ${jsonRows(sql`
    select g.id, g.title, g.color, g.board_id as "boardId" from task_tag x join tag g on g.id = x.tag_id
    where x.task_id = t.id order by g.title, g.id`)} as "tagsData",
  t.cover_file_id as "coverFileId", t.created_by as "createdById", t.updated_by as "updatedById",
  ${isoTime('t.created_at')} as "createdAt", ${isoTime('t.updated_at')} as "updatedAt", t.version`;

/** Columns of lists besides: the board where its card is, and the tasks that block it, as far as the person sees them. */
const inLists = sql`
  json_build_object('id', p.id, 'key', p.key, 'title', p.title, 'closed', p.closed_at is not null) as project,
  (select c.board_id from card_position c join board b on b.id = c.board_id and b.deleted_at is null
    where c.task_id = t.id order by c.board_id limit 1) as "boardId",
  array(select l.task_id from task_link l join task x on x.id = l.task_id and x.deleted_at is null
    where l.other_id = t.id and l.kind = 'blocks' order by l.task_id) as "dependsOn"`;

const groups: Record<string, string> = {
  storyId: 't.story_id',
  userId: 't.head_id',
  priorityId: 't.priority_id',
  tagId: '(select min(g.tag_id) from task_tag g where g.task_id = t.id)',
};

const dueIn: Record<string, string> = { day: '1 day', week: '7 days', month: '1 month' };

function dueFilter(due: Filters['due'], timeZone: string) {
  const today = sql`(now() at time zone ${timeZone})::date`;
  if (due === undefined) return sql`true`;
  if (due === 'none') return sql`t.end_date is null`;
  if (due === 'overdue') return isLate(timeZone);
  return sql`t.end_date between ${today} and (${today} + ${dueIn[due]!}::interval)::date`;
}

/** The tasks `t` that the person sees and the filters leave, with their project `p` and status `w`. */
export function matching(ctx: Context, query: Filters) {
  const text = query.text?.trim() ?? '';
  return sql`
    from task t
    join project p on p.id = t.project_id
    join work_status w on w.id = t.status_id
    where t.deleted_at is null and ${allows(ctx.caller.grants, mayProjects('read'))}
      and ${equalsIfGiven('t.project_id', query.q_projId)} and ${equalsIfGiven('t.story_id', query.q_storyId)}
      and ${equalsIfGiven('t.status_id', query.statusId)} and ${equalsIfGiven('t.head_id', query.head)}
      and ${equalsIfGiven('t.sprint_id', query.sprintId)} and ${equalsIfGiven('t.priority_id', query.priorityId)}
      and (${query.person ?? null}::bigint is null or t.head_id = ${query.person ?? null} or exists (
        select from task_user u where u.task_id = t.id and u.user_id = ${query.person ?? null}
      ))
      and (${query.template ?? null}::text is null or p.is_template = (${query.template ?? null} = 'true'))
      and (${query.finished ?? null}::text is null
        or (w.category in ('concluded', 'canceled')) = (${query.finished ?? null} = 'true'))
      and ${
        query.q_boardId === undefined && query.laneId === undefined && !query.onBoard
          ? sql`true`
          : sql`exists (
            select from card_position c join board b on b.id = c.board_id and b.deleted_at is null
            where c.task_id = t.id and ${equalsIfGiven('c.board_id', query.q_boardId)} and ${equalsIfGiven('c.lane_id', query.laneId)}
          )`
      }
      and ${dueFilter(query.due, ctx.tenant.timeZone)}
      and (${text} = '' or t.search like molde_like(${text}) or p.key || '-' || t.number = upper(${text}))`;
}

/** A page of the tasks that the person sees, with its exact total. */
export function listTasks(
  ctx: Context,
  totals: TotalCache,
  request: ListRequest<unknown>,
  query: Filters,
): Promise<ListPage<TaskRow>> {
  const { page: _page, perPage: _perPage, order: _order, ...filters } = query;
  const found = matching(ctx, query);
  const group = sql.raw(query.q_groupBy ? groups[query.q_groupBy]! : 'null::bigint');
  const { field, direction } = request.order;
  return listPage<TaskRow>(ctx, totals, {
    request,
    // Tasks that restricted projects hide are different for each person.
    key: ['task', ctx.caller.userId, filters as Record<string, string | number | boolean>],
    async read(known) {
      const { rows } = await sql<{ total: number; rows: Stored<TaskRow>[] }>`
        select (${known === null ? sql`select count(*) from (select ${found} limit ${COUNT_CAP + 1}) x` : sql`${known}`})::int as total,
          coalesce((select json_agg(r) from (
            select ${columns(ctx.tenant.timeZone)}, ${group} as "groupId", ${inLists} ${found}
            order by ${group} nulls last, ${sql.raw(orders[field]!)} ${sql.raw(direction)} nulls last, t.id
            limit ${request.perPage} offset ${request.offset}
          ) r), '[]'::json) as rows`.execute(ctx.db);
      const { total, rows: stored } = rows[0]!;
      return { total, rows: stored.map((row) => ({ ...row, status: nameStatus(row.status, ctx.lang) })) };
    },
    async count() {
      const { rows } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(ctx.db);
      return rows[0]!.total;
    },
  });
}

/** A task with everything that its panel shows, in one statement. @throws AppError NOT_FOUND */
export async function readTask(ctx: Context, id: number): Promise<Static<typeof taskReply>> {
  const { timeZone } = ctx.tenant;
  const { rows } = await sql<Stored<Static<typeof taskReply>>>`
    select ${columns(timeZone)}, t.description,
      json_build_object('id', p.id, 'key', p.key, 'title', p.title, 'closed', p.closed_at is not null) as project,
      (select json_build_object('id', s.id, 'number', s.number, 'title', s.title) from story s where s.id = t.story_id) as story,
      (select json_build_object('id', s.id, 'title', s.title, 'state', s.state, 'boardId', s.board_id)
        from sprint s where s.id = t.sprint_id) as sprint,
      ${jsonRows(sql`
        select c.board_id as "boardId", nullif(c.lane_id, 0) as "laneId" from card_position c
        where c.task_id = t.id order by c.board_id`)} as places,
      ${person('t.created_by')} as "createdBy", ${person('t.updated_by')} as "updatedBy",
      (select count(*)::int from comment c where c.parent_type = 'task' and c.parent_id = t.id and c.deleted_at is null) as comments,
      ${linksJson('t.id')} as links, ${attachmentsJson('t.id')} as attachments,
      ${jsonRows(sql`
        select u.id, u.name, u.photo_url as photourl from watcher x join app_user u on u.id = x.user_id
        where x.entity = 'task' and x.entity_id = t.id order by u.name, u.id`)} as watchers
    from task t
    join project p on p.id = t.project_id
    join work_status w on w.id = t.status_id
    where t.id = ${id} and t.deleted_at is null and ${allows(ctx.caller.grants, mayProjects('read'))}`.execute(
    ctx.db,
  );
  const [task] = rows;
  if (!task) throw notFound();
  return { ...task, status: nameStatus(task.status, ctx.lang) };
}

import { sql } from 'kysely';
import type { Board } from '../../../../contracts/agile-board.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { ListRequest } from '../../../kernel/list.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { mayAdminister, visibleBoards } from '../work/access.ts';
import { mayReadWork } from '../work/people.ts';
import { prioritiesIn } from '../work/priorities.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { jsonRows } from '../work/sql.ts';

/** The visible projects of a board `x`, and its stakeholders. */
const projectIds = sql`array(
  select p.id from project_board pb join project p on p.id = pb.project_id where pb.board_id = x.id order by p.id
)`;
const stakeholderIds = sql`array(
  select s.user_id from board_stakeholder s where s.board_id = x.id order by s.user_id
)`;

export interface BoardRow {
  id: number;
  title: string;
  description: string;
  version: number;
  activeSprintId: number | null;
  projectIds: number[];
  stakeholderIds: number[];
  stakeholders: { id: number; name: string }[];
  createdAt: string;
  updatedAt: string;
}

const orders: Record<string, string> = {
  id: 'x.id',
  title: 'x.title',
  createdAt: 'x.created_at',
  updatedAt: 'x.updated_at',
};
export const boardOrders = Object.keys(orders);

/** A page of the boards that the person sees. */
export function listBoards(
  ctx: Pick<Context, 'db' | 'caller'>,
  request: ListRequest<unknown>,
  { title, projectId }: { title?: string | undefined; projectId?: number | undefined },
): Promise<ListPage<BoardRow>> {
  const { field, direction } = request.order;
  const searched = title?.trim() ?? '';
  return selectPage<BoardRow>(ctx.db, request, {
    matching: sql`matching as (
      select x.* from board x
      where ${visibleBoards(ctx.caller)}
        and (${searched} = '' or molde_fold(x.title) like molde_like(${searched}))
        and (${projectId ?? null}::bigint is null or exists (
          select from project_board pb join project p on p.id = pb.project_id
          where pb.board_id = x.id and p.id = ${projectId ?? null}
        ))
    )`,
    total: sql`select count(*) from matching`,
    rows: sql`
      select x.id, x.title, x.description, x.version, x.active_sprint_id as "activeSprintId",
        ${projectIds} as "projectIds", ${stakeholderIds} as "stakeholderIds",
        coalesce((
          select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.id)
          from board_stakeholder s join app_user u on u.id = s.user_id where s.board_id = x.id
        ), '[]') as stakeholders,
        ${isoTime('x.created_at')} as "createdAt", ${isoTime('x.updated_at')} as "updatedAt"
      from matching x order by ${sql.raw(orders[field]!)} ${sql.raw(direction)}, x.id`,
  });
}

interface Named {
  category: Board['statuses'][number]['category'];
  title: string | null;
}

/**
 * Everything about a board but its cards, in one statement. Cards are named by arrays, as in board-cards.ts.
 * @throws AppError NOT_FOUND, also for a board that is hidden
 */
export async function readBoard(ctx: Pick<Context, 'db' | 'caller' | 'lang'>, id: number): Promise<Board> {
  const { rows } = await sql<Board>`
    with x as materialized (select x.* from board x where x.id = ${id} and ${visibleBoards(ctx.caller)}),
    shown as materialized (
      select p.id, p.key, p.title, p.icon, p.head_id, p.closed_at from project p
      join project_board pb on pb.project_id = p.id join x on x.id = pb.board_id
    ), cards as materialized (
      select t.id, t.head_id, t.story_id from task t
      where t.id = any (array(select c.task_id from card_position c join x on x.id = c.board_id))
    ), busy as materialized (
      select head_id as id from cards where head_id is not null
      union select u.user_id from task_user u where u.task_id = any (array(select id from cards))
    ), people as (
      select u.id, u.name, u.photo_url as photourl, ${mayReadWork} as assignable from app_user u
      where u.id in (select id from busy) or u.is_active and u.id in (
        select head_id from shown
        union select m.user_id from project_member m where m.project_id in (select id from shown)
        union select s.user_id from board_stakeholder s join x on x.id = s.board_id
      )
    )
    select x.id, x.title, x.description, x.version, x.active_sprint_id as "activeSprintId",
      ${projectIds} as "projectIds", ${stakeholderIds} as "stakeholderIds",
      (x.created_by = ${ctx.caller.userId} or ${ctx.caller.userId} = any (${stakeholderIds})) is true as administers,
      ${jsonRows(sql`
        select l.id, l.status_id as "statusId", coalesce(l.title, w.title) as title, w.category, coalesce(l.color, w.color) as color, l.rank,
          l.wip_limit as "wipLimit", l.wip_mode as "wipMode", l.version
        from lane l join work_status w on w.id = l.status_id where l.board_id = x.id order by l.rank, l.id`)} as lanes,
      ${jsonRows(sql`
        select s.id, s.title, s.goal, s.start_date as "startDate", s.planned_end as "plannedEnd", s.state,
          ${isoTime('s.started_at')} as "startedAt", s.version
        from sprint s where s.board_id = x.id and s.deleted_at is null
        order by s.state = 'ended', case when s.state = 'open' then s.start_date end, s.ended_at desc, s.id`)} as sprints,
      ${jsonRows(sql`select g.id, g.title, g.color from tag g where g.board_id = x.id order by g.title, g.id`)} as tags,
      ${jsonRows(sql`select u.id, u.name, u.photourl, u.assignable from people u order by u.name, u.id`)} as users,
      ${jsonRows(sql`
        select p.id, p.key, p.title, p.icon, p.closed_at is not null as closed from shown p
        order by p.title, p.id`)} as projects,
      ${jsonRows(sql`
        select s.id, s.number, s.project_id as "projectId", s.title, s.status_id as "statusId" from story s
        join shown p on p.id = s.project_id
        where s.deleted_at is null and (p.closed_at is null or s.id in (select story_id from cards))
        order by s.project_id, s.number`)} as stories,
      ${jsonRows(sql`select w.id, w.category, w.title, w.color from work_status w order by w.id`)} as statuses
    from x`.execute(ctx.db);
  const [board] = rows;
  if (!board) throw notFound();
  const name = <Row extends Named>(row: Row) => ({
    ...row,
    title: row.title ?? resolveText(ctx.lang, `$agile.status.${row.category}`),
  });
  return {
    ...board,
    administers: board.administers && mayAdminister(ctx.caller),
    lanes: board.lanes.map(name),
    statuses: board.statuses.map(name),
    priorities: prioritiesIn(ctx.lang),
  };
}

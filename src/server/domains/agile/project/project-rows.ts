import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { StatusCategory } from '../../../../contracts/agile.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { nameStatus } from '../status/status-names.ts';
import type { ProjectReply, ProjectRow } from './project-schema.ts';

/** Whether a project `p` is late today, in the tenant's zone. A template never is: nobody works on it. */
export const isLate = ({ tenant }: Pick<Context, 'tenant'>): RawBuilder<boolean> =>
  sql<boolean>`(p.closed_at is null and not p.is_template and coalesce(p.end_date < (now() at time zone ${tenant.timeZone})::date, false))`;

/** Id of the status that a project `p` shows. */
export const shownStatus = (ctx: Pick<Context, 'tenant'>): RawBuilder<number> =>
  sql<number>`case when ${isLate(ctx)} then 7 else p.status_id end`;

/** Unfinished tasks of a project `p` in open sprints. */
const unfinished = sql`(
  select count(*)::int from task t
  join sprint s on s.id = t.sprint_id and s.state = 'open'
  join work_status w on w.id = t.status_id and w.category not in ('concluded', 'canceled')
  where t.project_id = p.id and t.deleted_at is null and t.sprint_id is not null)`;

/** Columns of a project `p` with its organizer `o`, as `presentProject` takes them. */
export const projectColumns = (ctx: Pick<Context, 'tenant'>): RawBuilder<unknown> => sql`
  p.id, p.key, p.title, p.summary_title as "summaryTitle", p.summary_desc as "summaryDesc",
  p.organizer_id as "organizerId", o.title as "organizerName", p.company_id as "companyId", p.parent_id as "parentId",
  p.head_id as head, p.start_date as "startDate", p.end_date as "endDate", p.status_id as "statusId", p.icon,
  p.restricted, p.is_template as "isTemplate", p.version, ${isLate(ctx)} as late, ${unfinished} as unfinished,
  ${isoTime(sql`p.closed_at`)} as "closedAt", ${isoTime(sql`p.created_at`)} as "createdAt",
  ${isoTime(sql`p.updated_at`)} as "updatedAt",
  case when p.head_id is not null then (
    select json_build_object('id', u.id, 'name', u.name, 'avatar', u.photo_url) from app_user u where u.id = p.head_id
  ) end as "headData",
  (select json_build_object('id', w.id, 'category', w.category, 'title', w.title, 'color', w.color)
    from work_status w where w.id = ${shownStatus(ctx)}) as shown,
  coalesce((
    select json_agg(json_build_object('id', u.id, 'name', u.name, 'avatar', u.photo_url) order by u.name, u.id)
    from project_member m join app_user u on u.id = m.user_id where m.project_id = p.id
  ), '[]') as team,
  coalesce((
    select json_agg(json_build_object('id', b.id, 'title', b.title) order by b.id) from project_board x join board b on b.id = x.board_id and b.deleted_at is null
    where x.project_id = p.id
  ), '[]') as boards`;

export type StoredProject = Omit<
  ProjectRow,
  'organizer' | 'organizerValue' | 'status' | 'archived' | 'boardIds' | 'teamIds'
> & { shown: { id: number; category: StatusCategory; title: string | null; color: string | null } };

export function presentProject({ shown, ...project }: StoredProject, lang: Language): ProjectRow {
  const { organizerId, organizerName: organizer } = project;
  return {
    ...project,
    organizer: organizerId === null ? null : { id: organizerId, title: organizer ?? '' },
    organizerValue: organizer,
    status: nameStatus(shown, lang),
    archived: project.closedAt !== null,
    boardIds: project.boards.map(({ id }) => id),
    teamIds: project.team.map(({ id }) => id).sort((one, other) => one - other),
  };
}

/** Reads a project; null for one that is not there or hidden from the person. */
export async function readProject(
  ctx: Pick<Context, 'db' | 'lang' | 'tenant'>,
  id: number,
): Promise<ProjectReply | null> {
  const { rows } = await sql<StoredProject & { description: string }>`
    select ${projectColumns(ctx)}, p.description from project p left join organizer o on o.id = p.organizer_id
    where p.id = ${id}`.execute(ctx.db);
  const [found] = rows;
  if (!found) return null;
  const { description, ...project } = found;
  return { ...presentProject(project, ctx.lang), description };
}

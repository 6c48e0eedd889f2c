import { sql } from 'kysely';
import type { Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import type { SprintReport } from '../../../../contracts/agile-sprint.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { hiddenProjects } from '../../../kernel/hidden-projects.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { mayProjects } from '../work/access.ts';
import { reportOf } from './sprint-report.ts';
import type { sprintReply } from './sprint-schema.ts';

export type SprintReply = Static<typeof sprintReply>;

const columns = ({ caller }: Context) => sql`
  s.id, s.board_id as "boardId", s.title::text as title, s.goal, s.start_date as "startDate",
  s.planned_end as "plannedEnd", s.state, ${isoTime('s.started_at')} as "startedAt", ${isoTime('s.ended_at')} as "endedAt",
  (select u.name from app_user u where u.id = s.ended_by)::text as "endedBy",
  (b.active_sprint_id is not null and b.active_sprint_id = s.id) as active,
  array(select t.id from task t join project p on p.id = t.project_id
    where t.sprint_id = s.id and t.deleted_at is null and ${allows(caller.grants, mayProjects('read'))} order by t.id) as tasks, s.version`;

/** The sprints of a board: open ones by their start, then ended ones, the last one first. */
export async function listSprints(ctx: Context, boardId: number): Promise<SprintReply[]> {
  const { rows } = await sql<SprintReply>`
    select ${columns(ctx)} from sprint s join board b on b.id = s.board_id
    where s.board_id = ${boardId} and s.deleted_at is null
    order by s.state desc, s.ended_at desc, s.start_date, s.id`.execute(ctx.db);
  return rows;
}

/** @throws AppError NOT_FOUND */
export async function sprintOf(ctx: Context, id: number): Promise<SprintReply> {
  const { rows } = await sql<SprintReply>`
    select ${columns(ctx)} from sprint s join board b on b.id = s.board_id where s.id = ${id} and s.deleted_at is null`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** The report of a sprint: that of its end, or of an open one as it is now. Tasks of hidden projects count, and are not named. */
export async function sprintReport(ctx: Context, sprint: SprintReply): Promise<SprintReport> {
  const stored = await ctx.db
    .selectFrom('sprint')
    .where('id', '=', sprint.id)
    .select('report')
    .executeTakeFirstOrThrow();
  const report =
    (stored.report as unknown as SprintReport | null) ??
    (await withoutHiding(ctx.db, () =>
      reportOf(
        ctx.db,
        { ...sprint, startedAt: sprint.startedAt === null ? null : new Date(sprint.startedAt) },
        { until: new Date(), timeZone: ctx.tenant.timeZone, movedTo: new Map(), note: '' },
      ),
    ));
  const hidden = await hiddenProjects(ctx.db);
  return { ...report, tasks: report.tasks.filter(({ projectId }) => !hidden.has(projectId)) };
}

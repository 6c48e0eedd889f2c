import { sql, type Transaction } from 'kysely';
import { statusIds } from '../../contracts/agile.ts';
import type { Tables } from '../../server/db/tables.ts';
import { reportOf } from '../../server/domains/agile/index.ts';
import { closedProject, demoProjects, type DemoProject } from './project-content.ts';
import { demoHistory } from './project-history.ts';
import { seedNotifications } from './notifications.ts';
import { seedLog } from './project-log.ts';
import { planOf, type DemoTeam, type ProjectRows } from './project-rows.ts';
import { seedTasks } from './project-tasks.ts';

type Db = Transaction<Tables>;

const laneStatuses = [
  statusIds.start,
  statusIds.progress,
  statusIds.validation,
  statusIds.blocked,
  statusIds.concluded,
];
const teamSize = 6;
const day = 86_400_000;
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Projects with months of history: stories, tasks, sprints with their reports, and the log from which all of it comes. */
export async function seedProjects(db: Db, team: DemoTeam, now = new Date()): Promise<void> {
  const organizers = new Map<string, number>();
  for (const title of new Set([...demoProjects, closedProject].map(({ organizer }) => organizer))) {
    const { id } = await db
      .insertInto('organizer')
      .values({ tenant_id: team.tenantId, title, created_by: team.managerId, updated_by: team.managerId })
      .returning('id')
      .executeTakeFirstOrThrow();
    organizers.set(title, id);
  }
  for (const [at, project] of demoProjects.entries())
    await seedProject(
      db,
      { team, now, organizerId: organizers.get(project.organizer)!, seed: at + 1 },
      project,
    );
  await seedClosed(db, team, now, organizers.get(closedProject.organizer)!);
}

interface Place {
  team: DemoTeam;
  now: Date;
  organizerId: number;
  seed: number;
}

async function seedProject(
  db: Db,
  { team, now, organizerId, seed }: Place,
  content: DemoProject,
): Promise<void> {
  const tenant_id = team.tenantId;
  const people = Array.from(
    { length: teamSize },
    (_, at) => team.userIds[(seed * 4 + at) % team.userIds.length]!,
  );
  // The manager works on the first one too, so that the demo has tasks of theirs.
  const members = [...new Set(seed === 1 ? [...people, team.managerId] : people)];
  const history = demoHistory(content, now, seed, members.length);
  const startedAt = new Date(Date.parse(history.sprints[0]!.startDate) - 20 * day + 13.5 * 3_600_000);
  const stamps = {
    created_by: team.managerId,
    updated_by: team.managerId,
    created_at: startedAt,
    updated_at: startedAt,
  };
  const { id: boardId } = await db
    .insertInto('board')
    .values({ tenant_id, title: content.board, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('board_stakeholder')
    .values({ tenant_id, board_id: boardId, user_id: team.managerId })
    .execute();
  const lanes = await db
    .insertInto('lane')
    .values(
      laneStatuses.map((status_id, rank) => ({ tenant_id, board_id: boardId, status_id, rank: rank + 1 })),
    )
    .returning(['id', 'status_id'])
    .execute();
  const { id: projectId } = await db
    .insertInto('project')
    .values({
      tenant_id,
      key: content.key,
      title: content.title,
      summary_title: content.summaryTitle,
      summary_desc: content.summaryDesc,
      organizer_id: organizerId,
      head_id: seed === 1 ? team.managerId : members[0]!,
      start_date: dateOf(startedAt),
      end_date: dateOf(new Date(now.getTime() + (40 + seed * 20) * day)),
      status_id: statusIds.progress,
      icon: JSON.stringify(content.icon),
      last_number: history.tasks.length + Object.keys(content.stories).length,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('project_board')
    .values({ tenant_id, project_id: projectId, board_id: boardId })
    .execute();
  await db
    .insertInto('project_member')
    .values(members.map((user_id) => ({ tenant_id, project_id: projectId, user_id })))
    .execute();
  const stories = await db
    .insertInto('story')
    .values(
      Object.keys(content.stories).map((title, at) => ({
        tenant_id,
        project_id: projectId,
        number: at + 1,
        title,
        ...planOf(history.tasks.filter(({ story }) => story === at)),
        head_id: members[at % members.length]!,
        ...stamps,
      })),
    )
    .returning('id')
    .execute();
  const tags = await db
    .insertInto('tag')
    .values(
      content.tags.map((title) => ({ tenant_id, board_id: boardId, title, created_by: team.managerId })),
    )
    .returning('id')
    .execute();
  // Open until their tasks are in them: an ended sprint takes none.
  const sprints = await db
    .insertInto('sprint')
    .values(
      history.sprints.map(({ title, startDate, plannedEnd, startedAt: started }) => ({
        tenant_id,
        board_id: boardId,
        title,
        start_date: startDate,
        planned_end: plannedEnd,
        started_at: started,
        ...stamps,
      })),
    )
    .returning('id')
    .execute();
  const rows: ProjectRows = {
    team,
    projectId,
    boardId,
    members,
    history,
    lanes: new Map(lanes.map(({ id, status_id }) => [status_id, id])),
    stories: stories.map(({ id }) => id),
    tags: tags.map(({ id }) => id),
    sprints: sprints.map(({ id }) => id),
  };
  const tasks = await seedTasks(db, rows);
  await seedLog(db, rows, tasks);
  await seedNotifications(db, rows, tasks, now);
  await endSprints(db, rows);
}

/** Ends the past sprints one after the other, so that each report has the velocity of those before it. */
async function endSprints(db: Db, { team, boardId, history, sprints }: ProjectRows): Promise<void> {
  for (const [at, sprint] of history.sprints.entries()) {
    if (sprint.endedAt === null) continue;
    const id = sprints[at]!;
    // Those that went on into the next sprint left at the end.
    const { rows: left } = await sql<{ task: number }>`
      select task_id as task from sprint_event where sprint_id = ${id} and kind = 'out'`.execute(db);
    const next = history.sprints[at + 1]!.title;
    const movedTo = new Map(left.map(({ task }) => [task, { sprint: next }] as const));
    const until = new Date(sprint.endedAt.getTime() - 1);
    const times = { id, boardId, title: sprint.title, startedAt: sprint.startedAt };
    const report = await reportOf(db, times, { until, timeZone: team.timeZone, movedTo, note: '' });
    await sql`
      update sprint set state = 'ended', ended_at = ${sprint.endedAt}, ended_by = ${team.managerId},
        report = ${JSON.stringify(report)}::jsonb where id = ${id}`.execute(db);
  }
  await db
    .updateTable('board')
    .set({ active_sprint_id: sprints[history.active]! })
    .where('id', '=', boardId)
    .execute();
}

async function seedClosed(db: Db, team: DemoTeam, now: Date, organizerId: number): Promise<void> {
  const { key, title, summaryTitle, summaryDesc, icon } = closedProject;
  const start = new Date(now.getTime() - 420 * day);
  const end = new Date(now.getTime() - 95 * day);
  await db
    .insertInto('project')
    .values({
      tenant_id: team.tenantId,
      key,
      title,
      summary_title: summaryTitle,
      summary_desc: summaryDesc,
      organizer_id: organizerId,
      head_id: team.userIds[2] ?? team.managerId,
      start_date: dateOf(start),
      end_date: dateOf(new Date(end.getTime() + 5 * day)),
      status_id: statusIds.concluded,
      icon: JSON.stringify(icon),
      closed_at: end,
      closed_by: team.managerId,
      created_at: start,
      created_by: team.managerId,
      updated_at: end,
      updated_by: team.managerId,
    })
    .execute();
}

import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFinal, statusIds, type StatusCategory } from '../../contracts/agile.ts';
import type { SprintReport } from '../../contracts/agile-sprint.ts';
import type { Database } from '../../server/db/database.ts';
import { openTestDatabase, testEnv } from '../../server/testing.ts';
import { demoProjects } from './project-content.ts';
import { demoHistory } from './project-history.ts';
import { seedDemo } from './seed.ts';

const finished = (statusId: number): boolean =>
  isFinal(Object.entries(statusIds).find(([, id]) => id === statusId)![0] as StatusCategory);

describe('the history of a sample project', () => {
  const starts = [
    '2026-11-27T12:00:00Z',
    '2026-11-29T03:00:00Z',
    '2027-01-04T11:00:00Z',
    '2026-03-02T23:30:00Z',
  ];
  const cases = starts.flatMap((start) =>
    demoProjects.map((project, at) => ({ start, key: project.key, project, seed: at + 1 })),
  );

  it.each(cases)('$key at $start is in order and in the past', ({ project, start, seed }) => {
    const now = new Date(start);
    const { sprints, active, tasks } = demoHistory(project, now, seed, 6);
    for (const { createdAt, steps } of tasks) {
      expect(createdAt.getTime()).toBeLessThan(now.getTime());
      const times = [createdAt, ...steps.map(({ at }) => at)].map((at) => at.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(times.at(-1)).toBeLessThan(now.getTime());
      for (const { at, sprint, statusId } of steps)
        if (sprint !== null && finished(statusId) && sprints[sprint]!.endedAt)
          expect(at.getTime()).toBeLessThan(sprints[sprint]!.endedAt.getTime());
    }
    // Tasks that an ended sprint left unfinished went on into the next one.
    for (const { steps } of tasks) {
      const last = steps.at(-1);
      if (last && last.sprint !== null && last.sprint < active) expect(finished(last.statusId)).toBe(true);
    }
    const running = tasks.filter(({ steps }) => steps.at(-1)?.sprint === active);
    expect(running.length).toBeGreaterThan(3);
    expect(sprints.filter(({ endedAt }) => endedAt !== null)).toHaveLength(active);
    expect(active).toBeGreaterThanOrEqual(4);
  });

  it('is the same every time', () => {
    const now = new Date('2026-11-27T12:00:00Z');
    expect(demoHistory(demoProjects[0]!, now, 1, 6)).toEqual(demoHistory(demoProjects[0]!, now, 1, 6));
  });
});

describe('the sample projects', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await seedDemo(database, testEnv());
  });
  afterAll(() => database.close());

  it('notify people of what others did, and leave them some of it to read', async () => {
    const { rows } = await sql<{ own: number; future: number; unread: number; read: number }>`
      select count(*) filter (where user_id = actor_id)::int as own,
        count(*) filter (where read_at is null)::int as unread, count(read_at)::int as read,
        count(*) filter (where created_at > now())::int as future from notification`.execute(database.owner);
    expect(rows[0]).toMatchObject({ own: 0, future: 0 });
    expect(rows[0]!.unread).toBeGreaterThan(0);
    expect(rows[0]!.read).toBeGreaterThan(rows[0]!.unread);
  });

  it('are three that go on and one that has ended, with sprints that have reports', async () => {
    const projects = await database.owner
      .selectFrom('project')
      .select(['key', 'closed_at'])
      .orderBy('id')
      .execute();
    expect(projects.map(({ key, closed_at }) => [key, closed_at !== null])).toEqual([
      ['WMS', false],
      ['RSE', false],
      ['PDC', false],
      ['ERP', true],
    ]);
    const { rows } = await sql<{ report: SprintReport }>`
      select report from sprint where state = 'ended' order by board_id, ended_at`.execute(database.owner);
    expect(rows.length).toBeGreaterThanOrEqual(14);
    for (const { report } of rows) {
      expect(report.done).toBeGreaterThan(0);
      expect(report.planned).toBeGreaterThan(0);
      expect(report.tasks).toHaveLength(report.done + report.unfinished);
      expect(report.tasks.filter(({ movedTo }) => movedTo !== null)).toHaveLength(report.unfinished);
      expect(report.days.at(-1)!.remaining).toBe(report.unfinished);
    }
  });

  it('have reports whose figures of the upgrade are those of their ends', async () => {
    const { owner } = database;
    const reports = async () =>
      (
        await sql<{
          report: SprintReport;
        }>`select report from sprint where report is not null order by id`.execute(owner)
      ).rows;
    const made = await reports();
    // As they were stored before: without cycle and people.
    await sql`
      update sprint set report = (report - 'cycle' - 'people') || jsonb_build_object('velocity',
        (select jsonb_agg(v - 'cycle' order by at) from jsonb_array_elements(report->'velocity') with ordinality x (v, at)))
      where report is not null`.execute(owner);
    expect(await reports()).not.toEqual(made);
    const file = new URL('../../../migrations/043_sprint_report_figures.sql', import.meta.url);
    for (const step of (await readFile(file, 'utf8')).split(/;\n(?=\n|update|drop|with)/))
      await sql.raw(step).execute(owner);
    expect(await reports()).toEqual(made);
  });

  it('have a log without gaps, and each card at one place', async () => {
    const { rows } = await sql<{ last: number; count: number; highest: number }>`
      select b.last_seq as last, count(o.seq)::int as count, max(o.seq) as highest
      from board b join op_board o on o.board_id = b.id group by b.id, b.last_seq`.execute(database.owner);
    expect(rows).toHaveLength(3);
    for (const { last, count, highest } of rows) expect([count, highest]).toEqual([last, last]);
    const { rows: lost } = await sql`
      select t.id from task t left join card_position p on p.task_id = t.id
      where p.task_id is null or p.sprint_id <> coalesce(t.sprint_id, 0)`.execute(database.owner);
    expect(lost).toEqual([]);
  });
});

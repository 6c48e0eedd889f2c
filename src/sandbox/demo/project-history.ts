import { statusIds } from '../../contracts/agile.ts';
import { chance } from './chance.ts';
import type { DemoProject } from './project-content.ts';

/** A change of a task in its past. */
export interface DemoStep {
  at: Date;
  statusId: number;
  /** Index of the sprint; null in the backlog. */
  sprint: number | null;
  /** Index of the person in the team. */
  actor: number;
}

/** A task with all that happened to it; the last step is what it is now. */
export interface DemoTask {
  title: string;
  story: number;
  createdAt: Date;
  priorityId: number;
  /** Indexes of people in the team; the first one is responsible. */
  people: number[];
  tags: number[];
  endDate: string | null;
  steps: DemoStep[];
}

export interface DemoSprint {
  title: string;
  /** YYYY-MM-DD. */
  startDate: string;
  plannedEnd: string;
  startedAt: Date | null;
  /** Null for the one that goes on, and for the next one. */
  endedAt: Date | null;
}

export interface DemoHistory {
  sprints: DemoSprint[];
  /** Index of the sprint that goes on. */
  active: number;
  tasks: DemoTask[];
}

const day = 86_400_000;
const hour = 3_600_000;
const sprintDays = 14;
/** The working day of São Paulo begins at 12 UTC. */
const opening = 12;

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The Monday of a week, at the opening. */
function monday(now: Date, weeksAgo: number): Date {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  return new Date(today.getTime() - (sinceMonday + weeksAgo * 7) * day + opening * hour);
}

/** A moment of work: on a working day, between nine and six. @param share of the time from one day to another */
function workingTime(from: Date, days: number, share: number, ...seeds: number[]): Date {
  const on = new Date(from.getTime() + Math.floor(share * days) * day);
  const weekend = on.getUTCDay() === 6 ? 2 : on.getUTCDay() === 0 ? 1 : 0;
  return new Date(on.getTime() + weekend * day + chance(...seeds) * 8.5 * hour);
}

function sprintsOf(project: DemoProject, now: Date): { sprints: DemoSprint[]; active: number } {
  // Whole sprints before the one that goes on, which began in this week or the last one.
  const ended = Math.floor((project.weeks - 1) / 2);
  const current = project.weeks % 2;
  const sprints = Array.from({ length: ended + 2 }, (_, at): DemoSprint => {
    const start = monday(now, current + (ended - at) * 2);
    const end = new Date(start.getTime() + (sprintDays - 3) * day);
    return {
      title: `Sprint ${at + 1}`,
      startDate: dateOf(start),
      plannedEnd: dateOf(end),
      startedAt: at > ended ? null : new Date(start.getTime() + hour),
      endedAt: at >= ended ? null : new Date(end.getTime() + 8.6 * hour),
    };
  });
  return { sprints, active: ended };
}

/**
 * The history of a sample project up to now: tasks are written, planned into sprints, worked on and finished; some go on into
 * the next sprint, a few come in late or are canceled.
 * @param seed other numbers give another history @param team number of people
 */
export function demoHistory(project: DemoProject, now: Date, seed: number, team: number): DemoHistory {
  const { sprints, active } = sprintsOf(project, now);
  const titles = Object.values(project.stories).flatMap((tasks, story) =>
    tasks.map((title, at) => ({ title, story, order: at + chance(seed, story, at) * 2 })),
  );
  titles.sort((one, other) => one.order - other.order);
  const perSprint = Math.floor((titles.length - 6) / (active + 1.5));
  const tasks = titles.map(({ title, story }, at): DemoTask => {
    const planned = Math.floor(at / perSprint);
    const first = sprints[0]!;
    const people = [Math.floor(chance(seed, at, 1) * team)];
    if (chance(seed, at, 2) < 0.35)
      people.push((people[0]! + 1 + Math.floor(chance(seed, at, 3) * 3)) % team);
    const task: DemoTask = {
      title,
      story,
      createdAt: new Date(Date.parse(first.startDate) - (10 - (at % 9)) * day + (13 + (at % 7)) * hour),
      priorityId: 1 + Math.floor(chance(seed, at, 4) ** 0.6 * 4),
      people: [...new Set(people)],
      tags: chance(seed, at, 5) < 0.6 ? [Math.floor(chance(seed, at, 6) * project.tags.length)] : [],
      endDate: null,
      steps: [],
    };
    // Some of the backlog belongs to nobody yet.
    if (planned > active + 1 && chance(seed, at, 7) < 0.3) task.people = [];
    if (planned <= active + 1) work(task, { sprints, active, planned, now, seed: seed * 1000 + at });
    const last = task.steps.at(-1);
    // Some of the sprint that goes on are late.
    const isOver = last?.statusId === statusIds.concluded || last?.statusId === statusIds.canceled;
    if (last?.sprint === active && !isOver && chance(seed, at, 8) < 0.4)
      task.endDate = dateOf(new Date(now.getTime() - (1 + (at % 3)) * day));
    return task;
  });
  return { sprints, active, tasks };
}

interface Plan {
  sprints: readonly DemoSprint[];
  active: number;
  planned: number;
  now: Date;
  seed: number;
}

/** Lets a task go through its sprints, until it is finished or the present comes. */
function work(task: DemoTask, { sprints, active, planned, now, seed }: Plan): void {
  const [actor = 0] = task.people;
  for (let at = planned; at < sprints.length; at += 1) {
    const sprint = sprints[at]!;
    const start = new Date(Date.parse(sprint.startDate) + opening * hour);
    const end = sprint.endedAt ?? now;
    /** Adds a step after the last one and before the sprint's end. @returns whether it is in the past */
    const step = (wanted: Date, statusId: number): boolean => {
      const last = task.steps.at(-1)?.at.getTime() ?? 0;
      const after = Math.max(wanted.getTime(), last + hour);
      const time = after < end.getTime() ? after : (last + end.getTime()) / 2;
      if (wanted >= now || time <= last) return false;
      task.steps.push({ at: new Date(time), statusId, sprint: at, actor });
      return true;
    };
    const during = (share: number, ...seeds: number[]) =>
      workingTime(start, sprintDays - 4, share, seed, at, ...seeds);
    task.endDate = dateOf(during(0.3 + chance(seed, at, 1) * 0.7, 1));
    if (at > planned)
      task.steps.push({ at: sprints[at - 1]!.endedAt!, statusId: statusIds.start, sprint: at, actor });
    else {
      // Planned on the Saturday before; some come in during the first week. The next sprint is planned by now.
      const isLate = chance(seed, at, 2) < 0.12;
      const before =
        Math.min(start.getTime() - 2 * day, now.getTime() - day) + chance(seed, at, 5) * 4 * hour;
      if (!step(isLate ? during(chance(seed, at, 3) * 0.5, 4) : new Date(before), statusIds.start)) return;
    }
    if (at > active) return;
    // Tasks that the running sprint does not finish by its end are still open then.
    const pace = 0.08 + chance(seed, at, 6) * (at === active ? 1.5 : 0.75);
    if (!step(during(pace * 0.6, 7), statusIds.progress)) return;
    const isBlocked = chance(seed, at, 8) < 0.12;
    if (isBlocked && !step(during(pace * 0.75, 9), statusIds.blocked)) return;
    if (at < active && chance(seed, at, 10) < (isBlocked ? 0.5 : 0.16)) continue;
    if (!step(during(pace * 0.9, 11), statusIds.validation)) return;
    step(during(pace, 12), chance(seed, at, 13) < 0.03 ? statusIds.canceled : statusIds.concluded);
    return;
  }
}

import { isFinal, statusIds, type StatusCategory } from '../../contracts/agile.ts';
import type { DemoHistory, DemoTask } from './project-history.ts';

/** People who work in the sample projects. */
export interface DemoTeam {
  tenantId: number;
  timeZone: string;
  /** The manager of all of them. */
  managerId: number;
  /** The administrator, who watches the work on all of them. */
  adminId: number;
  /** People with a login; each project has some of them. */
  userIds: readonly number[];
}

/** The rows of a sample project. */
export interface ProjectRows {
  team: DemoTeam;
  projectId: number;
  boardId: number;
  members: readonly number[];
  history: DemoHistory;
  /** Lane by status. */
  lanes: ReadonlyMap<number, number>;
  stories: readonly number[];
  tags: readonly number[];
  sprints: readonly number[];
}

const categories = new Map(
  Object.entries(statusIds).map(([category, id]) => [id as number, category as StatusCategory]),
);
/** Whether work with a status is finished. */
export const finished = (statusId: number): boolean => isFinal(categories.get(statusId) ?? 'start');

const chunk = 400;
/** Parts of a list that one statement inserts. */
export const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / chunk) }, (_, at) => rows.slice(at * chunk, (at + 1) * chunk));

/** Status, priority and dates of an activity, as its tasks give them. */
export function planOf(tasks: readonly DemoTask[]) {
  const days = tasks.flatMap(({ endDate }) => endDate ?? []).toSorted();
  const isOver = tasks.every(({ steps }) => finished(steps.at(-1)?.statusId ?? statusIds.backlog));
  return {
    status_id: isOver ? statusIds.concluded : statusIds.progress,
    priority_id: Math.min(...tasks.map(({ priorityId }) => priorityId)),
    start_date: days.at(0) ?? null,
    end_date: days.at(-1) ?? null,
  };
}

import type { SprintResolution } from '../../../contracts/agile-sprint.ts';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';

export type Target = SprintResolution['to'];

/** The sprint that unfinished tasks usually go on in: the next open one of the board, else a new one. */
export function usualTarget({ sprints }: Board, sprintId: number): Target {
  const own = sprints.find(({ id }) => id === sprintId);
  const open = sprints.filter(({ id, state }) => state === 'open' && id !== sprintId);
  const later = open.find(({ startDate }) => startDate >= (own?.startDate ?? ''));
  return (later ?? open[0])?.id ?? 'new';
}

/** Unfinished cards of a sprint, the most urgent ones first. @param final statuses with which work is finished */
export function unfinishedCards(
  cards: Readonly<Record<number, BoardCard>>,
  sprintId: number,
  final: ReadonlySet<number>,
): BoardCard[] {
  return Object.values(cards)
    .filter(({ taskSprintId, statusId }) => taskSprintId === sprintId && !final.has(statusId))
    .sort((one, other) => (one.priorityId ?? 9) - (other.priorityId ?? 9) || one.id - other.id);
}

/** Numbers of tasks by where they go. */
export function countsOf(targets: readonly Target[]): Map<Target, number> {
  const counts = new Map<Target, number>();
  for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

import { statusIds } from '../../../contracts/agile.ts';
import type { BoardCard } from '../../../contracts/agile-board.ts';
import type { BoardLane } from './lists.ts';
import type { CardSet } from './moves.ts';
import type { QuickTask } from './quick-add.ts';

/** Ids of cards that the server has not numbered yet are negative. Those of a page before may still wait. */
let lastDraft = -Date.now();

export const isDraft = ({ id }: Pick<BoardCard, 'id'>): boolean => id < 0;

/** Where a new card is to stand. Without a sprint: in the backlog. */
export interface NewPlace {
  projectId: number;
  sprintId: number | null;
  lane: BoardLane | null;
  /** Fields that the swimlane gives it, beside what is typed. */
  set?: CardSet;
}

/** A card as it is shown until the server has made it. Tags that the board does not have yet follow with it. */
export function draftCard(task: QuickTask, { projectId, sprintId, lane, set }: NewPlace): BoardCard {
  lastDraft -= 1;
  return {
    id: lastDraft,
    number: 0,
    title: task.title,
    projectId,
    storyId: null,
    statusId: lane?.statusId ?? statusIds.backlog,
    priorityId: task.priorityId,
    taskSprintId: sprintId,
    laneId: lane?.id ?? null,
    pos: '',
    head: null,
    startDate: null,
    endDate: task.endDate,
    users: task.users,
    tags: task.tags,
    checklist: { done: 0, total: 0 },
    comments: 0,
    coverFileId: null,
    version: 0,
    ...set,
  };
}

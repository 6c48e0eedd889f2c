import type { CardPerson } from './agile-card.ts';

/** What a notification reports, what concerns a person most first. */
export type NotificationKind = 'mention' | 'assigned' | 'comment' | 'removed' | 'status' | 'dates';

/** A row of GET /adm/v2/notifications. */
export interface Notification {
  id: number;
  kind: NotificationKind;
  /** Who did it. */
  actor: CardPerson | null;
  /** ISO 8601. */
  at: string;
  isRead: boolean;
  /** Tasks that the same gesture changed. */
  count: number;
  /** Null for one that is gone, or that the person sees no more. */
  task: {
    id: number;
    code: string;
    title: string;
    projectId: number;
    storyId: number | null;
    /** A board that shows it, with the sprint; null for none. */
    boardId: number | null;
    sprintId: number | null;
  } | null;
}

/** Where a task is opened: on a board that shows it, else among the tasks of its activity or the activities of its project. */
export function taskAddress({
  id,
  projectId,
  storyId,
  boardId,
  sprintId,
}: Omit<NonNullable<Notification['task']>, 'code' | 'title'>): string {
  if (boardId !== null) return `/ppm-boards/${boardId}/sprint/${sprintId ?? 0}?card=${id}`;
  const activities = `/ppm-projects/1/${projectId}/activities`;
  return storyId === null ? activities : `${activities}/${storyId}/tasks`;
}

import type { CardPerson } from './agile-card.ts';

/** Subject of a notification: of tasks, the one that concerns a person most first, then of chats with customers. */
export type NotificationKind =
  | 'mention'
  | 'assigned'
  | 'comment'
  | 'removed'
  | 'status'
  | 'dates'
  /** The person is mentioned in an internal note. */
  | 'note'
  /** A chat was handed over to the person: by a colleague with a note, or by the rule of its channel. */
  | 'transfer'
  /** The first answer to a customer is due soon. */
  | 'answer';

/** Whether a notification without an actor is of the rule of a channel. */
export const isByRule = (kind: NotificationKind): boolean => kind === 'transfer' || kind === 'answer';

/** A row of GET /adm/v2/notifications. */
export interface Notification {
  id: number;
  kind: NotificationKind;
  /** Person who did it; null for a person who is gone, and for the rule of a channel. */
  actor: CardPerson | null;
  /** ISO 8601. */
  at: string;
  isRead: boolean;
  /** Tasks that the same gesture changed. */
  count: number;
  /** Null for one that is gone or that the person sees no more, and where it is about a chat. */
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
  /** The chat with a customer that it is about; null as above. */
  chat: { id: number; name: string } | null;
}

/** Where a chat with a customer is opened. */
export const chatAddress = (id: number): string => `/support/${id}`;

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

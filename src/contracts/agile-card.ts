import type { StatusCategory } from './agile.ts';

export interface CardPerson {
  id: number;
  name: string;
  photourl: string | null;
}

/** How a task is linked with another one, as it is seen from it. */
export const linkKinds = ['blocks', 'blockedBy', 'relates', 'duplicates', 'duplicatedBy'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** GET /handler/v2/agile/tasks/{id}: a task as its panel shows it. */
export interface CardDetails {
  id: number;
  number: number;
  /** Key of the project and number: "RVR-118". */
  code: string;
  title: string;
  /** Rich text. */
  description: string;
  projectId: number;
  project: { id: number; key: string; title: string; closed: boolean };
  storyId: number | null;
  story: { id: number; number: number; title: string } | null;
  statusId: number;
  status: { id: number; category: StatusCategory; title: string; color: string | null };
  priorityId: number | null;
  taskSprintId: number | null;
  sprint: { id: number; title: string; state: string; boardId: number } | null;
  head: number | null;
  headData: CardPerson | null;
  users: number[];
  usersData: CardPerson[];
  tags: number[];
  tagsData: { id: number; title: string; color: string | null; boardId: number }[];
  /** YYYY-MM-DD. */
  startDate: string | null;
  endDate: string | null;
  late: boolean;
  links: { kind: LinkKind; id: number; code: string; title: string; isDone: boolean }[];
  attachments: {
    id: number;
    name: string;
    type: string;
    bytes: number;
    /** Whether it is a picture, which can be the cover. */
    isPicture: boolean;
  }[];
  coverFileId: number | null;
  watchers: CardPerson[];
  createdBy: CardPerson | null;
  updatedBy: CardPerson | null;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** Fields of a task that its panel changes, by their wire names. */
export type CardFields = Partial<
  Pick<
    CardDetails,
    | 'title'
    | 'description'
    | 'storyId'
    | 'statusId'
    | 'priorityId'
    | 'taskSprintId'
    | 'head'
    | 'users'
    | 'tags'
    | 'startDate'
    | 'endDate'
    | 'coverFileId'
  >
>;

/** A row of GET /handler/v2/agile/comments. */
export interface CardComment {
  id: number;
  /** Rich text; a mention is a link to /profile/{id}. */
  body: string;
  author: CardPerson | null;
  reactions: { emoji: string; users: number[] }[];
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** A row of GET /handler/v2/agile/checklist. */
export interface ChecklistItem {
  id: number;
  title: string;
  isDone: boolean;
  version: number;
}

/** A change of one field of a task, in words. */
export interface HistoryChange {
  /** Wire name of the field. */
  field: string;
  /** Values that the field had, and has; null for nothing. Both null where the text is too long to show. */
  before: string | null;
  after: string | null;
}

/** A row of GET /handler/v2/agile/tasks/{id}/history. */
export interface HistoryEntry {
  opId: string;
  /** Kind of the operation: task.create, task.update, comment.create, undo … */
  kind: string;
  actor: CardPerson | null;
  /** ISO 8601. */
  at: string;
  changes: HistoryChange[];
}

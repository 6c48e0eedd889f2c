import type { StatusCategory } from './agile.ts';

/** A lane of a board. */
interface BoardLane {
  id: number;
  statusId: number;
  /** Name of its status, in the caller's language. */
  title: string;
  category: StatusCategory;
  color: string | null;
  rank: number;
  wipLimit: number | null;
  wipMode: 'soft' | 'hard';
  version: number;
}

export interface BoardSprint {
  id: number;
  title: string;
  goal: string;
  /** YYYY-MM-DD. */
  startDate: string;
  plannedEnd: string | null;
  state: 'open' | 'ended';
  /** ISO 8601; null before it was active for the first time. */
  startedAt: string | null;
  version: number;
}

/** GET /handler/v2/agile/boards/{id}: everything about a board but its cards. */
export interface Board {
  id: number;
  title: string;
  description: string;
  version: number;
  activeSprintId: number | null;
  projectIds: number[];
  stakeholderIds: number[];
  /** Whether the caller may change its lanes and limits. */
  administers: boolean;
  lanes: BoardLane[];
  /** Open ones by their start, then ended ones, the last one first. */
  sprints: BoardSprint[];
  tags: { id: number; title: string; color: string | null }[];
  /** People who can be put on cards: heads and teams of its projects, its stakeholders, and those who are on cards. */
  /** The people of the board and of its cards; who has lost the right to see it stands on cards alone, and cannot be chosen. */
  users: { id: number; name: string; photourl: string | null; assignable: boolean }[];
  priorities: { id: number; key: string; title: string }[];
  /** Those that the caller sees. */
  projects: {
    id: number;
    key: string;
    title: string;
    icon: { name: string; color: string };
    closed: boolean;
  }[];
  stories: { id: number; number: number; projectId: number; title: string; statusId: number }[];
  statuses: { id: number; category: StatusCategory; title: string; color: string | null }[];
}

/** A card of GET /handler/v2/agile/boards/{id}/tasks. */
export interface BoardCard {
  id: number;
  /** With the key of its project: "RVR-118". */
  number: number;
  title: string;
  projectId: number;
  storyId: number | null;
  statusId: number;
  priorityId: number | null;
  taskSprintId: number | null;
  laneId: number | null;
  pos: string;
  head: number | null;
  startDate: string | null;
  endDate: string | null;
  users: number[];
  tags: number[];
  checklist: { done: number; total: number };
  comments: number;
  coverFileId: number | null;
  version: number;
}

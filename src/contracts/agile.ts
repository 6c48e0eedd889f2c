import type { Json } from './json.ts';

/**
 * Statuses of the product by their ids, one list for projects and tasks. A tenant's own begin with 100 and have one of these as
 * their category. `late` is computed (the end date passed and nothing is finished) and never stored.
 */
export const statusIds = {
  start: 1,
  progress: 2,
  validation: 3,
  concluded: 4,
  canceled: 5,
  blocked: 6,
  late: 7,
  backlog: 8,
} as const;

export type StatusCategory = keyof typeof statusIds;

/** First id of the statuses that tenants make. */
export const firstOwnStatus = 100;

/** Whether work with a status of this category is finished. */
export const isFinal = (category: StatusCategory): boolean =>
  category === 'concluded' || category === 'canceled';

/** Ids of the statuses of closed projects. */
export const closedStatuses: readonly number[] = [statusIds.concluded, statusIds.canceled];

/** Priorities by their ids, highest first. */
export const priorities = { urgent: 1, high: 2, medium: 3, low: 4 } as const;

/** The list of a board that a card is in: the number of a sprint, or the backlog. */
export type Bucket = number | 'backlog';

/** A card's place on a board. */
export interface CardPlace {
  /** Id of its sprint; null in the backlog. */
  sprintId: number | null;
  /** Null in the backlog, and for canceled cards. */
  laneId: number | null;
  /** Order key within the lane, compared as ASCII. */
  pos: string;
}

/** POST /handler/v2/agile/boards/{id}/cards/{taskId}/move. Neighbours name the place; an index or key never comes from a client. */
export interface MoveCommand {
  /** UUID of the gesture. Sent again, it does nothing twice. */
  opId?: string | undefined;
  bucket: Bucket;
  /** Null: the lane of the status that the list gives. */
  laneId?: number | null | undefined;
  /** The card that is to stand before this one; null for the first place. */
  afterId?: number | null | undefined;
  /** The card that is to stand behind this one; null for the last place. */
  beforeId?: number | null | undefined;
  /** Number of the board's last operation that the person has seen. Cards that others moved since stay, and this move is refused. */
  seen?: number | undefined;
}

export interface MoveReply extends CardPlace {
  opId: string;
  /** Number of the operation on the board. */
  seq: number;
  version: number;
  statusId: number;
  /** `adjusted` when a named neighbour is not there any more: it stands at the other one, or at the end. */
  placed: 'exact' | 'adjusted';
}

/** Kinds of records that operations change. */
export type OpEntity =
  'project' | 'organizer' | 'board' | 'lane' | 'sprint' | 'story' | 'task' | 'tag' | 'comment' | 'checklist';

/** Change of one record by an operation. */
export interface OpChange {
  entity: OpEntity;
  id: number;
  /** Version of the record after it. */
  version: number;
  /** The project that it belongs to; null for what belongs to a board alone. */
  projectId: number | null;
  /** Changed fields by their wire names; null for a record that it made. */
  before: Record<string, Json> | null;
  /** Null for a record that it removed. */
  after: Record<string, Json> | null;
}

/** An operation as boards receive it: the data of an event `OP` of the topic `board:{id}`, and a row of …/events. */
export interface BoardOp {
  seq: number;
  opId: string;
  kind: string;
  actorId: number | null;
  /** ISO 8601. */
  at: string;
  undoes: string | null;
  /** Null in events when they are too many: read them at …/events?after=. */
  changes: OpChange[] | null;
}

/** GET /handler/v2/agile/boards/{id}/events?after= */
export interface BoardEvents {
  rows: BoardOp[];
  /** Number of the board's last operation. */
  seq: number;
  /** Whether too much happened: load the board again. */
  reload: boolean;
}

/**
 * Tasks that one operation writes, such as an import or the end of a sprint: one transaction, for which all others wait on the
 * embedded database.
 */
export const mostTasks = 2000;

/** Places of cards that one operation notes, such as those of a backlog on each of its boards: they cost less than tasks. */
export const mostPlaces = 10_000;

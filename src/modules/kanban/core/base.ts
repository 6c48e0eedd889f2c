import { produce } from 'immer';
import type { BoardOp, OpChange } from '../../../contracts/agile.ts';
import type { BoardCard } from '../../../contracts/agile-board.ts';
import type { Json } from '../../../contracts/json.ts';

/** Confirmed state of the server: the cards of a board after its operation number `seq`. */
export interface Base {
  seq: number;
  cards: Readonly<Record<number, BoardCard>>;
}

export interface Applied {
  base: Base;
  /** The board itself changed (lanes, sprints, tags, stories): it is read again. */
  isBoardStale: boolean;
  /** A card changed in a way that the operation does not tell whole: the cards are read again. */
  areCardsStale: boolean;
}

export const baseOf = (cards: readonly BoardCard[], seq: number): Base => ({
  seq,
  cards: Object.fromEntries(cards.map((card) => [card.id, card])),
});

/** Fields of tasks that cards show, by their wire names. */
const shownFields = [
  'number',
  'title',
  'projectId',
  'storyId',
  'statusId',
  'priorityId',
  'taskSprintId',
  'head',
  'startDate',
  'endDate',
  'users',
  'tags',
  'coverFileId',
] as const satisfies readonly (keyof BoardCard)[];

type Fields = Record<string, Json>;

interface NotedPlace {
  boardId: number;
  sprintId: number | null;
  laneId: number | null;
  pos: string;
}

const placesIn = (fields: Fields): NotedPlace[] | null =>
  Array.isArray(fields['places']) ? (fields['places'] as unknown as NotedPlace[]) : null;

/** A card that an operation made, where it tells enough; null otherwise. */
function madeCard(change: OpChange, place: NotedPlace): BoardCard | null {
  const after = change.after ?? {};
  if (typeof after['title'] !== 'string' || typeof after['number'] !== 'number') return null;
  const card = {
    id: change.id,
    number: 0,
    title: '',
    projectId: change.projectId ?? 0,
    storyId: null,
    statusId: 0,
    priorityId: null,
    taskSprintId: place.sprintId,
    laneId: place.laneId,
    pos: place.pos,
    head: null,
    startDate: null,
    endDate: null,
    users: [],
    tags: [],
    checklist: { done: 0, total: 0 },
    comments: 0,
    coverFileId: null,
    version: change.version,
  } satisfies BoardCard;
  return assignShown(card, after);
}

function assignShown(card: BoardCard, after: Fields): BoardCard {
  for (const field of shownFields)
    if (after[field] !== undefined) Object.assign(card, { [field]: after[field] });
  return card;
}

/** @returns whether the operation named all that the cards show */
function applyTask(cards: Record<number, BoardCard>, boardId: number, change: OpChange): boolean {
  const { id, before, after } = change;
  if (after === null) {
    delete cards[id];
    return true;
  }
  const places = placesIn(after);
  const place = places?.find((one) => one.boardId === boardId);
  const card = cards[id];
  if (!card) {
    // A card that the board shows from now on.
    if (places && !place) return true;
    const made = before === null && place ? madeCard(change, place) : null;
    if (made) cards[id] = made;
    return made !== null;
  }
  if (places && !place) {
    delete cards[id];
    return true;
  }
  assignShown(card, after);
  if (place) {
    card.taskSprintId = place.sprintId;
    card.laneId = place.laneId;
    card.pos = place.pos;
  }
  if (change.version > card.version) card.version = change.version;
  return true;
}

const boardEntities = new Set(['board', 'lane', 'sprint', 'tag', 'story', 'project']);

/** Keys of a list that were written anew, so that there is room between them again. */
function applyPositions(cards: Record<number, BoardCard>, positions: Fields): void {
  for (const [id, pos] of Object.entries(positions)) {
    const card = cards[Number(id)];
    if (card && typeof pos === 'string') card.pos = pos;
  }
}

/** The cards after an operation, which is the next one of the board and names its changes. */
export function applyOp(base: Base, boardId: number, op: BoardOp): Applied {
  let isBoardStale = false;
  let areCardsStale = false;
  const next = produce(base, (draft) => {
    draft.seq = op.seq;
    for (const change of op.changes ?? []) {
      const { entity, id, after } = change;
      if (entity === 'task') areCardsStale = !applyTask(draft.cards, boardId, change) || areCardsStale;
      else if (entity === 'board' && id === boardId && after?.['positions'] !== undefined)
        applyPositions(draft.cards, after['positions'] as Fields);
      else if (boardEntities.has(entity)) isBoardStale = true;
      // Counts of comments and checklists.
      else areCardsStale = true;
    }
  });
  return { base: next, isBoardStale, areCardsStale };
}

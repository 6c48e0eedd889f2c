import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import { statusIds } from '../../../contracts/agile.ts';
import { laneOfStatus, movedCard, type BoardLane, type CardsChange } from './lists.ts';
import type { Destination } from './moves.ts';

/** Cards that one operation takes. */
export const mostSelected = 500;

/** Change of several cards at once. */
export type BulkChange =
  | { kind: 'lane'; sprintId: number; lane: BoardLane }
  | { kind: 'sprint'; sprintId: number }
  | { kind: 'backlog' }
  | { kind: 'priority'; priorityId: number | null }
  | { kind: 'due'; endDate: string | null }
  | { kind: 'story'; storyId: number | null }
  | { kind: 'person' | 'tag'; id: number; isOn: boolean }
  /** To a place on the board, in the order of their ids. */
  | { kind: 'place'; boardId: number; to: Omit<Destination, 'set'> }
  | { kind: 'delete' };

type Categorized = Pick<Board, 'lanes' | 'statuses'>;

const listOf = { person: 'users', tag: 'tags' } as const;

/** The card as the server will write it. */
function edited(card: BoardCard, change: BulkChange, board: Categorized): BoardCard {
  switch (change.kind) {
    case 'lane':
      return {
        ...card,
        taskSprintId: change.sprintId,
        laneId: change.lane.id,
        statusId: change.lane.statusId,
      };
    case 'sprint':
      return movedCard(
        card,
        { bucket: change.sprintId, laneId: laneOfStatus(board, statusIds.start)?.id ?? null },
        board,
      );
    case 'backlog':
      return movedCard(card, { bucket: 'backlog', laneId: null }, board);
    case 'place':
      return movedCard(card, change.to, board);
    case 'priority':
      return { ...card, priorityId: change.priorityId };
    case 'due':
      return { ...card, endDate: change.endDate };
    case 'story':
      return { ...card, storyId: change.storyId };
    case 'person':
    case 'tag': {
      const field = listOf[change.kind];
      const others = card[field].filter((id) => id !== change.id);
      return { ...card, [field]: change.isOn ? [...others, change.id] : others };
    }
    case 'delete':
      return card;
  }
}

/** The cards that a change is not done for already. */
export function cardsChangedBy(cards: readonly BoardCard[], change: BulkChange): BoardCard[] {
  return cards.filter((card) => {
    switch (change.kind) {
      case 'lane':
        return card.taskSprintId !== change.sprintId || card.laneId !== change.lane.id;
      case 'sprint':
        return card.taskSprintId !== change.sprintId;
      case 'backlog':
        return card.taskSprintId !== null;
      case 'priority':
        return card.priorityId !== change.priorityId;
      case 'due':
        return card.endDate !== change.endDate;
      case 'story':
        return card.storyId !== change.storyId;
      case 'person':
      case 'tag':
        return card[listOf[change.kind]].includes(change.id) !== change.isOn;
      case 'place':
      case 'delete':
        return true;
    }
  });
}

/** Change that the board shows until the server has confirmed it. */
export const shownChange = (ids: readonly number[], change: BulkChange, board: Categorized): CardsChange =>
  change.kind === 'delete'
    ? { remove: ids }
    : {
        ids,
        edit: (card) => edited(card, change, board),
        ...(change.kind === 'place' && { place: change.to }),
      };

/** A gesture beside moves, as it waits for the server: a new card, or a change of several cards. */
export type CardsGesture = { add: BoardCard } | { ids: readonly number[]; bulk: BulkChange };

export const shownGesture = (gesture: CardsGesture, board: Categorized): CardsChange =>
  'add' in gesture ? gesture : shownChange(gesture.ids, gesture.bulk, board);

/** A change as POST tasks/-/bulk takes it. */
export function bulkBody(change: BulkChange): object {
  switch (change.kind) {
    case 'lane':
      return { set: { statusId: change.lane.statusId, taskSprintId: change.sprintId } };
    case 'sprint':
      return { set: { taskSprintId: change.sprintId } };
    case 'backlog':
      return { set: { taskSprintId: null } };
    case 'place':
      return { move: { boardId: change.boardId, ...change.to } };
    case 'priority':
      return { set: { priorityId: change.priorityId } };
    case 'due':
      return { set: { endDate: change.endDate } };
    case 'story':
      return { set: { storyId: change.storyId } };
    case 'person':
    case 'tag':
      return { [change.isOn ? 'add' : 'remove']: { [listOf[change.kind]]: [change.id] } };
    case 'delete':
      return { delete: true };
  }
}

/** The ids from one card to another, whichever comes first. */
export function rangeOf(list: readonly number[], from: number | null, to: number): readonly number[] {
  const [start, end] = [from === null ? -1 : list.indexOf(from), list.indexOf(to)];
  if (end < 0) return [];
  if (start < 0) return [to];
  return list.slice(Math.min(start, end), Math.max(start, end) + 1);
}

import { statusIds, type StatusCategory } from '../../../contracts/agile.ts';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import type { Base } from './base.ts';
import type { CardPlaces, Destination } from './moves.ts';

export type BoardLane = Board['lanes'][number];

interface Unconfirmed {
  opId: string;
  /** Whether the server has accepted it; its operation has not arrived yet. */
  isAccepted: boolean;
}

/** A move that the server has not confirmed: as the server gets it. */
export interface PendingMove extends Unconfirmed {
  kind: 'move';
  taskId: number;
  to: Destination;
  /** Whether it takes the card into another list of the board: a sprint, or the backlog. */
  isTransfer: boolean;
  /** Number of its operation once the server has accepted it. */
  seq: number | null;
}

/** Changes of cards by a gesture, beside moves. */
export type CardsChange =
  | { add: BoardCard }
  | { remove: readonly number[] }
  /** A card that comes into another list by it stands at that list's end; with a place, all stand there in their order. */
  | { ids: readonly number[]; edit(card: BoardCard): BoardCard; place?: CardPlaces };

/** A new card, or a change of several cards, that the server has not confirmed. */
export interface PendingChange extends Unconfirmed {
  kind: 'change';
  change: CardsChange;
}

export type PendingGesture = PendingMove | PendingChange;

/** Board as it is shown: confirmed cards with the pending gestures replayed on top. */
export interface ShownBoard {
  cards: Readonly<Record<number, BoardCard>>;
  /** Ids of the cards of each list, in their order. */
  lists: ReadonlyMap<ListKey, readonly number[]>;
}

/** A list of cards with an order of its own: a lane of a sprint, or the backlog. */
export type ListKey = `${number}:${number}`;

export const listKey = (sprintId: number | null, laneId: number | null): ListKey =>
  `${sprintId ?? 0}:${laneId ?? 0}`;

export const listOf = (card: Pick<BoardCard, 'taskSprintId' | 'laneId'>): ListKey =>
  listKey(card.taskSprintId, card.laneId);

const byPosition = (one: BoardCard, other: BoardCard): number =>
  // As the server's collation: keys are ASCII. Equal keys do not happen but between two reads.
  one.pos < other.pos ? -1 : one.pos > other.pos ? 1 : one.id - other.id;

/** By confirmed cards, which gestures are replayed on several times: thousands are not sorted for each of them. */
const sorted = new WeakMap<Base['cards'], ReadonlyMap<ListKey, readonly number[]>>();

/** The lists of the confirmed cards. */
function listsOf({ cards }: Base): ReadonlyMap<ListKey, readonly number[]> {
  const known = sorted.get(cards) ?? sortedLists(cards);
  sorted.set(cards, known);
  return known;
}

function sortedLists(cards: Base['cards']): ReadonlyMap<ListKey, readonly number[]> {
  const found = new Map<ListKey, BoardCard[]>();
  for (const card of Object.values(cards)) {
    const key = listOf(card);
    const list = found.get(key);
    if (list) list.push(card);
    else found.set(key, [card]);
  }
  return new Map([...found].map(([key, list]) => [key, list.sort(byPosition).map(({ id }) => id)]));
}

interface Categorized {
  lanes: readonly BoardLane[];
  statuses: readonly { id: number; category: StatusCategory }[];
}

/** The lane that shows a status: its own, else that of its category, as the server finds it. */
export function laneOfStatus({ lanes, statuses }: Categorized, statusId: number): BoardLane | null {
  const category = statuses.find(({ id }) => id === statusId)?.category;
  return (
    lanes.find((lane) => lane.statusId === statusId) ??
    (category === undefined || category === 'canceled'
      ? undefined
      : (lanes.find((lane) => lane.statusId === statusIds[category]) ??
        lanes.find((lane) => lane.category === category))) ??
    null
  );
}

/** The card where a move puts it, as the server will write it; its key stays, since only the server makes keys. */
export function movedCard(before: BoardCard, move: Destination, board: Categorized): BoardCard {
  const card = { ...before, ...move.set };
  if (move.bucket === 'backlog')
    return {
      ...card,
      taskSprintId: null,
      laneId: null,
      statusId: card.taskSprintId === null ? card.statusId : statusIds.backlog,
    };
  const named = board.lanes.find(({ id }) => id === move.laneId);
  const stays = card.taskSprintId === move.bucket;
  const kept = named ? laneOfStatus(board, card.statusId)?.id === named.id : stays;
  const statusId = kept ? card.statusId : (named?.statusId ?? statusIds.start);
  return {
    ...card,
    taskSprintId: move.bucket,
    laneId: (named ?? laneOfStatus(board, statusId))?.id ?? null,
    statusId,
  };
}

/** Where a card comes to stand among others, as the server decides: behind one, else before one, else at an end. */
function indexAmong(list: readonly number[], { afterId, beforeId }: CardPlaces): number {
  const after = typeof afterId === 'number' ? list.indexOf(afterId) : -1;
  if (after >= 0) return after + 1;
  const before = typeof beforeId === 'number' ? list.indexOf(beforeId) : -1;
  if (before >= 0) return before;
  return afterId === null ? 0 : list.length;
}

/** The cards and lists while pending gestures are replayed on top of them. */
interface Draft {
  cards: Record<number, BoardCard>;
  lists: Map<ListKey, readonly number[]>;
}

const without = (list: readonly number[] | undefined, id: number): number[] =>
  (list ?? []).filter((one) => one !== id);

function replayMove({ cards, lists }: Draft, move: PendingMove, board: Categorized): void {
  const card = cards[move.taskId];
  if (!card) return;
  const moved = movedCard(card, move.to, board);
  lists.set(listOf(card), without(lists.get(listOf(card)), move.taskId));
  const to = [...(lists.get(listOf(moved)) ?? [])];
  to.splice(indexAmong(to, move.to), 0, move.taskId);
  lists.set(listOf(moved), to);
  cards[move.taskId] = moved;
}

function replayChange({ cards, lists }: Draft, change: CardsChange): void {
  const place = 'edit' in change ? change.place : undefined;
  if ('add' in change) {
    cards[change.add.id] = change.add;
    lists.set(listOf(change.add), [...(lists.get(listOf(change.add)) ?? []), change.add.id]);
    return;
  }
  /** Cards that leave lists and come into them, so that each list is written once. */
  const left = new Map<ListKey, Set<number>>();
  const entered = new Map<ListKey, number[]>();
  for (const id of 'remove' in change ? change.remove : change.ids) {
    const card = cards[id];
    if (!card) continue;
    const next = 'edit' in change ? change.edit(card) : null;
    const [from, to] = [listOf(card), next && listOf(next)];
    if (next) cards[id] = next;
    else delete cards[id];
    if (from === to && place === undefined) continue;
    left.set(from, (left.get(from) ?? new Set()).add(id));
    if (to) entered.set(to, [...(entered.get(to) ?? []), id]);
  }
  for (const [key, ids] of left)
    lists.set(
      key,
      (lists.get(key) ?? []).filter((id) => !ids.has(id)),
    );
  for (const [key, ids] of entered) {
    const list = lists.get(key) ?? [];
    lists.set(key, list.toSpliced(place ? indexAmong(list, place) : list.length, 0, ...ids));
  }
}

/**
 * Replays pending gestures on top of what is confirmed. A list that nothing changed stays the same object, so that its lane does
 * not render.
 */
export function replay(
  base: Base,
  pending: readonly PendingGesture[],
  board: Categorized,
  before: ShownBoard | null,
): ShownBoard {
  const lists = new Map<ListKey, readonly number[]>(listsOf(base));
  const draft: Draft = { cards: pending.length === 0 ? base.cards : { ...base.cards }, lists };
  for (const one of pending)
    if (one.kind === 'move') replayMove(draft, one, board);
    else replayChange(draft, one.change);
  if (before)
    for (const [key, list] of lists) {
      const old = before.lists.get(key);
      if (old && old.length === list.length && old.every((id, at) => id === list[at])) lists.set(key, old);
    }
  return { cards: draft.cards, lists };
}

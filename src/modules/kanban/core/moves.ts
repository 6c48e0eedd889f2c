import type { Bucket } from '../../../contracts/agile.ts';
import type { BoardCard } from '../../../contracts/agile-board.ts';

/** Fields of a card that change as it goes into another swimlane. */
export type CardSet = Partial<Pick<BoardCard, 'storyId' | 'priorityId' | 'head' | 'users' | 'tags'>>;

/** Where a card goes: a list and the cards beside it there. */
export interface Destination {
  bucket: Bucket;
  /** Null in the backlog, and for the lane that the sprint gives. */
  laneId: number | null;
  /** The card that is to stand before it; null for the first place; absent for the last one. */
  afterId?: number | null;
  /** The card that is to stand behind it. */
  beforeId?: number | null;
  set?: CardSet;
}

/** The cards beside which others go. */
export type CardPlaces = Pick<Destination, 'afterId' | 'beforeId'>;

/**
 * The neighbours of a card that is dropped at an index of the cards that are in sight. Where a filter hides cards, it stands
 * directly behind the visible card above it, whatever is hidden behind that one; at the top directly before the first visible
 * one. So it lands where it was dropped under any filter.
 * @param visible the cards in sight, without the one that moves
 */
export function neighboursAt(visible: readonly number[], index: number): CardPlaces {
  const at = Math.max(0, Math.min(index, visible.length));
  return { afterId: visible[at - 1] ?? null, beforeId: visible[at] ?? null };
}

/** The neighbours of several cards that are dropped at an index of the visible cards without the one under the pointer. */
export function neighboursOfSeveral(
  visible: readonly number[],
  index: number,
  moving: ReadonlySet<number>,
): CardPlaces {
  const stays = (id: number) => !moving.has(id);
  return {
    afterId: visible.slice(0, index).findLast(stays) ?? null,
    beforeId: visible.slice(index).find(stays) ?? null,
  };
}

/** Steps of a card within its list, and to the ends of it. */
export type Step = 'up' | 'down' | 'top' | 'bottom';

/**
 * The index of a card after a step among the visible cards without it; null where there is nothing to step over.
 * @param visible the cards in sight, with the one that moves
 */
export function indexAfterStep(visible: readonly number[], id: number, step: Step): number | null {
  const at = visible.indexOf(id);
  if (at < 0) return null;
  const last = visible.length - 1;
  const to = { up: at - 1, down: at + 1, top: 0, bottom: last }[step];
  return to === at || to < 0 || to > last ? null : to;
}

/**
 * The index in a list at which a card is dropped: before the first row whose middle lies below the pointer's card.
 * @param rows rendered rows of the list without the one that is dragged, from top to bottom
 * @param y middle of the dragged card, in the coordinates of the rows
 */
export function dropIndex(
  rows: readonly { index: number; top: number; height: number }[],
  y: number,
  count: number,
): number {
  const below = rows.find(({ top, height }) => top + height / 2 > y);
  if (below) return below.index;
  const last = rows.at(-1);
  return last ? Math.min(last.index + 1, count) : 0;
}

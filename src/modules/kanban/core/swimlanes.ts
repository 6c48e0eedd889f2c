import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import type { BoardIndex } from './filter.ts';
import type { BoardLane, ListKey } from './lists.ts';
import type { CardSet } from './moves.ts';

/** Groupings of cards in swimlanes. */
export const groupings = ['story', 'person', 'priority', 'tag'] as const;
export type Grouping = (typeof groupings)[number];

/** A list of the board, or the part of it that is in a swimlane. */
export type CellKey = ListKey | `${ListKey}@${number}`;

export const cellKey = (list: ListKey, group: number | null): CellKey =>
  group === null ? list : `${list}@${group}`;

export function cellParts(key: CellKey): { list: ListKey; group: number | null } {
  const [list = '0:0', group] = key.split('@') as [ListKey, string | undefined];
  return { list, group: group === undefined ? null : Number(group) };
}

/** The swimlane of a card: an id, or 0 for cards that have nothing of the kind. Each card is in one. */
export function groupOf(by: Grouping, card: BoardCard, { tags }: Pick<BoardIndex, 'tags'>): number {
  switch (by) {
    case 'story':
      return card.storyId ?? 0;
    case 'person':
      return card.head ?? card.users[0] ?? 0;
    case 'priority':
      return card.priorityId ?? 0;
    case 'tag':
      // The first one in the order of the board, which is that of their names.
      return [...tags.keys()].find((id) => card.tags.includes(id)) ?? 0;
  }
}

/** Change of a card that moves to another swimlane. */
export function changeFor(by: Grouping, card: BoardCard, from: number, to: number): CardSet {
  const swapped = (ids: readonly number[]): number[] => {
    const others = ids.filter((id) => id !== from && id !== to);
    return to === 0 ? others : [to, ...others];
  };
  switch (by) {
    case 'story':
      return { storyId: to === 0 ? null : to };
    case 'priority':
      return { priorityId: to === 0 ? null : to };
    case 'tag':
      return { tags: swapped(card.tags) };
    case 'person':
      // Without a responsible the people stand in its place.
      return card.head === null && to !== 0
        ? { users: swapped(card.users) }
        : {
            head: to === 0 ? null : to,
            users: card.users.filter((id) => id !== from),
          };
  }
}

/** Fields of a new card in a swimlane. A priority that was typed for it stays. */
export function setInGroup(
  by: Grouping,
  group: number,
  card: Pick<BoardCard, 'priorityId' | 'users' | 'tags'>,
): CardSet {
  if (group === 0 || (by === 'priority' && card.priorityId !== null)) return {};
  const withGroup = (ids: readonly number[]) => [group, ...ids.filter((id) => id !== group)];
  switch (by) {
    case 'story':
      return { storyId: group };
    case 'priority':
      return { priorityId: group };
    case 'person':
      return { users: withGroup(card.users) };
    case 'tag':
      return { tags: withGroup(card.tags) };
  }
}

export interface Swimlane {
  id: number;
  /** Null for the cards without. */
  title: string | null;
  /** Cards in sight by lane. */
  cells: ReadonlyMap<number, readonly number[]>;
  count: number;
}

const titleOf = (by: Grouping, id: number, index: BoardIndex): string => {
  switch (by) {
    case 'story':
      return index.stories.get(id)?.title ?? '';
    case 'person':
      return index.users.get(id)?.name ?? '';
    case 'priority':
      return index.priorities.get(id)?.title ?? '';
    case 'tag':
      return index.tags.get(id)?.title ?? '';
  }
};

/**
 * The swimlanes of the cards in sight: in the order of the board, those without at the end. Priorities are all there, so that
 * cards can be dropped into them; of the others those that have cards.
 */
export function swimlanesOf(
  by: Grouping,
  lanes: readonly BoardLane[],
  listOf: (lane: BoardLane) => readonly number[],
  cards: Readonly<Record<number, BoardCard>>,
  board: Pick<Board, 'stories' | 'users' | 'priorities' | 'tags'>,
  index: BoardIndex,
): Swimlane[] {
  const found = new Map<number, { cells: Map<number, number[]>; count: number }>();
  const at = (id: number) => {
    const known = found.get(id) ?? { cells: new Map<number, number[]>(), count: 0 };
    found.set(id, known);
    return known;
  };
  if (by === 'priority') for (const { id } of board.priorities) at(id);
  for (const lane of lanes)
    for (const id of listOf(lane)) {
      const group = at(groupOf(by, cards[id]!, index));
      const cell = group.cells.get(lane.id);
      if (cell) cell.push(id);
      else group.cells.set(lane.id, [id]);
      group.count += 1;
    }
  const rows = { story: board.stories, person: board.users, priority: board.priorities, tag: board.tags }[by];
  const order = new Map(rows.map(({ id }, rank) => [id, rank]));
  const rankOf = (id: number): number => (id === 0 ? Infinity : (order.get(id) ?? rows.length));
  return [...found]
    .sort(([one], [other]) => (rankOf(one) === rankOf(other) ? one - other : rankOf(one) - rankOf(other)))
    .map(([id, group]) => ({ id, title: id === 0 ? null : titleOf(by, id, index), ...group }));
}

/** A line of the board: the head of a swimlane, or a row with the n-th card of each lane. */
export type SwimLine = { group: Swimlane; at: number | 'head' };

/** The lines of swimlanes from top to bottom. An open one has a row at least, to drop into. */
export const linesOf = (groups: readonly Swimlane[], collapsed: ReadonlySet<number>): SwimLine[] =>
  groups.flatMap((group) => {
    const longest = Math.max(1, ...[...group.cells.values()].map(({ length }) => length));
    const rows = collapsed.has(group.id) ? 0 : longest;
    return [
      { group, at: 'head' as const },
      ...Array.from({ length: rows }, (_, at): SwimLine => ({ group, at })),
    ];
  });

/** The card beside one: above or below it in its lane, across swimlanes; or in the lane beside it, the nearest by line. */
export function cardBeside(
  lines: readonly SwimLine[],
  laneIds: readonly number[],
  id: number,
  step: 'up' | 'down' | 'left' | 'right',
): number | null {
  const cardAt = (line: SwimLine | undefined, lane: number | undefined): number | undefined =>
    line === undefined || line.at === 'head' || lane === undefined
      ? undefined
      : line.group.cells.get(lane)?.[line.at];
  const own = laneIds.find((lane) => lines.some((line) => cardAt(line, lane) === id));
  const at = lines.findIndex((line) => cardAt(line, own) === id);
  if (own === undefined || at < 0) return null;
  if (step === 'up' || step === 'down') {
    const offset = step === 'up' ? -1 : 1;
    for (let line = at + offset; line >= 0 && line < lines.length; line += offset) {
      const found = cardAt(lines[line], own);
      if (found !== undefined) return found;
    }
    return null;
  }
  const offset = step === 'left' ? -1 : 1;
  for (let lane = laneIds.indexOf(own) + offset; lane >= 0 && lane < laneIds.length; lane += offset)
    for (let away = 0; away < lines.length; away += 1) {
      const found = cardAt(lines[at - away], laneIds[lane]) ?? cardAt(lines[at + away], laneIds[lane]);
      if (found !== undefined) return found;
    }
  return null;
}

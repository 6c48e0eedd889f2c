import { isFinal } from '../../../contracts/agile.ts';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import { isDue, type DueChoice } from './due.ts';
import { foldText } from '../../../contracts/text.ts';

export interface CardFilter {
  text: string;
  due: DueChoice | null;
  /** Ids of people, of whom one has to be on a card. */
  people: readonly number[];
}

export const noFilter: CardFilter = { text: '', due: null, people: [] };

export const isFiltering = ({ text, due, people }: CardFilter): boolean =>
  text.trim() !== '' || due !== null || people.length > 0;

/** Records that cards refer to, by id. */
export interface BoardIndex {
  keys: ReadonlyMap<number, string>;
  stories: ReadonlyMap<number, Board['stories'][number]>;
  users: ReadonlyMap<number, Board['users'][number]>;
  tags: ReadonlyMap<number, Board['tags'][number]>;
  priorities: ReadonlyMap<number, Board['priorities'][number]>;
  /** Statuses with which work is finished. */
  final: ReadonlySet<number>;
}

const byId = <Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

export const indexOf = (board: Board): BoardIndex => ({
  keys: new Map(board.projects.map(({ id, key }) => [id, key])),
  stories: byId(board.stories),
  users: byId(board.users),
  tags: byId(board.tags),
  priorities: byId(board.priorities),
  final: new Set(board.statuses.filter(({ category }) => isFinal(category)).map(({ id }) => id)),
});

/** The number that people know a card by: RVR-118. */
export const cardNumber = ({ number, projectId }: BoardCard, { keys }: BoardIndex): string => {
  const key = keys.get(projectId);
  // Not numbered yet.
  if (number === 0) return `${key ?? ''}…`;
  return key === undefined ? String(number) : `${key}-${number}`;
};

/** Makes the test of a filter. Each word of the text has to be in the card's title, number, story, or in one of its tags. */
export function cardTest(
  { text, due, people }: CardFilter,
  index: BoardIndex,
  day: string,
): (card: BoardCard) => boolean {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const wanted = new Set(people);
  return (card) => {
    if (due !== null && !isDue(card, index.final.has(card.statusId), due, day)) return false;
    if (wanted.size > 0 && !card.users.some((id) => wanted.has(id)) && !wanted.has(card.head ?? 0))
      return false;
    if (words.length === 0) return true;
    const searched = foldText(
      [
        card.title,
        cardNumber(card, index),
        index.stories.get(card.storyId ?? 0)?.title ?? '',
        ...card.tags.map((id) => index.tags.get(id)?.title ?? ''),
      ].join(' '),
    );
    return words.every((word) => searched.includes(word));
  };
}

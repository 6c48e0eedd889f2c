import type { PeopleHere } from '../../../engine/core/index.ts';

export type Viewer = PeopleHere['people'][number];

/** The other people who have a card open, by card. */
export type Viewers = ReadonlyMap<number, readonly Viewer[]>;

const isSame = (one: readonly Viewer[], other: readonly Viewer[] | undefined): boolean =>
  one.length === other?.length &&
  one.every(({ id, name, photourl }, at) => {
    const theirs = other[at]!;
    return id === theirs.id && name === theirs.name && photourl === theirs.photourl;
  });

/**
 * People on the board, each with the card that they have open.
 * @param before the former answer: the lists of cards where nobody came or went stay the same, so that these are not rendered
 */
export function viewersOf(people: PeopleHere['people'], me: number, before: Viewers): Viewers {
  const found = new Map<number, Viewer[]>();
  for (const person of people)
    if (person.id !== me)
      for (const card of person.open ?? []) found.set(card, [...(found.get(card) ?? []), person]);
  return new Map(
    [...found].map(([card, own]) => {
      const former = before.get(card);
      return [card, former && isSame(own, former) ? former : own];
    }),
  );
}

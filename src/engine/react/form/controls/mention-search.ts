import { foldText } from '../../../../contracts/text.ts';

export interface MentionedPerson {
  id: number;
  name: string;
}

/** People that are offered at once. */
const mostOffered = 6;

/** Text behind an @ that begins a word, up to the end of a text; null without one. */
export function searchedName(before: string): string | null {
  return /(?:^|\s)@([\p{L}\p{N}]*(?: [\p{L}\p{N}]*)?)$/u.exec(before)?.[1] ?? null;
}

/** The people whose name has a word that begins like the searched text, in their order. */
export function offeredPeople(
  people: readonly MentionedPerson[],
  searched: string,
): readonly MentionedPerson[] {
  const wanted = foldText(searched).trimEnd();
  return people.filter(({ name }) => ` ${foldText(name)}`.includes(` ${wanted}`)).slice(0, mostOffered);
}

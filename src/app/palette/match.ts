import type { TextPiece } from '../../ui/index.ts';
import { searchable } from '../layout/visible-menu.ts';

/** The words of a query without case and accents. */
const wordsOf = (query: string) =>
  searchable(query)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether each word of the query is somewhere in one of the texts. */
export function matches(query: string, ...texts: string[]): boolean {
  const known = texts.map(searchable);
  return wordsOf(query).every((word) => known.some((text) => text.includes(word)));
}

/** Splits a text at the words of the query. Accents and case do not count, and the text keeps its own. */
export function pieces(text: string, query: string): TextPiece[] {
  // The plain form of one character may have none or several, so each position remembers where it came from.
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const plain: string[] = [];
  const origin: number[] = [];
  letters.forEach((letter, at) => {
    for (const unit of letter.trim() === '' ? ' ' : searchable(letter)) {
      plain.push(unit);
      origin.push(at);
    }
  });
  const whole = plain.join('');
  const matched = new Set<number>();
  for (const word of wordsOf(query)) {
    for (let from = whole.indexOf(word); from !== -1; from = whole.indexOf(word, from + word.length)) {
      // `plain` holds code points, `whole` code units: both are counted in code points.
      const start = Array.from(whole.slice(0, from)).length;
      for (let at = start; at < start + Array.from(word).length; at += 1) matched.add(origin[at]!);
    }
  }
  const result: TextPiece[] = [];
  letters.forEach((letter, at) => {
    const last = result.at(-1);
    if (last?.matched === matched.has(at)) last.text += letter;
    else result.push({ text: letter, matched: matched.has(at) });
  });
  return result;
}

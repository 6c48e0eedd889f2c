/** The part of a text that another one replaces: from `start` to `end`, exclusive, by `text`. */
interface ChangedRange {
  start: number;
  end: number;
  text: string;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The smallest part in which two texts differ, without cutting a character, so that a caret beside it stays where it is. */
export function changedRange(before: string, after: string): ChangedRange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  // Half of a character is equal.
  if (start > 0 && [before, after].some((text) => isLowSurrogate(text.charCodeAt(start)))) start -= 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  if (same > 0 && isLowSurrogate(before.charCodeAt(before.length - same))) same -= 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

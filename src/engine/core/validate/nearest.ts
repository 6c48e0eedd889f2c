/**
 * Edit distance: the letters to insert, delete, replace or swap with their neighbour to get from one word to the other, case
 * ignored.
 */
function distance(one: string, other: string): number {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const changed = row[to - 1]! + (left[at - 1] === right[to - 1] ? 0 : 1);
      const isSwapped = at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1];
      const swapped = isSwapped ? before[to - 2]! + 1 : Infinity;
      next.push(Math.min(changed, row[to]! + 1, next[to - 1]! + 1, swapped));
    }
    [before, row] = [row, next];
  }
  return row[right.length]!;
}

/** Words shorter than this are in too many others. */
const leastContained = 3;
/** Words that differ in more than this part of the longer one are not alike. */
const mostDifferent = 1 / 3;
/** Longer names are cut, which bounds the cost. */
const maxLength = 128;

/** Whether one word is a part of the other, as total of totalRows. */
function contains(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((word) => word.toLowerCase())
    .sort((a, b) => a.length - b.length);
  return short.length >= leastContained && long.includes(short);
}

/** Two addresses or paths without the segments that both begin and end with, which say nothing about how alike they are. */
function differing(one: string, other: string): [string, string] {
  const separator = other.startsWith('/') ? '/' : '.';
  const [left, right] = [one.split(separator), other.split(separator)];
  const isShared = (at: number): boolean => left.at(at) === right.at(at);
  const least = (): number => Math.min(left.length, right.length);
  while (least() > 1 && isShared(0)) [left, right].forEach((segments) => segments.shift());
  while (least() > 1 && isShared(-1)) [left, right].forEach((segments) => segments.pop());
  return [left.join(separator), right.join(separator)];
}

/** The letters that differ; Infinity for words that are not alike. */
function difference(name: string, known: string): number {
  const [one, other] = differing(name, known);
  const letters = distance(one, other);
  // A name that says more or less of the same is nearer than one that happens to have as many letters in common.
  const far = letters / (contains(one, other) ? 2 : 1);
  const [short, long] = [one.length, other.length].sort((a, b) => a - b) as [number, number];
  const isAlike = letters < Math.max(short, 1) || contains(one, other);
  return isAlike && far <= Math.max(1, long * mostDifferent) ? far : Infinity;
}

/** The known name most similar to an unknown one; '' when none is alike. */
export function nearest(name: string, known: Iterable<string>): string {
  let best = '';
  let least = Infinity;
  for (const one of known) {
    const far = difference(name.slice(0, maxLength), one.slice(0, maxLength));
    if (far < least) [best, least] = [one, far];
  }
  return best;
}

/** Unknown names of a document that are compared with many known ones: each comparison costs some milliseconds. */
const maxCompared = 20;

/** `nearestValue` among many names, such as all texts of a product, for the first unknown names of a document. */
export function nearestAmong(known: () => Iterable<string>): (name: string) => { nearest?: string } {
  const compared = new Map<string, { nearest?: string }>();
  let names: string[] | null = null;
  return (name) => {
    const before = compared.get(name);
    if (before) return before;
    names ??= [...known()];
    const found = compared.size < maxCompared ? nearestValue(name, names) : {};
    compared.set(name, found);
    return found;
  };
}

/** The known name most similar to an unknown one as a value of a diagnostic; no value when none is alike. */
export function nearestValue(name: string, known: Iterable<string>): { nearest?: string } {
  const found = nearest(name, known);
  return found === '' ? {} : { nearest: found };
}

/** Names that a message lists. */
const maxListed = 12;

/** Names for a message, the first of many. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).join(', ');
  return names.length > maxListed ? `${shown}, …` : shown;
}

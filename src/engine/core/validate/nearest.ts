/** Edit distance: the letters to insert, delete or replace to get from one word to the other, case ignored. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = row[to - 1]! + (one[at - 1]!.toLowerCase() === other[to - 1]!.toLowerCase() ? 0 : 1);
      next.push(Math.min(changed, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** Words shorter than this are in too many others. */
const leastContained = 3;

/** Whether one word is a part of the other, as total of totalRows. */
function contains(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((word) => word.toLowerCase())
    .sort((a, b) => a.length - b.length);
  return short.length >= leastContained && long.includes(short);
}

/** Whether a name is so near to another one that it is probably a misspelling of it. */
export function isNear(name: string, known: string): boolean {
  return known !== '' && distance(name.slice(0, 64), known) <= Math.max(1, Math.floor(known.length / 3));
}

/** The known name most similar to an unknown one; '' when there are no known names. */
export function nearest(name: string, known: Iterable<string>): string {
  // Longer names are cut, which bounds the cost.
  const short = name.slice(0, 64);
  let best = '';
  let least = Infinity;
  for (const one of known) {
    // A name that says more or less of the same is nearer than one that happens to have as many letters in common.
    const far = distance(short, one) / (contains(short, one) ? 2 : 1);
    if (far < least) [best, least] = [one, far];
  }
  return best;
}

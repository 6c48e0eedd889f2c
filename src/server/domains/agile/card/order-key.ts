/**
 * Order keys: texts whose order as ASCII is the order of cards in a lane. Between two keys there is always another one, so that
 * a move writes one row. A key is a whole number of eight digits in base 62, then a fraction of any length that does not end
 * with the lowest digit.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
const wholeLength = 8;
const middle = base ** wholeLength / 2;
/** Distance of a new last card, so that a lane has room for whole numbers between its cards. */
const step = 4096;

/** Keys of more characters are a reason to write a lane's keys anew. */
export const longestKey = 48;

const valueOf = (digit: string | undefined): number => (digit === undefined ? 0 : digits.indexOf(digit));

function wholeKey(value: number): string {
  let rest = value;
  let key = '';
  for (let at = 0; at < wholeLength; at += 1) {
    key = digits[rest % base]! + key;
    rest = Math.floor(rest / base);
  }
  return key;
}

const wholeOf = (key: string): number =>
  key
    .slice(0, wholeLength)
    .split('')
    .reduce((value, digit) => value * base + valueOf(digit), 0);

/** The fraction halfway between two; `high` is null for one. Missing digits are the lowest. */
function fractionBetween(low: string, high: string | null): string {
  const from = valueOf(low[0]);
  const to = high === null ? base : valueOf(high[0]);
  if (to - from > 1) return digits[Math.floor((from + to) / 2)]!;
  return digits[from]! + fractionBetween(low.slice(1), to === from ? high!.slice(1) : null);
}

/**
 * A key between two others.
 * @param low the key before it; null for the first place
 * @param high the key behind it; null for the last place
 */
export function keyBetween(low: string | null, high: string | null): string {
  if (low !== null && high !== null && low >= high) throw new Error(`no key is between ${low} and ${high}`);
  if (low === null && high === null) return wholeKey(middle);
  if (low === null) {
    const before = wholeOf(high!) - step;
    return before > 0 ? wholeKey(before) : keyBetween(wholeKey(0), high);
  }
  const from = wholeOf(low);
  if (high === null) return wholeKey(from + step);
  const to = wholeOf(high);
  if (to - from > 1) return wholeKey(Math.floor((from + to) / 2));
  const fraction = low.slice(wholeLength);
  if (to > from) return wholeKey(from) + fractionBetween(fraction, null);
  return wholeKey(from) + fractionBetween(fraction, high.slice(wholeLength));
}

/** Keys between two others, in their order. They are halved, so that even many of them stay short. */
export function keysBetween(low: string | null, high: string | null, count: number): string[] {
  if (count === 0) return [];
  if (high === null) {
    let last = low;
    return Array.from({ length: count }, () => (last = keyBetween(last, null)));
  }
  const before = Math.floor(count / 2);
  const key = keyBetween(low, high);
  return [...keysBetween(low, key, before), key, ...keysBetween(key, high, count - before - 1)];
}

/** Keys for a lane that is written anew, in their order. */
export function evenKeys(count: number): string[] {
  const first = middle - Math.floor(count / 2) * step;
  return Array.from({ length: count }, (_, at) => wholeKey(first + at * step));
}

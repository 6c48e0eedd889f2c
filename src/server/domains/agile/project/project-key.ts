/** Words that a key leaves out when enough others are there. */
const small = new Set([
  'A',
  'AS',
  'DA',
  'DAS',
  'DE',
  'DEL',
  'DO',
  'DOS',
  'E',
  'EM',
  'LA',
  'LOS',
  'NA',
  'NO',
  'O',
  'OF',
  'OS',
  'PARA',
  'THE',
  'Y',
]);

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The key that a name gives: the initials of its words, or the first letters of the only one. */
function baseOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !small.has(word));
  const used = telling.length > 0 ? telling : words;
  if (used.length > 1)
    return used
      .slice(0, 5)
      .map((word) => word[0])
      .join('');
  const only = (used[0] ?? '').slice(0, 3);
  return only.length > 1 ? only : `${only}PRJ`.slice(0, 3);
}

/** The keys that a project of this name may have, the best one first, and never an end before all of three letters more. */
export function* keysOf(title: string): Generator<string> {
  const base = baseOf(title);
  yield base;
  for (const count of [1, 2, 3]) {
    const start = base.slice(0, 5 - count);
    for (let at = 0; at < letters.length ** count; at += 1) {
      let rest = at;
      let end = '';
      for (let place = 0; place < count; place += 1) {
        end = letters[rest % letters.length]! + end;
        rest = Math.floor(rest / letters.length);
      }
      yield start + end;
    }
  }
}

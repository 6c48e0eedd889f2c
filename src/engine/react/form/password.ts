const groups = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!@#$%*+-=?'];
const length = 16;

/** A random password of 16 characters of every kind, without characters that look alike. */
export function makePassword(): string {
  const all = groups.join('');
  const signs = [...groups.map(pick), ...Array.from({ length: length - groups.length }, () => pick(all))];
  for (let at = signs.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [signs[at], signs[other]] = [signs[other]!, signs[at]!];
  }
  return signs.join('');
}

function pick(from: string): string {
  return from[below(from.length)]!;
}

/** A uniform random number below `limit`, by rejection sampling. */
function below(limit: number): number {
  const ceiling = Math.floor(0x1_0000_0000 / limit) * limit;
  const box = new Uint32Array(1);
  do crypto.getRandomValues(box);
  while (box[0]! >= ceiling);
  return box[0]! % limit;
}

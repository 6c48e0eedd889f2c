/** A number from 0 to 1 that is the same for the same numbers, without a pattern over neighbouring ones. */
export function chance(...seeds: number[]): number {
  let hash = 0x811c9dc5;
  for (const seed of seeds) {
    hash = Math.imul(hash ^ seed, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 12;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Test support: `npm test -- nightly` sets NIGHTLY, with which loops of kills and of hostile values are long. */
export const isNightly = Boolean(process.env['NIGHTLY']);

/** Some values of a list, other ones for each number; all of them nightly. */
export function someOf<T>(values: readonly T[], at: number, count: number): readonly T[] {
  if (isNightly) return values;
  return Array.from({ length: count }, (_, index) => values[(at * count + index) % values.length]!);
}

import type { Path } from '../paths.ts';

/** Sources that wait for one another in a circle, each circle once, in the order of waiting. */
export function sourceCycles(sources: ReadonlyMap<string, { refs: readonly Path[] }>): string[][] {
  const needs = (id: string): string[] =>
    (sources.get(id)?.refs ?? [])
      .filter((ref) => ref[0] === 'data')
      .flatMap((ref) => (ref[1] === undefined ? [...sources.keys()] : [ref[1]]))
      .filter((other) => sources.has(other));
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    const start = trail.indexOf(id);
    if (start >= 0) {
      cycles.push(trail.slice(start));
      return;
    }
    if (done.has(id)) return;
    for (const next of new Set(needs(id))) visit(next, [...trail, id]);
    done.add(id);
  };
  for (const id of sources.keys()) visit(id, []);
  return cycles;
}

/**
 * Counts of the engine's work. Unlike times, counts do not depend on the machine, so tests and benches assert them.
 * The React layer exposes the object as `window.__counters`.
 */
export const counters = {
  compiles: 0,
  /** Compilations answered from the cache. */
  cacheHits: 0,
  /** Distinct expression texts parsed. */
  expressionCompiles: 0,
  /** Evaluated expressions; one evaluation over a page of rows counts once. */
  evaluations: 0,
  /** Calls of store listeners. */
  notifications: 0,
  /** Widget renders by node id. */
  renders: {} as Record<string, number>,
};

export type Counters = typeof counters;

/** Called by the React layer for every render of a node's widget. */
export function countRender(id: string): void {
  counters.renders[id] = (Object.hasOwn(counters.renders, id) ? counters.renders[id]! : 0) + 1;
}

export function resetCounters(): void {
  Object.assign(counters, {
    compiles: 0,
    cacheHits: 0,
    expressionCompiles: 0,
    evaluations: 0,
    notifications: 0,
    renders: {},
  });
}

import type { Row, RowKey } from '../view.ts';

/** Which rows are chosen. All of a long list is "all but these": choosing it keeps nothing for each row. */
export interface Chosen {
  /** `rows` are those that are not chosen. */
  inverted: boolean;
  rows: ReadonlyMap<RowKey, Row>;
}

export const nobody: Chosen = { inverted: false, rows: new Map() };
export const everybody: Chosen = { inverted: true, rows: new Map() };

export const isChosen = ({ inverted, rows }: Chosen, key: RowKey): boolean => rows.has(key) !== inverted;

/** How many of so many loaded rows are chosen. */
export const chosenCount = ({ inverted, rows }: Chosen, loaded: number): number =>
  inverted ? Math.max(0, loaded - rows.size) : rows.size;

/** The same rows chosen, and these as said. */
export function choose(before: Chosen, entries: Iterable<readonly [RowKey, Row]>, chosen: boolean): Chosen {
  const rows = new Map(before.rows);
  for (const [key, row] of entries) {
    if (chosen !== before.inverted) rows.set(key, row);
    else rows.delete(key);
  }
  return { inverted: before.inverted, rows };
}

/** A value to watch, outside of any component. */
export function createCell<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: T) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Cell<T> = ReturnType<typeof createCell<T>>;

import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Row, RowKey, TableView } from '../view.ts';
import { choose, chosenCount, createCell, everybody, isChosen, nobody } from './selection.ts';
import type { Chosen } from './selection.ts';

/** Which rows are chosen, and the ways to choose. `order` are the rows that can be chosen at once: those of the filter. */
export function useSelection(view: TableView, order: Uint32Array, inMemory: boolean) {
  const [cell] = useState(() => createCell<Chosen>(nobody));
  const chosen = useSyncExternalStore(cell.subscribe, cell.get);
  const anchor = useRef<RowKey | null>(null);
  const now = useRef({ view, order });
  useLayoutEffect(() => {
    now.current = { view, order };
  });

  const entry = useCallback((row: number): [RowKey, Row] => {
    const { view: current } = now.current;
    return [current.keyOf(row), current.rows[row] as Row];
  }, []);
  const place = (row: number) => now.current.order.indexOf(row);

  /** From the row chosen last to this one, as that one is. */
  const extend = useCallback(
    (row: number) => {
      const { order: rows, view: current } = now.current;
      const from =
        anchor.current === null ? -1 : rows.findIndex((one) => current.keyOf(one) === anchor.current);
      const to = place(row);
      if (to < 0) return;
      const [first, last] = from < 0 ? [to, to] : from < to ? [from, to] : [to, from];
      const entries = Array.from(rows.subarray(first, last + 1), entry);
      cell.set(choose(cell.get(), entries, true));
    },
    [cell, entry],
  );
  const toggle = useCallback(
    (row: number) => {
      const [key, value] = entry(row);
      anchor.current = key;
      cell.set(choose(cell.get(), [[key, value]], !isChosen(cell.get(), key)));
    },
    [cell, entry],
  );

  const here = view.rows.length;
  // Counted only where all could be chosen: else a long list would be walked at every drawing.
  const all =
    order.length > 0 &&
    (chosen.inverted || chosen.rows.size >= order.length) &&
    order.every((row) => isChosen(chosen, view.keyOf(row)));
  return {
    chosen,
    count: chosenCount(chosen, here),
    all,
    some: !all && (chosen.inverted || chosen.rows.size > 0),
    isChosen: (key: RowKey) => isChosen(chosen, key),
    toggle,
    extend,
    clear: () => {
      anchor.current = null;
      cell.set(nobody);
    },
    /** All that the filter leaves, or none of them. */
    toggleAll() {
      if (inMemory && order.length === here) cell.set(all ? nobody : everybody);
      else cell.set(choose(cell.get(), Array.from(order, entry), !all));
    },
    /** The chosen rows as they are now; of other pages as they were there. */
    rows(): { keys: RowKey[]; rows: Row[] } {
      const loaded = new Map(Array.from(view.rows, (_, row) => entry(row)));
      const found = chosen.inverted
        ? [...loaded].filter(([key]) => !chosen.rows.has(key))
        : [...chosen.rows].map(([key, row]) => [key, loaded.get(key) ?? row] as const);
      return { keys: found.map(([key]) => key), rows: found.map(([, row]) => row) };
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;

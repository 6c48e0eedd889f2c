import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Query, Screen } from '../core/index.ts';

const textOf = (query: Query): string => new URLSearchParams(query).toString();

/**
 * Keeps a screen's address and its state the same: what the person changes is told outwards, and what changes outside
 * (a link to this very screen, the browser's history) is put into the state. The screen was opened with `query`.
 */
export function useAddressQuery(
  screen: Screen,
  query: Query,
  onQuery: ((query: Query) => void) | undefined,
): void {
  const own = useSyncExternalStore(screen.query.subscribe, screen.query.get);
  const given = textOf(query);
  const seen = useRef(given);
  // Told and not yet seen in the address: when they arrive there they are our own words, not somebody's wish.
  const told = useRef<string[]>([]);

  useEffect(() => {
    if (seen.current === given) return;
    seen.current = given;
    const at = told.current.indexOf(given);
    if (at >= 0) told.current.splice(0, at + 1);
    else screen.visit(query);
  }, [screen, query, given]);

  useEffect(() => {
    // What it is by now: the effect above may have changed it.
    const next = screen.query.get();
    const text = textOf(next);
    if (!onQuery || text === (told.current.at(-1) ?? seen.current)) return;
    told.current.push(text);
    onQuery(next);
  }, [screen, own, onQuery]);
}

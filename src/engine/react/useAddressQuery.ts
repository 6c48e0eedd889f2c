import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Query, Screen } from '../core/index.ts';

const textOf = (query: Query): string => new URLSearchParams(query).toString();

/**
 * Keeps a screen's address and its state in step: changes of the state are reported to `onQuery`, and changes of the address
 * (a link to the same screen, the browser's history) are put into the state. The screen was opened with `query`.
 */
export function useAddressQuery(
  screen: Screen,
  query: Query,
  onQuery: ((query: Query) => void) | undefined,
): void {
  const own = useSyncExternalStore(screen.query.subscribe, screen.query.get);
  const given = textOf(query);
  const seen = useRef(given);
  // Reported and not yet seen in the address. When they arrive there, they are no request to change the state.
  const reported = useRef<string[]>([]);

  useEffect(() => {
    if (seen.current === given) return;
    seen.current = given;
    const at = reported.current.indexOf(given);
    if (at >= 0) reported.current.splice(0, at + 1);
    else screen.visit(query);
  }, [screen, query, given]);

  useEffect(() => {
    // The effect above may have changed the query.
    const next = screen.query.get();
    const text = textOf(next);
    if (!onQuery || text === (reported.current.at(-1) ?? seen.current)) return;
    reported.current.push(text);
    onQuery(next);
  }, [screen, own, onQuery]);
}

import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Query, Screen } from '../core/index.ts';

const queryText = (query: Query): string => new URLSearchParams(query).toString();

/**
 * Synchronises a screen's state with the query of its address: changes of the state are reported to `onQuery`, and
 * changes of the address (a link to the same screen, the browser's history) are put into the state. The screen was opened
 * with `query`.
 */
export function useAddressQuery(
  screen: Screen,
  query: Query,
  onQuery: ((query: Query) => void) | undefined,
): void {
  const stateQuery = useSyncExternalStore(screen.query.subscribe, screen.query.get);
  const addressText = queryText(query);
  const lastAddress = useRef(addressText);
  // Queries reported to `onQuery` that the address does not carry yet. Their arrival does not change the state.
  const reported = useRef<string[]>([]);

  useEffect(() => {
    if (lastAddress.current === addressText) return;
    lastAddress.current = addressText;
    const at = reported.current.indexOf(addressText);
    if (at >= 0) reported.current.splice(0, at + 1);
    else screen.visit(query);
  }, [screen, query, addressText]);

  useEffect(() => {
    // The effect above may have changed the query.
    const next = screen.query.get();
    const text = queryText(next);
    if (!onQuery || text === (reported.current.at(-1) ?? lastAddress.current)) return;
    reported.current.push(text);
    onQuery(next);
  }, [screen, stateQuery, onQuery]);
}

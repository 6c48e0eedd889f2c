import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Query, Screen } from '../../core/index.ts';

/**
 * How the address gets a new query. `push`: as a new entry of the history, which going back closes again. `back`: by going
 * back to the entry before. `replace`: in place of the current entry.
 */
export type QueryStep = 'push' | 'back' | 'replace';

const none: ReadonlySet<string> = new Set();

const queryText = (query: Query): string => new URLSearchParams(query).toString();

const hasAny = (query: URLSearchParams, names: ReadonlySet<string>): boolean =>
  [...query.keys()].some((name) => names.has(name));

/**
 * Synchronises a screen's state with the query of its address: changes of the state are reported to `onQuery`, and
 * changes of the address (a link to the same screen, the browser's history) are put into the state. The screen was opened
 * with `query`.
 * @param opening parameters that open something which going back closes: it is opened by `push` and closed by `back`.
 */
export function useAddressQuery(
  screen: Screen,
  query: Query,
  onQuery: ((query: Query, step: QueryStep) => void) | undefined,
  opening: ReadonlySet<string> = none,
): void {
  const stateQuery = useSyncExternalStore(screen.query.subscribe, screen.query.get);
  const addressText = queryText(query);
  const lastAddress = useRef(addressText);
  // Queries reported to `onQuery` that the address does not carry yet. Their arrival does not change the state.
  const reported = useRef<string[]>([]);
  /** The query before what is open was opened. */
  const openedFrom = useRef<string | null>(null);

  useEffect(() => {
    if (lastAddress.current === addressText) return;
    lastAddress.current = addressText;
    const at = reported.current.indexOf(addressText);
    if (at >= 0) reported.current.splice(0, at + 1);
    else {
      openedFrom.current = null;
      screen.visit(query);
    }
  }, [screen, query, addressText]);

  useEffect(() => {
    // The effect above may have changed the query.
    const next = screen.query.get();
    const text = queryText(next);
    const before = reported.current.at(-1) ?? lastAddress.current;
    if (!onQuery || text === before) return;
    reported.current.push(text);
    const wasOpen = hasAny(new URLSearchParams(before), opening);
    const isOpen = hasAny(new URLSearchParams(text), opening);
    const step = isOpen && !wasOpen ? 'push' : wasOpen && openedFrom.current === text ? 'back' : 'replace';
    if (isOpen !== wasOpen) openedFrom.current = isOpen ? before : null;
    onQuery(next, step);
  }, [screen, stateQuery, onQuery, opening]);
}

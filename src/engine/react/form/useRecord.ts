import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import { sourcesRead } from '../../core/sources/source-needs.ts';
import { useNode, useScreen } from '../context.ts';

/** The same object while its JSON stays the same: props are resolved again whenever a reference changes. */
export function useStable<T>(value: T): T {
  const json = JSON.stringify(value);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the JSON stands for the value
  return useMemo(() => value, [json]);
}

export type FormRecord =
  | { status: 'ready'; record: JsonObject }
  | { status: 'missing' }
  /** Sources that the value reads are loading. */
  | { status: 'loading'; sources: readonly string[] }
  /** A source that the value reads has failed. */
  | { status: 'failed'; source: string };

const empty: JsonObject = {};

/**
 * The record to edit. A value that is no object is an empty record once every source that the node reads has loaded, so
 * that the form of a new record can take the value of a record that may be null.
 */
export function useRecord(value: unknown): FormRecord {
  const node = useNode();
  const screen = useScreen();
  const given =
    value === null || typeof value !== 'object' || Array.isArray(value) ? undefined : (value as JsonObject);
  const stable = useStable(given);
  const isAwaited = stable === undefined && node.props['value'] !== undefined;

  const ids = useMemo(() => (isAwaited ? sourcesRead(node.refs) : []), [isAwaited, node]);
  const subscribe = useCallback(
    (listener: () => void) =>
      screen.store.subscribe(
        ids.map((id) => ['data', id, 'status']),
        listener,
      ),
    [screen, ids],
  );
  const states = useSyncExternalStore(subscribe, () => ids.map((id) => screen.source(id).status).join());
  return useMemo((): FormRecord => {
    if (stable !== undefined) return { status: 'ready', record: stable };
    const statuses = states.split(',');
    const failed = ids[statuses.indexOf('error')];
    if (failed !== undefined) return { status: 'failed', source: failed };
    if (statuses.includes('missing')) return { status: 'missing' };
    const loading = ids.filter((_, at) => statuses[at] === 'loading' || statuses[at] === 'idle');
    if (loading.length > 0) return { status: 'loading', sources: loading };
    return { status: 'ready', record: empty };
  }, [stable, states, ids]);
}

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isNotFound, outlivesRecord, pageRecordOf } from '../../core/index.ts';
import type { CompiledScreen, Screen } from '../../core/index.ts';

/**
 * Whether the record that the page is about does not exist. One that is deleted while it is open stays on a page with a form, whose
 * values are not lost.
 */
export function useIsRecordMissing(screen: Screen, compiled: CompiledScreen): boolean {
  const id = useMemo(() => pageRecordOf(compiled), [compiled]);
  const outlives = useMemo(() => outlivesRecord(compiled), [compiled]);
  const subscribe = useCallback(
    (listener: () => void) =>
      id === null ? () => undefined : screen.store.subscribe([['data', id]], listener),
    [screen, id],
  );
  return useSyncExternalStore(subscribe, () => {
    if (id === null) return false;
    const { status, record, error } = screen.source(id);
    return status === 'error' && isNotFound(error) && (record === null || !outlives);
  });
}

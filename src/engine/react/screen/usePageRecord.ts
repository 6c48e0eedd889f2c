import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isNotFound, pageRecordOf } from '../../core/index.ts';
import type { CompiledScreen, Screen } from '../../core/index.ts';

/** Whether the record that the page is about does not exist. One that is deleted while it is open stays on the page. */
export function useIsRecordMissing(screen: Screen, compiled: CompiledScreen): boolean {
  const id = useMemo(() => pageRecordOf(compiled), [compiled]);
  const subscribe = useCallback(
    (listener: () => void) =>
      id === null ? () => undefined : screen.store.subscribe([['data', id]], listener),
    [screen, id],
  );
  return useSyncExternalStore(subscribe, () => {
    if (id === null) return false;
    const { status, record, error } = screen.source(id);
    return status === 'error' && record === null && isNotFound(error);
  });
}

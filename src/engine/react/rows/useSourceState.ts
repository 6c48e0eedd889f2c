import { useCallback, useContext, useSyncExternalStore } from 'react';
import type { SourceState } from '../../core/index.ts';
import { ScreenContext } from '../context.ts';

/** The state of a source of the document around a component, which loads it; null without the source. */
export function useSourceState(id: string | null): SourceState | null {
  const screen = useContext(ScreenContext);
  const subscribe = useCallback(
    (listener: () => void) =>
      screen === null || id === null ? () => undefined : screen.store.subscribe([['data', id]], listener),
    [screen, id],
  );
  const read = useCallback(
    () =>
      screen === null || id === null
        ? null
        : ((screen.store.get(['data', id]) ?? null) as SourceState | null),
    [screen, id],
  );
  return useSyncExternalStore(subscribe, read);
}

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { Load, LoadSnapshot } from '../../engine/core/index.ts';
import { whenPrepared } from '../../engine/react/index.ts';
import { slowAfter } from '../../ui/index.ts';
import { useShell } from '../shell-context.ts';
import { screenAddress } from './resolve.ts';
import type { ScreenReply } from './resolve.ts';

/** A screen's address with the load of its definition. */
export interface ScreenLoad {
  /** The router's key of the history entry. */
  key: string;
  pathname: string;
  search: string;
  load: Load;
}

/** The definition of a loaded screen. */
export const definitionOf = (snapshot: LoadSnapshot) =>
  snapshot.reply === undefined ? null : (snapshot.reply as ScreenReply).data;

/**
 * Follows the location once its definition and the code of its widgets are loaded, or have failed; until then the screen
 * before it stays. Code that takes longer than `slowAfter` is no longer waited for.
 * @returns the screen to render, null before the first one, and whether another one is being opened.
 */
export function useShownScreen(): { shown: ScreenLoad | null; opening: boolean } {
  const { queries, registry } = useShell();
  const { key, pathname, search } = useLocation();
  const address = screenAddress(pathname);
  const load = useMemo(() => {
    // Every navigation fetches again, though one definition serves /admin-user/3 and /admin-user/4.
    void pathname;
    return queries.load(address);
  }, [queries, address, pathname]);
  const snapshot = useSyncExternalStore(load.subscribe, load.get);
  const definition = definitionOf(snapshot)?.definition;
  const [last, setLast] = useState<ScreenLoad | null>(null);
  const [preparedFor, setPreparedFor] = useState<unknown>(null);

  const preparing = definition && preparedFor !== definition ? whenPrepared(registry, definition) : null;
  const isPreparing = preparing !== null;
  useEffect(() => {
    if (!isPreparing || !definition) return undefined;
    let cancelled = false;
    const end = () => {
      if (!cancelled) setPreparedFor(definition);
    };
    const timer = setTimeout(end, slowAfter);
    const loading = whenPrepared(registry, definition);
    // The code may have arrived between the render, which waits for it, and this.
    if (loading === null) end();
    else void loading.then(end);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [isPreparing, definition, registry]);

  const ready = snapshot.status !== 'loading' && !isPreparing;
  // The same path follows its query at once. A screen that is refreshed or replaced stays rendered meanwhile.
  const isShown = last?.pathname === pathname && last.load === load;
  const current =
    isShown && last.key === key && last.search === search ? last : { key, pathname, search, load };
  const shown = ready || isShown ? current : last;
  if (shown !== last) setLast(shown);
  return { shown, opening: shown !== current };
}

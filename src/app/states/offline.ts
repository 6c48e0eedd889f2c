import { useEffect } from 'react';
import { lazyComponent } from '../../ui/index.ts';

/** The line under the header while there is no connection. */
export const offlineBar = lazyComponent(() => import('../layout/OfflineBar.tsx'));
/** The page of a screen that was never loaded here. */
export const offlinePage = lazyComponent(() => import('./OfflinePage.tsx'));

/** Milliseconds after which a page that nobody touches loads what it needs without a connection. */
const quietMs = 10_000;

/** Loads what is rendered without a connection, while there is one: not with the page, which it would delay. */
export function usePreloadOffline(): void {
  useEffect(() => {
    const preload = () => {
      offlineBar.preload();
      offlinePage.preload();
      stop();
    };
    const timer = setTimeout(preload, quietMs);
    const events = ['pointerdown', 'focusin'] as const;
    const stop = () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, preload);
    };
    for (const event of events) window.addEventListener(event, preload);
    return stop;
  }, []);
}

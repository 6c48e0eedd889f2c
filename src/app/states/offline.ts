import { useEffect } from 'react';
import { lazyComponent, lazyConfirmDialog, lazyToaster, shellPatience } from '../../ui/index.ts';
import { signOutMenus } from '../layout/sign-out-menus.ts';

/** Details that the bar under the header adds to its first sentence, which the shell says even where this code never arrived. */
export const offlineDetails = lazyComponent(() => import('./OfflineDetails.tsx'), shellPatience);
/** The page of a screen that was never loaded here. */
export const offlinePage = lazyComponent(() => import('./OfflinePage.tsx'), shellPatience);

/** Milliseconds after which a page that nobody touches loads what it needs without a connection. */
const quietMs = 10_000;

/** Code that names the lost connection, and that asks and answers meanwhile. */
const needed = [offlineDetails, offlinePage, lazyConfirmDialog, lazyToaster, ...signOutMenus];

function preload(): void {
  for (const source of needed) source.preload();
}

/** Loads what is rendered without a connection, while there is one: not with the page, which it would delay. */
export function usePreloadOffline(): void {
  useEffect(() => {
    // Both may fire: the code is loaded once.
    const timer = setTimeout(preload, quietMs);
    window.addEventListener('focusin', preload, { once: true });
    return () => clearTimeout(timer);
  }, []);
}

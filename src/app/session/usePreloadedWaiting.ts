import { useEffect } from 'react';
import type { Host } from '../../engine/core/index.ts';
import { signOutMenus } from '../layout/sign-out-menus.ts';
import { waitingDialog } from './waiting.ts';

/**
 * Loads the way to the question of the sign-out, and the question, beside a page where something may come to wait, as it is asked
 * without the network too.
 */
export function usePreloadedWaiting(host: Host): void {
  useEffect(() => {
    for (const source of [waitingDialog, ...signOutMenus]) source.preload();
    void host.loadTexts(['outbox']);
  }, [host]);
}

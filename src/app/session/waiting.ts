import { useEffect } from 'react';
import type { Host } from '../../engine/core/index.ts';
import { lazyComponent, shellPatience } from '../../ui/index.ts';

export const waitingDialog = lazyComponent(() => import('./WaitingDialog.tsx'), shellPatience);

/** Loads the question of the sign-out beside a page where something may come to wait, as it is asked without the network too. */
export function usePreloadedWaiting(host: Host): void {
  useEffect(() => {
    waitingDialog.preload();
    void host.loadTexts(['outbox']);
  }, [host]);
}

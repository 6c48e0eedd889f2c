import type { ConfirmRequest } from '../engine/core/index.ts';
import { createUiStore } from '../ui/index.ts';

/** `careful`: confirming loses data, so the dialog warns and the Enter key alone does not confirm. */
type AppRequest = ConfirmRequest & { careful?: boolean };

interface Confirmation {
  request: AppRequest;
  answer(confirmed: boolean): void;
}

/** The pending confirmations; the first one is displayed. */
export const confirmations = createUiStore<readonly Confirmation[]>([]);

/** Asks the person to confirm. Concurrent confirmations are displayed one after the other. */
export function confirm(request: AppRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const confirmation: Confirmation = {
      request,
      answer(confirmed) {
        confirmations.setState((pending) => pending.filter((other) => other !== confirmation), true);
        resolve(confirmed);
      },
    };
    confirmations.setState((pending) => [...pending, confirmation], true);
  });
}

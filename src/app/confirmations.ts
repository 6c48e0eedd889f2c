import type { ConfirmRequest } from '../engine/core/index.ts';
import { createUiStore } from '../ui/index.ts';

/** A question of the application; `careful`: agreeing loses something, so that Enter alone must not agree. */
type AppRequest = ConfirmRequest & { careful?: boolean };

interface Confirmation {
  request: AppRequest;
  answer(confirmed: boolean): void;
}

/** The questions that are not answered yet; the first one is shown. */
export const confirmations = createUiStore<readonly Confirmation[]>([]);

/** Asks the person; questions that are asked at the same time are shown one after the other. */
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

import type { ConfirmRequest } from '../engine/core/index.ts';

/** What the application asks; `careful`: agreeing loses something, so that Enter alone must not agree. */
type AppRequest = ConfirmRequest & { careful?: boolean };

interface Pending {
  request: AppRequest;
  answer(confirmed: boolean): void;
}

let queue: readonly Pending[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Pending[]) {
  queue = next;
  for (const listener of listeners) listener();
}

/** Asks the person; questions that come together are asked one after the other. */
export function confirm(request: AppRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const pending: Pending = {
      request,
      answer(confirmed) {
        change(queue.filter((one) => one !== pending));
        resolve(confirmed);
      },
    };
    change([...queue, pending]);
  });
}

/** The question to show, for `useSyncExternalStore`. */
export const confirmStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Pending | null => queue[0] ?? null,
};

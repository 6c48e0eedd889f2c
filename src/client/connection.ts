import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** Whether the server can be reached. */
export interface ConnectionState {
  online: boolean;
  /** Time of the next attempt while offline (ms since the epoch); null while one runs, and online. */
  retryAt: number | null;
}

export interface Connection extends Omit<StoreApi<ConnectionState>, 'setState'> {
  /** Called after each call: whether any reply arrived. */
  noteReply(arrived: boolean): void;
  /** Tries to reach the server now. */
  retry(): void;
}

/** Delays between attempts: growing, then the last one again. */
const delays = [2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Watches the connection to the server. After a call without a reply the server is probed, since a single route may be
 * blocked on the way; without a reply to the probe either, or after the browser's `offline` event, the page is offline and
 * the server is probed until it replies.
 * @param probe resolves when the server replies, rejects when it does not.
 */
export function createConnection(
  probe: () => Promise<unknown> = () => fetch('/healthz', { cache: 'no-store' }),
): Connection {
  const { setState, ...store } = createStore<ConnectionState>(() => ({ online: true, retryAt: null }));
  let attempts = 0;
  let checking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    const delay = delays[Math.min(attempts, delays.length - 1)]!;
    attempts += 1;
    clearTimeout(timer);
    timer = setTimeout(attempt, delay);
    setState({ online: false, retryAt: Date.now() + delay });
  }

  function attempt(): void {
    clearTimeout(timer);
    setState({ online: false, retryAt: null });
    probe().then(find, () => {
      if (!store.getState().online) schedule();
    });
  }

  function find(): void {
    attempts = 0;
    clearTimeout(timer);
    if (!store.getState().online) setState({ online: true, retryAt: null });
  }

  function noteReply(arrived: boolean): void {
    const { online } = store.getState();
    if (arrived) {
      // A reply that was on its way when the browser lost its network does not say that it is back; a probe does.
      if (online || navigator.onLine) find();
    } else if (online && !checking) {
      checking = true;
      probe()
        .catch(schedule)
        .finally(() => {
          checking = false;
        });
    }
  }

  window.addEventListener('offline', () => {
    if (store.getState().online) schedule();
  });
  window.addEventListener('online', () => {
    if (!store.getState().online) attempt();
  });
  return {
    ...store,
    noteReply,
    retry() {
      if (!store.getState().online) attempt();
    },
  };
}

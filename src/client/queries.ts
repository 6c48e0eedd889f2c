import { hashKey, QueryClient, QueryObserver } from '@tanstack/query-core';
import type { Load, LoadSnapshot } from '../engine/core/index.ts';
import { HttpFailure } from './http.ts';

export interface Queries {
  /** The shared load of an address: shown at once the second time, and refreshed behind. */
  load(address: string): Load;
  /**
   * The same for what somebody may change while it is shown, as definitions: asked for again each minute that the page is
   * in sight, and whenever it comes back into sight. What did not change keeps its identity.
   */
  follow(address: string): Load;
  /** The answer of an address: the kept one at once (refreshed behind), else the first. Rejects with HttpFailure. */
  once(address: string): Promise<unknown>;
  /** The next load of these addresses fetches anew; `match` gets the address. */
  invalidate(match: (address: string) => boolean): void;
  /** Forgets everything and follows nothing any more: another person sits here now. */
  dispose(): void;
}

/** How long an answer that nobody shows is kept. Milliseconds. */
const keepUnseen = 5 * 60_000;
/** Widgets that ask for the same address in one screen share one call. Milliseconds. */
const fresh = 1_000;
/** How often a followed address is asked for again. Milliseconds. */
export const followInterval = 60_000;

function asFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  return new HttpFailure('UNREADABLE', 0, error instanceof Error ? error.message : String(error));
}

/** Shared loads over TanStack's query cache. `fetchReply` answers with the reply's body or rejects with HttpFailure. */
export function createQueries(fetchReply: (address: string) => Promise<unknown>): Queries {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        gcTime: keepUnseen,
        staleTime: fresh,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
    },
  });
  // Focus and connection are watched only while mounted.
  client.mount();
  const loads = new Map<string, Load>();
  const followed = new Map<string, Load>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'removed') return;
    loads.delete(event.query.queryHash);
    followed.delete(event.query.queryHash);
  });

  function open(address: string, again: boolean): Load {
    const options = { queryKey: ['get', address], queryFn: () => fetchReply(address) };
    // Only while the page is in sight: that is the library's own way with intervals.
    const observer = new QueryObserver(
      client,
      again ? { ...options, refetchInterval: followInterval } : options,
    );
    let snapshot: LoadSnapshot | null = null;

    const read = (): LoadSnapshot => {
      const state = observer.getCurrentQuery().state;
      const error = state.status === 'error' ? asFailure(state.error) : null;
      const status = error ? 'error' : state.data === undefined ? 'loading' : 'ready';
      const refreshing = state.fetchStatus === 'fetching' && status !== 'loading';
      const same =
        snapshot?.status === status &&
        snapshot.reply === state.data &&
        snapshot.refreshing === refreshing &&
        snapshot.error?.message === error?.message &&
        snapshot.error?.code === error?.code;
      return same && snapshot ? snapshot : { status, reply: state.data, error, refreshing };
    };

    return {
      get: () => (snapshot = read()),
      subscribe: (listener) => observer.subscribe(() => listener()),
      refresh: async () => {
        await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined);
      },
    };
  }

  function shared(address: string, among: Map<string, Load>): Load {
    const hash = hashKey(['get', address]);
    let load = among.get(hash);
    if (!load) {
      load = open(address, among === followed);
      among.set(hash, load);
    }
    // Started here, not with the first subscriber, so that the call is under way while the screen is still drawn.
    void client.prefetchQuery({ queryKey: ['get', address], queryFn: () => fetchReply(address) });
    return load;
  }

  return {
    load: (address) => shared(address, loads),
    follow: (address) => shared(address, followed),
    once(address) {
      return client.ensureQueryData({
        queryKey: ['get', address],
        queryFn: () => fetchReply(address),
        revalidateIfStale: true,
      });
    },
    invalidate(match) {
      void client.invalidateQueries({ predicate: (query) => match(String(query.queryKey[1])) });
    },
    dispose() {
      loads.clear();
      followed.clear();
      client.clear();
      client.unmount();
    },
  };
}

import { hashKey, QueryClient, QueryObserver, type Query } from '@tanstack/query-core';
import type { Json } from '../contracts/json.ts';
import type { Load, LoadSnapshot } from '../engine/core/index.ts';
import { HttpFailure } from './http.ts';

export interface Queries {
  /**
   * Returns the shared load of an address, or of a search with a body. A repeated load serves the cached reply and refreshes it
   * in the background, as it does when the page becomes visible again. Unchanged parts of a reply keep their identity.
   */
  load(address: string, body?: Json): Load;
  /** Resolves to the cached reply (refreshed in the background), else to the first. Rejects with HttpFailure. */
  once(address: string): Promise<unknown>;
  /** The cached reply; undefined when there is none. */
  known(address: string): unknown;
  /** Marks the matching addresses as stale, so that their next load fetches again. */
  invalidate(match: (address: string) => boolean): void;
  /** Like `invalidate`, but addresses that are on the screen are not fetched again by themselves. */
  outdate(match: (address: string) => boolean): void;
  /** Drops all replies, when another person signs in. */
  dispose(): void;
}

/** Time that an unused reply stays cached. Milliseconds. */
const unusedTime = 5 * 60_000;
/** Time in which widgets that load the same address share one call. Milliseconds. */
const sharedTime = 1_000;

function asFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  return new HttpFailure('UNREADABLE', 0, error instanceof Error ? error.message : String(error));
}

/** Creates shared loads over TanStack's query cache. `fetchReply` resolves to the reply's body or rejects with HttpFailure. */
export function createQueries(fetchReply: (address: string, body?: Json) => Promise<unknown>): Queries {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        gcTime: unusedTime,
        staleTime: sharedTime,
        // A failure is shared like a reply: `sharedLoad` says when it is fetched again.
        retryOnMount: false,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
    },
  });
  // The client watches focus and connection only while mounted.
  client.mount();
  const cache = client.getQueryCache();
  const loads = new Map<string, Load>();
  cache.subscribe((event) => {
    if (event.type !== 'removed') return;
    loads.delete(event.query.queryHash);
    overtaken.delete(event.query);
    failed.delete(event.query.queryHash);
  });

  /** Failures that a change made stale: they are fetched anew, however new they are. */
  const failed = new Set<string>();

  /** Ends with the running call of a query, however it ends. */
  const settled = (query: Query): Promise<unknown> => query.fetch().catch(() => undefined);

  /** Queries that a change made stale while a call ran that began before it, and whether they are fetched again. */
  const overtaken = new Map<Query, 'active' | 'none'>();

  /** Makes the matching replies stale, and those that running calls will bring: only a call that begins now decides. */
  function makeStale(match: (address: string) => boolean, refetchType: 'active' | 'none'): void {
    const predicate = (query: Query): boolean => match(String(query.queryKey[1]));
    for (const { queryHash, state } of cache.findAll({ predicate }))
      if (state.status === 'error') failed.add(queryHash);
    for (const query of cache.findAll({ predicate, fetchStatus: 'fetching' })) {
      // The client replaces the call of a query that has a reply and is on the screen.
      if (refetchType === 'active' && query.state.data !== undefined && query.isActive()) continue;
      const known = overtaken.get(query);
      if (known === undefined)
        void settled(query).then(() => {
          const type = overtaken.get(query);
          if (!overtaken.delete(query)) return;
          void client.invalidateQueries({
            queryKey: query.queryKey,
            exact: true,
            refetchType: type ?? 'none',
          });
        });
      overtaken.set(query, known === 'active' ? known : refetchType);
    }
    void client.invalidateQueries({ predicate, refetchType });
  }

  /** The key and the call of a load. The cache compares keys without regard to the order of a body's keys. */
  const optionsOf = (address: string, body?: Json) =>
    body === undefined
      ? { queryKey: ['get', address], queryFn: () => fetchReply(address) }
      : { queryKey: ['post', address, body], queryFn: () => fetchReply(address, body) };
  type LoadOptions = ReturnType<typeof optionsOf>;

  function open(options: LoadOptions): Load {
    const observer = new QueryObserver(client, options);
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
        const query = cache.find({ queryKey: options.queryKey, exact: true });
        // A call that runs already began before whatever the refresh is for: its reply may not contain it.
        if (query?.state.fetchStatus === 'fetching') await settled(query);
        await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined);
      },
    };
  }

  function sharedLoad(options: LoadOptions): Load {
    const hash = hashKey(options.queryKey);
    let load = loads.get(hash);
    if (!load) {
      load = open(options);
      loads.set(hash, load);
    }
    // Prefetched here, not by the first subscriber, so that the call runs while the screen still renders. A render that is
    // started again asks again: a new failure is not fetched anew, which would fail and start the render again.
    const { status, errorUpdatedAt } = client.getQueryState(options.queryKey) ?? {};
    const hasJustFailed = status === 'error' && Date.now() - (errorUpdatedAt ?? 0) < sharedTime;
    if (failed.delete(hash) || !hasJustFailed) void client.prefetchQuery(options);
    return load;
  }

  return {
    load: (address, body) => sharedLoad(optionsOf(address, body)),
    once(address) {
      return client.ensureQueryData({
        ...optionsOf(address),
        revalidateIfStale: true,
      });
    },
    known: (address) => client.getQueryData(optionsOf(address).queryKey),
    outdate: (match) => makeStale(match, 'none'),
    invalidate: (match) => makeStale(match, 'active'),
    dispose() {
      loads.clear();
      client.clear();
      client.unmount();
    },
  };
}

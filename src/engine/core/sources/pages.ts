import type { Json } from '../../../contracts/json.ts';
import type { Host, Load, LoadSnapshot } from '../contract.ts';

/** Replies of a list's loaded pages, in order. */
export class PageReplies {
  readonly replies: readonly unknown[];

  constructor(replies: readonly unknown[]) {
    this.replies = replies;
  }
}

/** The most pages that a growing list loads: a hundred thousand rows at a thousand rows per page. */
export const maxPages = 100;

/** Page numbers from 1 to the given page; any other value counts as page 1. */
export function pagesUpTo(page: unknown): number[] {
  const last = typeof page === 'number' && Number.isInteger(page) && page >= 1 ? page : 1;
  return Array.from({ length: Math.min(last, maxPages) }, (_, index) => index + 1);
}

/** Combines the loads of pages to one: replies up to the first missing page; a pending page counts as a refresh. */
function combineSnapshots(snapshots: readonly LoadSnapshot[]): LoadSnapshot {
  const replies: unknown[] = [];
  for (const { reply } of snapshots) {
    if (reply === undefined || reply === null) break;
    replies.push(reply);
  }
  const failed = snapshots.find(({ status }) => status === 'error');
  const pending = snapshots.some(({ status, refreshing }) => status === 'loading' || refreshing);
  const reply = replies.length > 0 ? new PageReplies(replies) : undefined;
  if (failed) return { status: 'error', reply, error: failed.error, refreshing: pending };
  return {
    status: reply ? 'ready' : 'loading',
    reply,
    error: null,
    refreshing: pending && reply !== undefined,
  };
}

/** Request by which a load is shared and cached. */
export interface LoadRequest {
  address: string;
  /** Body of a search. */
  body?: Json;
}

/** Combines several pages to one load; each page is shared and cached by itself. */
export function loadPages(host: Host, requests: readonly LoadRequest[]): Load {
  const loads = requests.map(({ address, body }) => host.load(address, body));
  let seen: readonly LoadSnapshot[] = [];
  let snapshot: LoadSnapshot | null = null;
  return {
    get() {
      const now = loads.map((load) => load.get());
      if (snapshot && now.every((one, index) => one === seen[index])) return snapshot;
      seen = now;
      snapshot = combineSnapshots(now);
      return snapshot;
    },
    subscribe(listener) {
      const releases = loads.map((load) => load.subscribe(listener));
      return () => {
        for (const release of releases) release();
      };
    },
    async refresh() {
      await Promise.all(loads.map((load) => load.refresh()));
    },
  };
}

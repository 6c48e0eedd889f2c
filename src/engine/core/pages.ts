import type { Host, Load, LoadSnapshot } from './contract.ts';

/** Replies of the pages of one list that are there, in order. */
export class PageReplies {
  readonly replies: readonly unknown[];

  constructor(replies: readonly unknown[]) {
    this.replies = replies;
  }
}

/** How many pages a growing list keeps at most: a hundred thousand rows of a thousand a page. */
export const mostPages = 100;

/** The pages up to the one that is asked for; anything but a page number is the first. */
export function pagesUpTo(page: unknown): number[] {
  const last = typeof page === 'number' && Number.isInteger(page) && page >= 1 ? page : 1;
  return Array.from({ length: Math.min(last, mostPages) }, (_, index) => index + 1);
}

/** What stands in front of the first page that is not there, told as one load: a page on its way is a refresh behind it. */
function joined(snapshots: readonly LoadSnapshot[]): LoadSnapshot {
  const replies: unknown[] = [];
  for (const { reply } of snapshots) {
    if (reply === undefined || reply === null) break;
    replies.push(reply);
  }
  const failed = snapshots.find(({ status }) => status === 'error');
  const waits = snapshots.some(({ status, refreshing }) => status === 'loading' || refreshing);
  const reply = replies.length > 0 ? new PageReplies(replies) : undefined;
  if (failed) return { status: 'error', reply, error: failed.error, refreshing: waits };
  return {
    status: reply ? 'ready' : 'loading',
    reply,
    error: null,
    refreshing: waits && reply !== undefined,
  };
}

/** Several pages as one load, each shared and cached by its own address. */
export function loadPages(host: Host, addresses: readonly string[]): Load {
  const loads = addresses.map((address) => host.load(address));
  let seen: readonly LoadSnapshot[] = [];
  let snapshot: LoadSnapshot | null = null;
  return {
    get() {
      const now = loads.map((load) => load.get());
      if (snapshot && now.every((one, index) => one === seen[index])) return snapshot;
      seen = now;
      snapshot = joined(now);
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

import type { HostFailure } from '../engine/core/index.ts';
import type { OutboxEntry, OutboxKind } from './outbox-entry.ts';
import type { OutboxStorage } from './outbox-storage.ts';

export interface OutboxState {
  /** Whether the last attempt did not reach the server. */
  isWaiting: boolean;
  /** Ids of entries that the device failed to keep: they end with this tab. */
  unkept: ReadonlySet<string>;
}

/** Follows the entries of a key, or of all keys below it. */
export interface OutboxFollower {
  changed(entries: readonly OutboxEntry[], state: OutboxState): void;
  /** Called before the entry leaves the list. `isHere`: this tab sent it, not another one of the same person. */
  sent?(entry: OutboxEntry, reply: unknown, isHere: boolean): void;
  /** Whether it shows the person an entry that it follows; without it, all of them. */
  shows?(entry: OutboxEntry): boolean;
}

export interface Outbox {
  add(entry: Omit<OutboxEntry, 'at' | 'refusal'>): OutboxEntry;
  /** Sends a refused entry again. */
  retry(id: string): void;
  discard(id: string): void;
  /** Rejects where the device does not remove what it keeps. */
  discardAll(): Promise<void>;
  /** @returns the function that stops it */
  follow(key: string, follower: OutboxFollower): () => void;
  /** Whether anybody follows an entry's key alone, or those around it, and shows the person the entry. */
  isShown(entry: OutboxEntry): boolean;
  /** Tries all entries once, at once, those that were refused too. Resolves to those that are left. */
  sendNow(): Promise<readonly OutboxEntry[]>;
  /** Kinds of the waiting entries, also of those that cannot be read. */
  kinds(): Promise<OutboxKind[]>;
  /** Resolves once the device has answered for all entries: to whether it keeps them. */
  whenKept(): Promise<boolean>;
  getState(): OutboxState & { entries: readonly OutboxEntry[] };
}

/** Says to the other tabs of the person what happened in this one. */
export type OutboxNews = { type: 'changed' } | { type: 'sent'; id: string; reply: unknown };

export interface OutboxNeeds {
  /** Rejects with HostFailure. */
  run(request: OutboxEntry['request']): Promise<unknown>;
  storage: OutboxStorage;
  /** Whether the person whose entries these are is still signed in: another one neither sees nor sends them. */
  isOwner(): boolean;
  /** Runs work while no other tab sends entries of the key. */
  lock<T>(key: string, work: () => Promise<T>): Promise<T>;
  tell(news: OutboxNews): void;
  hear(listener: (news: OutboxNews) => void): void;
  onOnline(listener: () => void): void;
  after(milliseconds: number, callback: () => void): () => void;
  now(): number;
  /** Called when the device begins to keep entries, and when it keeps none any more. */
  onKept(some: boolean): void;
}

/** Pauses before an entry is sent again, the last one from then on. Milliseconds. */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000];
/** Times that the server may fail at one entry (500) until it counts as refused, so that the ones behind it go on. */
const mostFailures = 8;

/**
 * The rule of what is sent again: what the server did not get, or could not work on. Everything else is final.
 * @param failures how often the server has failed at the entry
 */
export function isTemporary({ code, status }: Pick<HostFailure, 'code' | 'status'>, failures = 0): boolean {
  if (status === 500) return failures < mostFailures;
  // An answer that is none of the server's, such as a hotel's sign-in page, has a status of success.
  if (status < 400 || status > 500) return true;
  return [401, 408, 425, 429].includes(status) || code === 'PASSWORD_CHANGE_REQUIRED';
}

/** The device does not give a file back that it kept. It has no text of its own: who shows the entry says it. */
const contentLost: HostFailure = { code: 'CONTENT_LOST', status: 410, message: '', errors: [] };

/** Whether a key is another one, or below it. */
const isWithin = (key: string, above: string): boolean =>
  above === '' || key === above || key.startsWith(`${above}/`);

/**
 * Sends calls in their order per key, each until the server has answered it. The device keeps what waits, and where it does not
 * take it, this tab.
 */
export function createOutbox(needs: OutboxNeeds): Outbox {
  const { storage } = needs;
  let entries: readonly OutboxEntry[] = [];
  let isRead = false;
  let reading: Promise<void> = Promise.resolve();
  /** Entries that the device does not keep, or not yet. */
  const unkept = new Set<string>();
  /** Entries that the device failed to keep. */
  const failedToKeep = new Set<string>();
  /** Entries that left this page: a read that began before does not bring them back. */
  const gone = new Set<string>();
  const waiting = new Set<string>();
  const failures = new Map<string, number>();
  const sending = new Map<string, Promise<void>>();
  const followers = new Map<OutboxFollower, string>();
  let writing: Promise<unknown> = Promise.resolve();
  let attempts = 0;
  /** The server asked not to be called before. */
  let pausedUntil = 0;
  let stopRetry: (() => void) | null = null;
  let lastAt = 0;

  const entryOf = (id: string): OutboxEntry | undefined => entries.find((one) => one.id === id);
  const stateOf = (key: string): OutboxState => ({
    isWaiting: [...waiting].some((one) => isWithin(one, key)),
    unkept: new Set(failedToKeep),
  });
  const within = (key: string) => entries.filter((one) => isWithin(one.key, key));

  function emit(): void {
    for (const [follower, key] of followers) follower.changed(within(key), stateOf(key));
  }

  function set(next: readonly OutboxEntry[]): void {
    entries = next;
    for (const key of waiting) if (!next.some((one) => one.key === key)) waiting.delete(key);
    emit();
  }

  /** Each write comes behind those before it, so that nothing that was removed is written again. */
  function store(work: () => Promise<void>): Promise<void> {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  }

  async function keep(entry: OutboxEntry): Promise<void> {
    try {
      await store(async () => {
        if (entryOf(entry.id) !== entry) return;
        needs.onKept(true);
        await storage.write(entry);
      });
      if (entryOf(entry.id) !== entry) return;
      unkept.delete(entry.id);
      if (failedToKeep.delete(entry.id)) emit();
      needs.tell({ type: 'changed' });
    } catch {
      // Sent from this tab all the same; it may have been sent or thrown away meanwhile.
      if (entryOf(entry.id) !== entry) return;
      failedToKeep.add(entry.id);
      emit();
    }
  }

  async function remove(ids: readonly string[], news: OutboxNews): Promise<void> {
    for (const id of ids) {
      gone.add(id);
      unkept.delete(id);
      failedToKeep.delete(id);
      failures.delete(id);
    }
    set(entries.filter(({ id }) => !ids.includes(id)));
    await store(async () => {
      for (const id of ids) await storage.remove(id);
      if ((await storage.kinds()).size === 0) needs.onKept(false);
    }).catch(() => undefined);
    needs.tell(news);
  }

  /** Takes in what the device keeps: from before a reload, and from other tabs. */
  async function readKept(): Promise<void> {
    const before = new Set(entries.filter(({ id }) => !unkept.has(id)).map(({ id }) => id));
    const kept = await storage.read();
    if (!needs.isOwner()) return;
    isRead = true;
    const found = new Map(kept.map((one) => [one.id, one]));
    const known = entries.flatMap((one) => {
      const now = found.get(one.id);
      if (!now) return before.has(one.id) ? [] : [one];
      return unkept.has(one.id) ? [one] : [now];
    });
    const added = kept.filter(({ id }) => !gone.has(id) && !entryOf(id));
    set([...added, ...known].sort((one, other) => one.at - other.at));
    lastAt = Math.max(lastAt, ...entries.map(({ at }) => at));
  }

  function read(): Promise<void> {
    // Without the server's key, or without storage: the next attempt tries again.
    reading = reading.then(readKept).catch(() => undefined);
    return reading;
  }

  /** @returns whether the next one of the key can be sent */
  async function sendOne(entry: OutboxEntry): Promise<boolean> {
    const { id, key } = entry;
    // Another tab may have sent it, or thrown it away.
    const isKept = unkept.has(id) || (await storage.has(id).catch(() => true));
    const loading = storage.requestOf(entry);
    await loading.catch(() => undefined);
    if (!needs.isOwner()) return false;
    if (!isKept) {
      gone.add(id);
      set(entries.filter((one) => one.id !== id));
      return true;
    }
    if (!entryOf(id)) return true;
    const failure = await loading.then(needs.run).then(
      async (reply) => {
        attempts = 0;
        waiting.delete(key);
        await finish(entry, reply, true);
        return null;
      },
      (error: Partial<HostFailure>) => (error.status === undefined ? contentLost : (error as HostFailure)),
    );
    if (failure === null) return true;
    const count = (failures.get(id) ?? 0) + (failure.status === 500 ? 1 : 0);
    failures.set(id, count);
    if (isTemporary(failure, count)) {
      waiting.add(key);
      emit();
      tryAgain(failure);
      return false;
    }
    const { code, status, message, errors } = failure;
    waiting.delete(key);
    await replace(id, { refusal: { code, status, message, errors } });
    return true;
  }

  async function finish(entry: OutboxEntry, reply: unknown, isHere: boolean): Promise<void> {
    for (const [follower, key] of followers)
      if (isWithin(entry.key, key)) follower.sent?.(entry, reply, isHere);
    if (isHere) {
      const isKept = !unkept.has(entry.id);
      const removal = remove([entry.id], { type: 'sent', id: entry.id, reply });
      // Under the lock, so that no other tab sends it again. An entry that the device does not have yet holds up nothing behind it.
      if (isKept) await removal;
    } else {
      gone.add(entry.id);
      set(entries.filter(({ id }) => id !== entry.id));
    }
  }

  async function replace(id: string, part: Partial<OutboxEntry>): Promise<void> {
    const isKept = !unkept.has(id);
    unkept.add(id);
    set(entries.map((one) => (one.id === id ? { ...one, ...part } : one)));
    const entry = entryOf(id);
    const keeping = entry && keep(entry);
    if (isKept) await keeping;
  }

  function tryAgain({ retryAfter }: HostFailure): void {
    const asked = (retryAfter ?? 0) * 1000;
    pausedUntil = Math.max(pausedUntil, asked === 0 ? 0 : needs.now() + asked);
    const pause = pauses[Math.min(attempts, pauses.length - 1)]!;
    if (stopRetry) return;
    attempts += 1;
    stopRetry = needs.after(Math.max(pause, pausedUntil - needs.now()), () => {
      stopRetry = null;
      void flush();
    });
  }

  async function sendKey(key: string): Promise<void> {
    // Entries kept before go first. Also, `send` has noted by then that it runs.
    await reading;
    try {
      for (;;) {
        const next = entries.find((one) => one.key === key && one.refusal === null);
        if (!next || !needs.isOwner() || needs.now() < pausedUntil) return;
        if (!(await needs.lock(key, () => sendOne(next)))) return;
      }
    } finally {
      // At once, so that an entry that is added now is sent by a next run.
      sending.delete(key);
    }
  }

  function send(key: string): Promise<void> {
    const run = sending.get(key) ?? sendKey(key);
    sending.set(key, run);
    return run;
  }

  async function flush(): Promise<void> {
    if (!needs.isOwner()) return;
    if (!isRead) await read();
    for (const one of entries) if (failedToKeep.has(one.id)) void keep(one);
    await Promise.all([...new Set(entries.map(({ key }) => key))].map(send));
  }

  needs.onOnline(() => void flush());
  needs.hear((news) => {
    if (!needs.isOwner()) return;
    const entry = news.type === 'sent' ? entryOf(news.id) : undefined;
    if (news.type === 'sent' && entry) void finish(entry, news.reply, false);
    else void read();
  });
  void flush();

  return {
    add(given) {
      lastAt = Math.max(needs.now(), lastAt + 1);
      const entry: OutboxEntry = { ...given, at: lastAt, refusal: null };
      unkept.add(entry.id);
      set([...entries, entry]);
      // Beside each other: a device, or a server that gives no key, holds up nothing that can be sent.
      void keep(entry);
      void send(entry.key);
      return entry;
    },
    retry(id) {
      const key = entryOf(id)?.key;
      failures.delete(id);
      if (key !== undefined) void replace(id, { refusal: null }).then(() => send(key));
    },
    discard: (id) => void remove([id], { type: 'changed' }),
    async discardAll() {
      for (const { id } of entries) gone.add(id);
      unkept.clear();
      failedToKeep.clear();
      set([]);
      await store(async () => {
        try {
          await storage.clear();
        } catch (error) {
          // Nothing to clear where the device gives no access at all.
          if (
            await storage.kinds().then(
              ({ size }) => size > 0,
              () => false,
            )
          )
            throw error;
        }
      });
      needs.onKept(false);
      needs.tell({ type: 'changed' });
    },
    follow(key, follower) {
      followers.set(follower, key);
      // While the network is there, so that what is added to the key without it can be kept.
      if (key !== '') void storage.prepare().catch(() => undefined);
      const own = within(key);
      if (own.length > 0) follower.changed(own, stateOf(key));
      return () => void followers.delete(follower);
    },
    isShown: (entry) =>
      [...followers].some(
        ([follower, key]) => key !== '' && isWithin(entry.key, key) && follower.shows?.(entry) !== false,
      ),
    async sendNow() {
      pausedUntil = 0;
      const refused = entries.filter(({ refusal }) => refusal !== null);
      failures.clear();
      await Promise.all(refused.map(({ id }) => replace(id, { refusal: null })));
      await flush();
      return entries;
    },
    async kinds() {
      const kept = await storage.kinds().catch(() => new Map<string, OutboxKind>());
      const unread = [...kept].filter(([id]) => !gone.has(id) && !entryOf(id));
      return [...entries.map(({ kind }) => kind), ...unread.map(([, kind]) => kind)];
    },
    async whenKept() {
      await writing;
      return unkept.size === 0;
    },
    getState: () => ({ entries, ...stateOf('') }),
  };
}

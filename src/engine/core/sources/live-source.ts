import { valueAt } from '../../../contracts/json-pointer.ts';
import { addressRefs } from '../language/address.ts';
import type { DataEvent, Host } from '../contract.ts';
import type { CompiledSource, SourceState } from '../compiled-screen.ts';
import { hasVersion, patchState } from './patch-rows.ts';
import type { SourceUses } from './source-uses.ts';
import type { SourceController } from './sources.ts';
import type { Store } from '../screen/store.ts';

// Keeps a source fresh while a node that reads it is in view and the page is seen: by time (`every`), by events (`on`), and a
// dataset by events of the records behind it. Loaded for screens that have one.

/** Longest pause after failures, unless `every` is longer. Milliseconds. */
export const longestPause = 5 * 60_000;
/** Time in which several events cause one load. Milliseconds. */
export const eventPause = 250;
/** Events of which each is looked for in what a load brought. */
const mostWaiting = 100;
/** Shortest time between two loads of a dataset that events cause, since each may read many records. Milliseconds. */
export const datasetPause = 1_000;

export interface LiveSource {
  stop(): void;
}

interface LiveContext {
  host: Host;
  store: Store;
  uses: Pick<SourceUses, 'isUsed' | 'subscribe'>;
  source: CompiledSource;
  controller: SourceController;
  /** A number from 0 to 1, which spreads the loads of many pages after a failure. */
  random?: () => number;
}

export function createLiveSource(context: LiveContext): LiveSource {
  const { host, store, uses, source, controller, random = Math.random } = context;
  const { every: declaredEvery, on = [], dataset } = source.definition;
  const declared = on.map((one) => (typeof one === 'string' ? { topic: one, key: null } : one));
  const state = (): SourceState | undefined => store.get(['data', source.id]) as SourceState | undefined;
  const isActive = (): boolean => !stopped && host.presence.get() && uses.isUsed(source.id);
  const now = (): number => host.now().getTime();

  /** Seconds between the loads of the rhythm: the declared ones, or those of a dataset whose rows no event tells of. */
  function rhythm(): number | undefined {
    const age = dataset && declaredEvery === undefined ? state()?.record?.['maxAge'] : undefined;
    return typeof age === 'number' ? age : declaredEvery;
  }

  let stopped = false;
  /** Time of the next load; null when only an event causes one. */
  let due: number | null = null;
  /** Time of the next load of the rhythm. */
  let everyDue = Infinity;
  /** Events since the last load, by which a load is due; null: a load is due anyway. */
  let waiting: DataEvent[] | null = [];
  let failures = 0;
  let loading = false;
  let cancelTimer: (() => void) | null = null;
  let releaseEvents: (() => void) | null = null;
  let topics: readonly (string | null)[] = [];
  /** Entries of `topics`: the declared topics, and those that a dataset's reply names. */
  let entries: readonly { topic: string; key: string | null }[] = declared;
  let loadedAt = -Infinity;

  function pause(): number {
    const own = (rhythm() ?? 0) * 1_000;
    if (failures === 0) return own;
    const longest = Math.max(own, longestPause);
    return Math.min(own * 2 ** failures, longest) * (0.75 + random() / 2);
  }

  /** Waits for the next load, while somebody can see its result. */
  function wait(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (due !== null && !loading && isActive()) cancelTimer = host.after(Math.max(0, due - now()), run);
  }

  function loadWithin(time: number): void {
    due = Math.min(due ?? Infinity, now() + time);
    wait();
  }

  function settled(): void {
    failures = state()?.status === 'error' ? failures + 1 : 0;
    // An event that arrived meanwhile has set a time already.
    waitForRhythm();
    wait();
  }

  /** A load in the source's own rhythm. */
  function waitForRhythm(): void {
    if (rhythm() === undefined) return;
    everyDue = now() + pause();
    due = Math.min(due ?? Infinity, everyDue);
  }

  /** Whether the rows have what all events since the last load said: another load was behind them. */
  const isUpToDate = (): boolean =>
    waiting !== null && now() < everyDue && waiting.every((event) => isKnown(event));

  function isKnown(event: DataEvent): boolean {
    const current = state();
    const entry = entryOf(event);
    return (
      // Rows of a dataset are made from more records than the one that an event names.
      !dataset &&
      current?.status === 'ready' &&
      entry !== undefined &&
      hasVersion(current, event, entry.key ?? 'id', source.paths)
    );
  }

  const entryOf = ({ topic }: DataEvent) => entries.find((_, index) => topics[index] === topic);

  function run(): void {
    cancelTimer = null;
    const { status, refreshing } = state() ?? {};
    if (status === 'loading' || refreshing) {
      // Another load of the source is under way, which may be older than the event.
      due = null;
      loadWithin(eventPause);
      return;
    }
    due = null;
    if (isUpToDate()) {
      waiting = [];
      if (rhythm() !== undefined) due = everyDue;
      return wait();
    }
    waiting = [];
    loading = true;
    loadedAt = now();
    void controller.refresh().then(() => {
      loading = false;
      if (!stopped) settled();
    });
  }

  function onEvent(event: DataEvent): void {
    const entry = entryOf(event);
    if (!entry) return;
    const current = state();
    // A load under way may have read the data before the event.
    const isPending = current === undefined || current.status !== 'ready' || current.refreshing || loading;
    const { key } = entry;
    let isComplete = false;
    if (key !== null)
      controller.receive((replied) => {
        const patched = patchState(replied, event, key, source.paths, controller.values());
        isComplete = patched !== null && !patched.isPartial;
        return patched?.state;
      });
    if (!isPending && (isComplete || isKnown(event))) return;
    if (event.version === undefined || (waiting?.length ?? 0) >= mostWaiting) waiting = null;
    waiting?.push(event);
    loadWithin(dataset ? Math.max(eventPause, loadedAt + datasetPause - now()) : eventPause);
  }

  /** The topic with the values of its references; null while one has none. */
  function resolveTopic(topic: string): string | null {
    let known = true;
    const text = topic.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const value = valueAt(store.snapshot(), name.split('.'));
      known &&= typeof value === 'number' || (typeof value === 'string' && value !== '');
      return String(value);
    });
    return known ? text : null;
  }

  /** The topics behind a dataset, which its reply names. */
  function repliedTopics(): string[] {
    const named = dataset ? state()?.record?.['topics'] : [];
    return Array.isArray(named) ? named.filter((topic) => typeof topic === 'string') : [];
  }

  function subscribe(): void {
    entries = [...declared, ...repliedTopics().map((topic) => ({ topic, key: null }))];
    const next = entries.map(({ topic }) => resolveTopic(topic));
    const isSame = next.length === topics.length && next.every((topic, index) => topic === topics[index]);
    if (releaseEvents && isSame) return;
    releaseEvents?.();
    topics = next;
    const known = next.filter((topic) => topic !== null);
    releaseEvents = known.length === 0 ? null : host.events.subscribe([...new Set(known)], onEvent);
  }

  /** Takes what a dataset's reply says about its next load. */
  function takeReply(): void {
    subscribe();
    if (everyDue < Infinity || loading || rhythm() === undefined) return;
    waitForRhythm();
    wait();
  }

  const refs = declared.flatMap(({ topic }) => addressRefs(topic));
  const releases = [
    host.presence.subscribe(wait),
    uses.subscribe(wait),
    ...(refs.length > 0 ? [store.subscribe(refs, subscribe)] : []),
    ...(dataset ? [store.subscribe([['data', source.id, 'record']], takeReply)] : []),
    // A load that succeeds for another reason ends the longer pauses.
    store.subscribe([['data', source.id, 'status']], () => {
      if (failures === 0 || loading || state()?.status !== 'ready') return;
      failures = 0;
      due = null;
      if (rhythm() === undefined) return;
      waitForRhythm();
      wait();
    }),
  ];
  if (dataset || declared.length > 0) subscribe();
  waitForRhythm();
  wait();

  return {
    stop() {
      stopped = true;
      cancelTimer?.();
      releaseEvents?.();
      for (const release of releases) release();
    },
  };
}

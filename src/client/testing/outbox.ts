import type { OutboxStorage } from '../outbox-storage.ts';
import type { OutboxEntry } from '../outbox-entry.ts';
import { createOutbox, type Outbox, type OutboxNeeds, type OutboxNews } from '../outbox.ts';

/** A device in memory, which outlives the pages of a test. */
export interface MemoryDevice {
  storage: OutboxStorage;
  kept: Map<string, OutboxEntry>;
  /** Fails every call while it is set. */
  failure: Error | null;
  /** Answers no write any more, as where the server does not answer with the key. */
  hangs: boolean;
  /** Locks and news, which the tabs of the device share. */
  lock: OutboxNeeds['lock'];
  listeners: Set<(news: OutboxNews) => void>;
}

export function createMemoryDevice(): MemoryDevice {
  const kept = new Map<string, OutboxEntry>();
  const locks = new Map<string, Promise<unknown>>();
  async function check(): Promise<void> {
    if (device.failure) throw device.failure;
  }
  const device: MemoryDevice = {
    kept,
    failure: null,
    hangs: false,
    listeners: new Set(),
    lock(key, work) {
      const run = (locks.get(key) ?? Promise.resolve()).then(work);
      locks.set(
        key,
        run.catch(() => undefined),
      );
      return run;
    },
    storage: {
      prepare: check,
      async read() {
        await check();
        return [...kept.values()].sort((one, other) => one.at - other.at);
      },
      requestOf: async ({ request }) => request,
      async kinds() {
        await check();
        return new Map([...kept.values()].map(({ id, kind }) => [id, kind]));
      },
      async has(id) {
        await check();
        return kept.has(id);
      },
      async write(entry) {
        await check();
        if (device.hangs) await new Promise(() => undefined);
        // Files stay as they are: what the browser copies of them is its own.
        const { request, ...rest } = entry;
        kept.set(entry.id, { ...structuredClone(rest), request });
      },
      async remove(id) {
        await check();
        kept.delete(id);
      },
      async clear() {
        await check();
        kept.clear();
      },
    },
  };
  return device;
}

export interface TestOutbox {
  outbox: Outbox;
  /** Says that the network is back. */
  online(): void;
  /** Notes of the page about the device: whether it keeps entries. */
  marks: boolean[];
}

/** A tab on a device in memory. */
export function createTestOutbox(
  { run, after }: Pick<OutboxNeeds, 'run' | 'after'>,
  device: MemoryDevice = createMemoryDevice(),
  more: Partial<OutboxNeeds> = {},
): TestOutbox {
  const waiting = new Set<() => void>();
  const marks: boolean[] = [];
  let own: (news: OutboxNews) => void = () => undefined;
  const outbox = createOutbox({
    run,
    after,
    storage: device.storage,
    isOwner: () => true,
    lock: device.lock,
    tell(news) {
      for (const listener of device.listeners) if (listener !== own) listener(news);
    },
    hear(listener) {
      own = listener;
      device.listeners.add(listener);
    },
    onOnline: (listener) => void waiting.add(listener),
    now: () => 1_000,
    onKept: (some) => void marks.push(some),
    ...more,
  });
  return {
    outbox,
    marks,
    online() {
      for (const listener of waiting) listener();
    },
  };
}

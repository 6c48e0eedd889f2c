import type { DataEvent, Events, PeopleHere, Presence } from '../contract.ts';

export interface FakeEvents extends Events {
  /** Topics with a subscription, each as often as it is subscribed to. */
  topics(): string[];
  emit(event: DataEvent): void;
  /** Puts people into a place. */
  fill(topic: string, people: PeopleHere['people'], total?: number): void;
  /** Places that somebody has entered. */
  places(): string[];
}

export function createFakeEvents(): FakeEvents {
  const subscriptions = new Set<{ topics: readonly string[]; listener: (event: DataEvent) => void }>();
  const entered = new Set<{ topic: string; listener: (here: PeopleHere) => void }>();
  const filled = new Map<string, PeopleHere>();
  return {
    subscribe(topics, listener) {
      const own = { topics, listener };
      subscriptions.add(own);
      return () => void subscriptions.delete(own);
    },
    enter(topic, listener) {
      const own = { topic, listener };
      entered.add(own);
      const known = filled.get(topic);
      if (known) listener(known);
      return () => void entered.delete(own);
    },
    fill(topic, people, total = people.length) {
      filled.set(topic, { people, total });
      for (const own of entered) if (own.topic === topic) own.listener({ people, total });
    },
    places: () => [...entered].map(({ topic }) => topic),
    topics: () => [...subscriptions].flatMap(({ topics }) => topics),
    emit(event) {
      for (const { topics, listener } of subscriptions) if (topics.includes(event.topic)) listener(event);
    },
  };
}

export interface FakePresence extends Presence {
  set(present: boolean): void;
}

export function createFakePresence(): FakePresence {
  const listeners = new Set<() => void>();
  let present = true;
  return {
    get: () => present,
    set(next) {
      present = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A clock that moves only when the test says so. */
export interface FakeClock {
  now(): Date;
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls what is due, in order, and lets promises settle in between. */
  advance(milliseconds: number): Promise<void>;
  /** Number of callbacks that wait. */
  waiting(): number;
}

export function createFakeClock(start: string): FakeClock {
  let time = new Date(start).getTime();
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => new Date(time),
    after(milliseconds, callback) {
      const timer = { at: time + milliseconds, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) break;
        timers.delete(next);
        time = next.at;
        next.callback();
        // Promises that the callback started.
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      time = end;
    },
    waiting: () => timers.size,
  };
}

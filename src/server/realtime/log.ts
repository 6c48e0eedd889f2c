import type { Json } from '../../contracts/json.ts';
import type { StoredEvent, TopicSpec, TopicView } from '../kernel/contract.ts';
import type { Subscription } from './connection.ts';

/** Missed events that are replayed to a client; one that missed more loads anew. */
const MAX_REPLAY = 1000;

/** Subscriptions with the same view of a topic, to which a frame is the same text. */
interface Group {
  topic: string;
  view: TopicView;
  members: Set<Subscription>;
}

/** A frame that was made. */
interface Encoded {
  topic: string;
  data: Json;
  text: string;
}

/** A log with local subscribers: what they have, and how far the log is delivered. */
export class Log {
  readonly name: string;
  readonly groups = new Map<string, Group>();
  /** Subscribers that have another event last than the log itself: new ones, and those that were held. */
  readonly #behind = new Set<Subscription>();
  /** Last event that was delivered; null before the first read. */
  #seq: number | null = null;
  /** Last event that was notified. Later ones wait: a change of rights before them may not have arrived. */
  #heard = 0;
  /** Those among them whose events the read in progress covers. */
  #covered: ReadonlySet<Subscription> = new Set();
  /** Whether it is unknown how far the log goes, so that everything is read. */
  #isUncapped = true;
  /** Whether the read in progress has no limit. */
  #readsAll = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Stamps events for the partial views of the log; absent where there is none. */
  get stamping(): TopicSpec['stamp'] {
    for (const { view, members } of this.groups.values())
      for (const { spec } of view.isPartial ? members : []) return spec.stamp;
    return undefined;
  }

  get isEmpty(): boolean {
    return this.groups.size === 0;
  }

  add(subscription: Subscription): void {
    const key = groupKey(subscription);
    const group = this.groups.get(key) ?? {
      topic: subscription.topic,
      view: subscription.view,
      members: new Set(),
    };
    group.members.add(subscription);
    this.groups.set(key, group);
    this.#behind.add(subscription);
    // The client has met another process, which heard of more.
    if ((subscription.seq ?? 0) > this.#heard) this.#isUncapped = true;
  }

  remove(subscription: Subscription): void {
    const key = groupKey(subscription);
    const group = this.groups.get(key);
    group?.members.delete(subscription);
    if (group?.members.size === 0) this.groups.delete(key);
    this.#behind.delete(subscription);
  }

  /** Gives a subscription another view, with the next event as before. */
  replaceView(subscription: Subscription, view: TopicView): void {
    this.hold(subscription);
    this.remove(subscription);
    subscription.isStale ||= view.key !== subscription.view.key;
    subscription.view = view;
    this.add(subscription);
  }

  /** Notes what a subscription has, since it will not get what the others get next. */
  hold(subscription: Subscription): void {
    if (this.#behind.has(subscription)) return;
    subscription.seq = this.#seq;
    this.#behind.add(subscription);
  }

  hear(seq: number): void {
    this.#heard = Math.max(this.#heard, seq);
  }

  /** Notifications may have been missed. */
  uncap(): void {
    this.#isUncapped = true;
  }

  /** Whether a read can deliver anything. */
  get isDue(): boolean {
    return this.#isUncapped || this.#heard > (this.#seq ?? 0) || this.#waiting().length > 0;
  }

  /** Begins a read. @returns the events to read: those after `from`, up to `upto`; null: none, and all. */
  begin(): { from: number | null; upto: number | null } {
    const members = [...this.groups.values()].reduce((count, { members: { size } }) => count + size, 0);
    const waiting = this.#waiting();
    this.#covered = new Set(waiting);
    this.#readsAll = this.#isUncapped;
    this.#isUncapped = false;
    const known = waiting.flatMap(({ seq }) => (seq === null ? [] : [seq]));
    if (this.#seq !== null && members > this.#behind.size) known.push(this.#seq);
    return {
      from: known.length === 0 ? null : known.reduce((least, seq) => Math.min(least, seq)),
      upto: this.#readsAll ? null : this.#heard,
    };
  }

  /**
   * Delivers what was read since `begin`.
   * @param head last event of the log, as far as it was to be read. @param isCut whether more events follow in it.
   * @returns whether there is more to read.
   */
  deliver(events: readonly StoredEvent[], head: number, isCut: boolean): boolean {
    const end = isCut ? (events.at(-1)?.seq ?? head) : head;
    const covered = this.#waiting().filter((subscription) => this.#covered.has(subscription));
    for (const subscription of covered) this.#confirm(subscription, events, head, isCut);
    for (const event of events) {
      const encoded: Encoded[] = [];
      for (const group of this.groups.values()) this.#send(event, group, encoded);
    }
    this.#seq = Math.max(this.#seq ?? 0, end);
    if (this.#readsAll) this.#heard = Math.max(this.#heard, head);
    for (const subscription of covered) {
      subscription.seq = Math.max(subscription.seq ?? 0, end);
      if (subscription.seq === this.#seq) this.#behind.delete(subscription);
    }
    return isCut;
  }

  /** Confirms a new subscription, and tells one that missed what is no longer stored. */
  #confirm(subscription: Subscription, events: readonly StoredEvent[], head: number, isCut: boolean): void {
    const { connection, topic } = subscription;
    const from = (subscription.seq ??= head);
    if (!subscription.isConfirmed) {
      subscription.isConfirmed = true;
      connection.send({ type: 'SUBSCRIBED', topic, data: null, seq: Math.min(from, head) });
    }
    if (subscription.isStale) {
      subscription.isStale = false;
      subscription.seq = head;
      connection.send({ type: 'SNAPSHOT', topic, data: null, seq: head });
      return;
    }
    if (from === head) return;
    const next = events.find(({ seq }) => seq > from);
    const isUnread = next === undefined && isCut;
    if (isUnread || (from < head && head - from <= MAX_REPLAY && next?.seq === from + 1)) return;
    subscription.seq = head;
    connection.send({ type: 'SNAPSHOT', topic, data: null, seq: head });
  }

  /** @param encoded what was made of the event for other views: what they show of it is the same for most */
  #send(event: StoredEvent, { topic, view, members }: Group, encoded: Encoded[]): void {
    let text: string | null = null;
    for (const member of members) {
      if (member.connection.isHeld) continue;
      const isBehind = this.#behind.has(member);
      if (isBehind && !this.#covered.has(member)) continue;
      if (event.seq <= ((isBehind ? member.seq : this.#seq) ?? Infinity)) continue;
      if (text === null) {
        try {
          const data = view.read(event);
          if (data === undefined) return;
          text = textOf(event, topic, data, encoded);
        } catch {
          // An event that cannot be read is passed: thrown, it would be read again for ever, and keep all events of the tenant.
          text = JSON.stringify({ type: 'SNAPSHOT', topic, data: null, seq: event.seq });
        }
      }
      member.connection.sendText(text);
    }
  }

  #waiting(): Subscription[] {
    return [...this.#behind].filter(({ connection }) => !connection.isHeld);
  }
}

function textOf({ type, seq }: StoredEvent, topic: string, data: Json, encoded: Encoded[]): string {
  const known = encoded.find((one) => one.topic === topic && one.data === data);
  if (known) return known.text;
  const text = JSON.stringify({ type, topic, data, seq });
  encoded.push({ topic, data, text });
  return text;
}

const groupKey = ({ topic, view }: Subscription): string => `${view.key} ${topic}`;

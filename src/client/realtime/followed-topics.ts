import type { ServerFrame } from '../../contracts/events.ts';
import type { HolderMessage } from './messages.ts';

/** A page that follows topics. */
export interface Follower {
  post(message: HolderMessage): void;
}

interface Topic {
  followers: Set<Follower>;
  /** Number of the topic's last frame; null: from now on. */
  seq: number | null;
  state: 'wanted' | 'asked' | 'confirmed' | 'refused';
  /** Whether events between the load of a follower and the subscription may be missing. */
  isGap: boolean;
  /** Time of the last event. */
  changedAt: number;
  /** People who are here, for followers that come later. */
  people: ServerFrame | null;
}

/** Topics that the server accepts of one connection. */
const mostTopics = 500;
/** Longest time between the load of data and the subscription to their topic. Milliseconds. */
const loadMargin = 5_000;

const isPresence = (topic: string): boolean => topic.startsWith('presence:');

/** The log that a topic's numbers are of: topics of records show the log of their entity. */
const logOf = (topic: string): string => topic.replace(/^record:([^:]+):.*$/, 'entity:$1');

/** The topics that pages follow over one connection, with what each has received last. */
export class FollowedTopics {
  readonly #topics = new Map<string, Topic>();
  /** Subscriptions that the server has and nobody needs. */
  readonly #dropped = new Set<string>();
  /** Last numbers of the logs, with the time at which each was heard of. */
  readonly #logs = new Map<string, { seq: number; at: number }>();

  follow(follower: Follower, name: string): void {
    const now = Date.now();
    const known = this.#topics.get(name);
    if (known) {
      known.followers.add(follower);
      if (known.people) follower.post({ type: 'frame', frame: known.people });
      if (known.state === 'confirmed' && now - known.changedAt < loadMargin)
        follower.post({ type: 'missed', topic: name });
      return;
    }
    // A number that was heard of before the load began gives all that the load may lack, and nothing where nothing changed.
    const log = this.#logs.get(logOf(name));
    const seq = log && now - log.at >= loadMargin ? log.seq : null;
    this.#dropped.delete(name);
    this.#topics.set(name, {
      followers: new Set([follower]),
      seq,
      state: 'wanted',
      isGap: seq === null,
      changedAt: 0,
      people: null,
    });
  }

  unfollow(follower: Follower, name: string): void {
    const topic = this.#topics.get(name);
    if (!topic?.followers.delete(follower) || topic.followers.size > 0) return;
    this.#topics.delete(name);
    if (topic.state === 'asked' || topic.state === 'confirmed') this.#dropped.add(name);
  }

  remove(follower: Follower): void {
    for (const name of this.#topics.keys()) this.unfollow(follower, name);
  }

  /** The connection is lost: everything is subscribed again with the next one. */
  disconnected(): void {
    this.#dropped.clear();
    for (const [name, topic] of this.#topics) {
      topic.state = 'wanted';
      topic.isGap = topic.seq === null;
      if (topic.people) this.#hear(topic, nobody(name));
    }
  }

  /** A refused topic may be allowed now. */
  retryRefused(): void {
    for (const topic of this.#topics.values()) if (topic.state === 'refused') topic.state = 'wanted';
  }

  /** Topics to subscribe to, with their numbers, and to end. Counts as asked. */
  takeRequests(): { added: Map<string, number | null>; dropped: string[] } {
    const dropped = [...this.#dropped];
    this.#dropped.clear();
    const added = new Map<string, number | null>();
    let count = [...this.#topics.values()].filter(
      ({ state }) => state === 'asked' || state === 'confirmed',
    ).length;
    for (const [name, topic] of this.#topics) {
      if (topic.state !== 'wanted' || count === mostTopics) continue;
      count += 1;
      topic.state = 'asked';
      added.set(name, topic.seq);
    }
    return { added, dropped };
  }

  /** Handles a frame about a topic. @returns whether the topic is to be asked for again later. */
  receive(frame: ServerFrame): boolean {
    const { type, topic: name, seq } = frame;
    const topic = name === null ? undefined : this.#topics.get(name);
    if (name === null || !topic) return false;
    if (type === 'ERROR') {
      const code = (frame.data as { code?: unknown } | null)?.code;
      const isTemporary = code === 'UNAVAILABLE' || code === 'TOO_MANY_REQUESTS';
      topic.state = isTemporary ? 'wanted' : 'refused';
      if (!isTemporary) topic.seq = null;
      topic.isGap = topic.seq === null;
      return isTemporary;
    }
    const now = Date.now();
    if (seq !== null) {
      topic.seq = seq;
      if ((this.#logs.get(logOf(name))?.seq ?? -1) < seq) this.#logs.set(logOf(name), { seq, at: now });
    }
    if (type === 'SUBSCRIBED') {
      topic.state = 'confirmed';
      if (topic.isGap && !isPresence(name)) this.#tell(topic, { type: 'missed', topic: name });
      topic.isGap = false;
      return false;
    }
    topic.changedAt = now;
    if (type === 'SNAPSHOT') this.#tell(topic, { type: 'missed', topic: name });
    else this.#hear(topic, frame);
    return false;
  }

  #hear(topic: Topic, frame: ServerFrame): void {
    if (frame.type === 'PRESENCE') topic.people = frame;
    this.#tell(topic, { type: 'frame', frame });
  }

  #tell({ followers }: Topic, message: HolderMessage): void {
    for (const follower of followers) follower.post(message);
  }
}

const nobody = (topic: string): ServerFrame => ({
  type: 'PRESENCE',
  topic,
  data: { people: [], total: 0 },
  seq: null,
});

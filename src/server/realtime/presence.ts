import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { TopicView } from '../kernel/contract.ts';
import type { Subscription } from './connection.ts';

/** People that a frame and a notification name, so that a notification stays below 8,000 bytes. */
const MAX_NAMED = 28;
const MAX_NAME = 60;
const HEARTBEAT_MS = 30_000;
/** Time after which the people of a process that fell silent are gone. */
const SILENT_MS = 75_000;

/** Records of one person that are named. */
const MAX_OPEN = 3;
/** Bytes of a notification. */
const MAX_BYTES = 7_900;

/** A record that a person has open, with the group that decides who may know of it. */
export interface OpenedRecord {
  /** Text before the id in its topic. */
  topic: string;
  id: number;
  group: number;
}

/** View of a topic of presence: what it says of its person, and lets them know of others. */
export interface PresenceView extends TopicView {
  /** Kind of the opened records named to those who are here: the text before the id in their topics; null for none. */
  names: string | null;
  /** The record that the person has open by being here. */
  opened: OpenedRecord | null;
  /** Groups whose records are not named to the person. */
  hidden: ReadonlySet<number>;
}

type Opened = readonly [id: number, group: number];
type Person = readonly [id: number, name: string, photourl: string | null, opened?: readonly Opened[]];

/** Notification of one process about one topic: who is there, and whether the others are asked the same. */
interface Message {
  tenant: number;
  process: string;
  topic: string;
  people: Person[];
  total: number;
  asks?: boolean;
}

interface Remote {
  people: readonly Person[];
  total: number;
  at: number;
}

interface Place {
  tenantId: number;
  topic: string;
  /** With the frame that each was sent last, to send changes only. */
  here: Map<Subscription, string>;
  /** By process. */
  elsewhere: Map<string, Remote>;
}

/**
 * People subscribed to the topics `presence:…`, with the records that they have open. Nothing is stored: the processes tell
 * each other by notifications, and again every 30 s, so that a killed process is forgotten.
 */
export class Presence {
  readonly #database: Database;
  readonly #process = randomUUID();
  readonly #places = new Map<string, Place>();
  readonly #timer = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();

  constructor(database: Database) {
    this.#database = database;
  }

  add(subscription: Subscription): void {
    const { topic, connection } = subscription;
    const key = keyOf(connection.tenant.id, topic);
    const isNew = !this.#places.has(key);
    const place = this.#places.get(key) ?? {
      tenantId: connection.tenant.id,
      topic,
      here: new Map(),
      elsewhere: new Map(),
    };
    this.#places.set(key, place);
    place.here.set(subscription, '');
    connection.send({ type: 'SUBSCRIBED', topic, data: null, seq: null });
    this.#announce(place);
    this.#notify(place, isNew);
    this.#renew(subscription);
  }

  remove(subscription: Subscription): void {
    const key = keyOf(subscription.connection.tenant.id, subscription.topic);
    const place = this.#places.get(key);
    if (!place?.here.delete(subscription)) return;
    this.#announce(place);
    this.#notify(place, false);
    if (place.here.size === 0) this.#places.delete(key);
    this.#renew(subscription);
  }

  /** Goes on with a subscription that was held, with the view that it has now. */
  resume(subscription: Subscription, view: TopicView): void {
    subscription.view = view;
    const place = this.#places.get(keyOf(subscription.connection.tenant.id, subscription.topic));
    if (place?.here.has(subscription)) this.#send(place, subscription, new Map());
  }

  /** Receives what another process, or this one, notified. */
  hear(text: string): void {
    const { tenant, process, topic, people, total, asks } = JSON.parse(text) as Message;
    const place = this.#places.get(keyOf(tenant, topic));
    if (!place || process === this.#process) return;
    if (total === 0) place.elsewhere.delete(process);
    else place.elsewhere.set(process, { people, total, at: performance.now() });
    this.#announce(place);
    if (asks) this.#notify(place, false);
  }

  /** Notifications may have been missed: asks the other processes who is there. */
  askAll(): void {
    for (const place of this.#places.values()) this.#notify(place, true);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    for (const place of this.#places.values()) {
      for (const [process, { at }] of place.elsewhere)
        if (performance.now() - at > SILENT_MS) place.elsewhere.delete(process);
      this.#announce(place);
      this.#notify(place, false);
    }
  }

  /** Announces the places that name what a person has open, after they opened or closed a record. */
  #renew({ connection, view }: Subscription): void {
    const { opened } = view as PresenceView;
    if (!opened) return;
    for (const other of connection.subscriptions.values()) {
      const place = this.#places.get(keyOf(connection.tenant.id, other.topic));
      if (!place?.here.has(other) || namesOf(other) !== opened.topic) continue;
      this.#announce(place);
      this.#notify(place, false);
    }
  }

  #announce(place: Place): void {
    const frames = new Map<string, string>();
    for (const subscription of place.here.keys()) this.#send(place, subscription, frames);
  }

  /**
   * Sends a subscriber what changed for them. One whose rights are being checked gets it afterwards.
   * @param frames those that were made for others, by what is hidden from them
   */
  #send(place: Place, subscription: Subscription, frames: Map<string, string>): void {
    const { connection } = subscription;
    if (connection.isHeld) return;
    const { hidden } = subscription.view as PresenceView;
    const key = [...hidden].join(' ');
    const frame = frames.get(key) ?? frameOf(place, hidden);
    frames.set(key, frame);
    if (frame === place.here.get(subscription)) return;
    place.here.set(subscription, frame);
    connection.sendText(frame);
  }

  #notify({ tenantId, topic, here }: Place, asks: boolean): void {
    // The embedded database has one process.
    if (this.#database.kind === 'embedded') return;
    const people = peopleOf(here.keys());
    const message: Message = {
      tenant: tenantId,
      process: this.#process,
      topic,
      people: people.slice(0, MAX_NAMED),
      total: people.length,
      asks,
    };
    while (Buffer.byteLength(JSON.stringify(message)) > MAX_BYTES) message.people.pop();
    // One that is lost is made good by the next one.
    sql`select pg_notify('molde', ${`p:${JSON.stringify(message)}`})`
      .execute(this.#database.owner)
      .catch(() => undefined);
  }
}

const keyOf = (tenantId: number, topic: string): string => `${tenantId} ${topic}`;
const namesOf = ({ view }: Subscription): string | null => (view as PresenceView).names ?? null;

/** The records that a person has open, by the other topics of their connection. */
function openedBy({ connection }: Subscription, topic: string): Opened[] {
  return [...connection.subscriptions.values()].flatMap(({ view }): Opened[] => {
    const { opened } = view as PresenceView;
    return opened?.topic === topic ? [[opened.id, opened.group]] : [];
  });
}

/** One of a person, with all that they have open. */
function merged([id, name, photourl, opened = []]: Person, other: Person | undefined): Person {
  const all = new Map([...(other?.[3] ?? []), ...opened].map((one) => [one[0], one]));
  return all.size === 0 ? [id, name, photourl] : [id, name, photourl, [...all.values()].slice(0, MAX_OPEN)];
}

/** Everybody once, however many connections they have. */
function peopleOf(here: Iterable<Subscription>): Person[] {
  const people = new Map<number, Person>();
  for (const subscription of here) {
    const { userId, name, photourl } = subscription.connection.caller;
    const topic = namesOf(subscription);
    const opened = topic === null ? [] : openedBy(subscription, topic);
    people.set(userId, merged([userId, name.slice(0, MAX_NAME), photourl, opened], people.get(userId)));
  }
  return [...people.values()];
}

/** @param hidden groups whose records are left out */
function frameOf({ topic, here, elsewhere }: Place, hidden: ReadonlySet<number>): string {
  const remote = [...elsewhere.values()];
  const named = new Map<number, Person>();
  for (const person of [...peopleOf(here.keys()), ...remote.flatMap(({ people }) => people)])
    named.set(person[0], merged(person, named.get(person[0])));
  const unnamed = remote.reduce((count, { total, people }) => count + total - people.length, 0);
  const people = [...named.values()]
    .sort(([, left], [, right]) => left.localeCompare(right))
    .slice(0, MAX_NAMED)
    .map(([id, name, photourl, opened = []]) => {
      const open = opened.flatMap(([record, group]) => (hidden.has(group) ? [] : [record]));
      return { id, name, photourl, ...(open.length > 0 && { open }) };
    });
  const data = { people, total: named.size + unnamed };
  return JSON.stringify({ type: 'PRESENCE', topic, data, seq: null });
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Subscription } from './connection.ts';

/** People that a frame and a notification name, so that a notification stays below 8,000 bytes. */
const MAX_NAMED = 28;
const MAX_NAME = 60;
const HEARTBEAT_MS = 30_000;
/** Time after which the people of a process that fell silent are gone. */
const SILENT_MS = 75_000;

type Person = readonly [id: number, name: string, photourl: string | null];

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
  here: Set<Subscription>;
  /** By process. */
  elsewhere: Map<string, Remote>;
  /** Those whose rights were being checked when something was sent: they get it afterwards. */
  missed: Set<Subscription>;
  /** What was sent last, to send changes only. */
  sent: string;
}

/**
 * Who is subscribed to the topics `presence:…`. Nothing is stored: the processes tell each other by notifications, and
 * again every 30 s, so that a killed process is forgotten.
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
      here: new Set(),
      elsewhere: new Map(),
      missed: new Set(),
      sent: '',
    };
    this.#places.set(key, place);
    place.here.add(subscription);
    connection.send({ type: 'SUBSCRIBED', topic, data: null, seq: null });
    if (!this.#announce(place)) connection.sendText(frameOf(place));
    this.#notify(place, isNew);
  }

  remove(subscription: Subscription): void {
    const key = keyOf(subscription.connection.tenant.id, subscription.topic);
    const place = this.#places.get(key);
    if (!place?.here.delete(subscription)) return;
    place.missed.delete(subscription);
    this.#announce(place);
    this.#notify(place, false);
    if (place.here.size === 0) this.#places.delete(key);
  }

  /** Goes on with a subscription that was held. */
  resume(subscription: Subscription): void {
    const { topic, connection } = subscription;
    const place = this.#places.get(keyOf(connection.tenant.id, topic));
    if (place?.missed.delete(subscription)) connection.sendText(frameOf(place));
  }

  /** Receives what another process, or this one, notified. */
  hear(text: string): void {
    const { tenant, process, topic, people, total, asks } = JSON.parse(text) as Message;
    const place = this.#places.get(keyOf(tenant, topic));
    if (!place || process === this.#process) return;
    if (total === 0) place.elsewhere.delete(process);
    else place.elsewhere.set(process, { people, total, at: Date.now() });
    this.#announce(place);
    if (asks) this.#notify(place, false);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    for (const place of this.#places.values()) {
      for (const [process, { at }] of place.elsewhere)
        if (Date.now() - at > SILENT_MS) place.elsewhere.delete(process);
      this.#announce(place);
      this.#notify(place, false);
    }
  }

  /** @returns whether there was anything new to send. */
  #announce(place: Place): boolean {
    const frame = frameOf(place);
    if (frame === place.sent) return false;
    place.sent = frame;
    for (const subscription of place.here) {
      if (subscription.connection.isHeld) place.missed.add(subscription);
      else subscription.connection.sendText(frame);
    }
    return true;
  }

  #notify({ tenantId, topic, here }: Place, asks: boolean): void {
    // The embedded database has one process.
    if (this.#database.kind === 'embedded') return;
    const people = peopleOf(here);
    const message: Message = {
      tenant: tenantId,
      process: this.#process,
      topic,
      people: people.slice(0, MAX_NAMED),
      total: people.length,
      asks,
    };
    // One that is lost is made good by the next one.
    sql`select pg_notify('molde', ${`p:${JSON.stringify(message)}`})`
      .execute(this.#database.owner)
      .catch(() => undefined);
  }
}

const keyOf = (tenantId: number, topic: string): string => `${tenantId} ${topic}`;

/** Everybody once, however many connections they have. */
function peopleOf(here: ReadonlySet<Subscription>): Person[] {
  const people = new Map<number, Person>();
  for (const { connection } of here) {
    const { userId, name, photourl } = connection.caller;
    people.set(userId, [userId, name.slice(0, MAX_NAME), photourl]);
  }
  return [...people.values()];
}

function frameOf({ topic, here, elsewhere }: Place): string {
  const remote = [...elsewhere.values()];
  const named = new Map(
    [...peopleOf(here), ...remote.flatMap(({ people }) => people)].map((one) => [one[0], one]),
  );
  const unnamed = remote.reduce((count, { total, people }) => count + total - people.length, 0);
  const people = [...named.values()]
    .sort(([, left], [, right]) => left.localeCompare(right))
    .slice(0, MAX_NAMED)
    .map(([id, name, photourl]) => ({ id, name, photourl }));
  const data = { people, total: named.size + unnamed };
  return JSON.stringify({ type: 'PRESENCE', topic, data, seq: null });
}

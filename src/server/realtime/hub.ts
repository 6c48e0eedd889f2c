import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { closeCodes } from '../../contracts/events.ts';
import type { StopListening } from '../db/notifications.ts';
import { digestOfGrants, toCaller } from '../kernel/access.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { openSockets } from '../kernel/metrics.ts';
import type { Kernel } from '../kernel/request.ts';
import type { TopicContext, TopicSpec, TopicView } from '../kernel/contract.ts';
import { Connection, type Admitted, type Subscription } from './connection.ts';
import { Feed } from './feed.ts';
import { readFrame } from './frames.ts';
import { Presence, type OpenedRecord, type PresenceView } from './presence.ts';
import { RightsChecks } from './rights-checks.ts';

/** Topics of one connection. */
const MAX_TOPICS = 500;
/** Connections of one person to one process. */
export const MAX_CONNECTIONS = 20;
/** Pause between two probes of a connection; one that answered none until the next is ended. */
const PROBE_MS = 30_000;
/** Time that clients have to answer a close. */
const CLOSE_MS = 1000;
const PRESENCE = 'presence';

interface TenantState {
  feed: Feed;
  people: Map<number, Set<Connection>>;
}

/** All real-time connections of this process. */
export class Hub {
  readonly #kernel: Kernel;
  readonly #specs: ReadonlyMap<string, TopicSpec>;
  readonly #tenants = new Map<number, TenantState>();
  readonly #connections = new Set<Connection>();
  readonly #presence: Presence;
  readonly #checks = new RightsChecks((connection) => this.#check(connection));
  #stopListening: StopListening = () => Promise.resolve();
  #probing: NodeJS.Timeout | null = null;
  #isClosing = false;
  #rightsChanges = 0;

  constructor(kernel: Kernel, specs: readonly TopicSpec[]) {
    this.#kernel = kernel;
    this.#presence = new Presence(kernel.database);
    this.#specs = new Map([...specs, this.#presenceSpec()].map((spec) => [spec.kind, spec]));
    if (this.#specs.size <= specs.length) throw new Error('two kinds of topics have the same name');
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#kernel.database.listen({
      // Rights may have changed unheard, too.
      opened: () => {
        this.#rightsChanges += 1;
        for (const connection of this.#connections) this.#recheck(connection);
        for (const { feed } of this.#tenants.values()) feed.readAll();
        this.#presence.askAll();
      },
      notified: (payload) => this.#notified(payload),
    });
    this.#probing = setInterval(() => {
      for (const connection of this.#connections) connection.probe();
      this.#noteSeen();
    }, PROBE_MS).unref();
  }

  /** Notes that the people who are connected are still there. */
  #noteSeen(): void {
    const sessions = [...new Set([...this.#connections].map(({ caller }) => caller.sessionId))];
    if (sessions.length === 0) return;
    // One that is lost is made good by the next one.
    sql`update session set last_seen_at = now() where id = any (${sessions}::uuid[])`
      .execute(this.#kernel.database.owner)
      .catch(() => undefined);
  }

  /** Number of times that rights of anybody may have changed; noted before the rights of a new connection are read. */
  get rightsChanges(): number {
    return this.#rightsChanges;
  }

  /** @throws AppError UNAVAILABLE, TOO_MANY_REQUESTS */
  assertRoom({ tenant, caller }: Admitted): void {
    if (this.#isClosing) throw new AppError('UNAVAILABLE');
    const open = this.#tenants.get(tenant.id)?.people.get(caller.userId)?.size ?? 0;
    if (open >= MAX_CONNECTIONS)
      throw new AppError('TOO_MANY_REQUESTS', {
        message: 'errors.realtime.connections',
        params: { limit: MAX_CONNECTIONS },
      });
  }

  connect(socket: WebSocket, admitted: Admitted): void {
    const connection = new Connection(socket, admitted);
    const { tenant, caller } = admitted;
    const { people } = this.#tenant(tenant.id);
    const own = people.get(caller.userId) ?? new Set();
    people.set(caller.userId, own.add(connection));
    this.#connections.add(connection);
    openSockets.inc();
    socket.on('message', (data, isBinary) => this.#received(connection, isBinary ? '' : String(data)));
    // Frames without a message cost work too. ws itself answers a ping, and ends a client that reads no answer.
    socket.on('ping', () => void this.#count(connection));
    socket.on('pong', () => void this.#count(connection));
    socket.on('close', () => this.#disconnect(connection));
    if (this.#isClosing) connection.close(closeCodes.goingAway);
    // A change whose notification came while the connection was being opened, or between its ticket and it, concerned nobody
    // who was there.
    else if (
      admitted.rightsChanges !== this.#rightsChanges ||
      connection.knownRights !== digestOfGrants(caller.grants)
    )
      this.#recheck(connection);
  }

  /** Closes all connections and stops listening. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#probing) clearInterval(this.#probing);
    for (const connection of this.#connections) connection.close(closeCodes.goingAway);
    setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
    }, CLOSE_MS).unref();
    this.#presence.stop();
    this.#checks.stop();
    for (const { feed } of this.#tenants.values()) feed.stop();
    await this.#stopListening();
  }

  #tenant(id: number): TenantState {
    const found = this.#tenants.get(id);
    if (found) return found;
    const feed = new Feed(id, this.#kernel.database, (subscription, error) =>
      this.#refuse(subscription, error),
    );
    const state: TenantState = { feed, people: new Map() };
    this.#tenants.set(id, state);
    return state;
  }

  #disconnect(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    openSockets.dec();
    connection.dispose();
    this.#checks.forget(connection);
    for (const subscription of connection.subscriptions.values()) this.#unsubscribe(subscription);
    const { id } = connection.tenant;
    const { feed, people } = this.#tenant(id);
    const own = people.get(connection.caller.userId);
    own?.delete(connection);
    if (own?.size === 0) people.delete(connection.caller.userId);
    if (people.size > 0) return;
    feed.stop();
    this.#tenants.delete(id);
  }

  /** Handles a notification: `e:<tenant>:<seq>:<topic>`, `r:<tenant>:<user or *>`, `s:<tenant>:<topic>`, `p:<presence>`. */
  #notified(payload: string): void {
    const [kind, tenantId = '', third = ''] = payload.split(':', 3);
    if (kind === 'p') return this.#presence.hear(payload.slice(2));
    if (kind === 'r') this.#rightsChanges += 1;
    const state = this.#tenants.get(Number(tenantId));
    if (!state) return;
    if (kind === 'e') return state.feed.hear(payload.slice(`e:${tenantId}:${third}:`.length), Number(third));
    if (kind === 's') return this.#sightChanged(state, payload.slice(`s:${tenantId}:`.length));
    const concerned = third === '*' ? [...state.people.values()] : [state.people.get(Number(third)) ?? []];
    for (const own of concerned) for (const connection of own) this.#recheck(connection);
  }

  /** Checks those again who are present at a topic that others may see now. */
  #sightChanged({ people }: TenantState, topic: string): void {
    for (const own of people.values())
      for (const connection of own)
        if (connection.subscriptions.has(`${PRESENCE}:${topic}`)) this.#recheck(connection);
  }

  /** Delivers nothing to a connection until its rights are read again. */
  #recheck(connection: Connection): void {
    connection.isHeld = true;
    connection.changes += 1;
    const { feed } = this.#tenant(connection.tenant.id);
    for (const subscription of connection.subscriptions.values())
      if (!isPresence(subscription)) feed.hold(subscription);
    this.#checks.add(connection);
  }

  /** Counts a frame of the client, and closes a connection that sends too many. @returns whether it may be handled */
  #count(connection: Connection): boolean {
    if (connection.countFrame() && this.#kernel.limits.countFrame(personOf(connection))) return true;
    connection.sendError(new AppError('TOO_MANY_REQUESTS', { message: 'errors.realtime.frames' }));
    connection.close(closeCodes.tooMany);
    return false;
  }

  #received(connection: Connection, message: string): void {
    if (!this.#count(connection)) return;
    try {
      const frame = readFrame(message);
      if (frame.type === 'PING') connection.send({ type: 'PONG', topic: null, data: null, seq: null });
      else if (frame.type === 'UNSUB')
        connection.enqueue(() => Promise.resolve(this.#unsubscribeAll(connection, frame.topics)));
      else connection.enqueue(() => this.#subscribe(connection, frame.topics));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      connection.sendError(error);
    }
  }

  /** Subscribes with the rights that the database has now. */
  async #subscribe(connection: Connection, topics: ReadonlyMap<string, number | null>): Promise<void> {
    const added = [...topics.keys()].filter((topic) => !connection.subscriptions.has(topic));
    if (connection.subscriptions.size + added.length > MAX_TOPICS) {
      const options = { message: 'errors.realtime.topics', params: { limit: MAX_TOPICS } };
      connection.sendError(new AppError('VALIDATION_FAILED', options));
      return;
    }
    try {
      this.#kernel.limits.countTopics(personOf(connection), topics.size);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const topic of topics.keys()) connection.sendError(error, topic);
      return;
    }
    const { changes } = connection;
    const opened = await this.#withRights(connection, async (ctx) => {
      const found: Subscription[] = [];
      for (const [topic, seq] of topics) {
        try {
          const { spec, rest } = this.#specOf(topic);
          const view = await spec.open(ctx, rest);
          const isStale = seq !== null && view.isPartial === true;
          found.push({ topic, connection, spec, rest, view, seq, isConfirmed: false, isStale });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          connection.sendError(error, topic);
        }
      }
      return found;
    }).catch((error: unknown) => {
      const failure = error instanceof AppError ? error : new AppError('UNAVAILABLE', { cause: error });
      for (const topic of topics.keys()) connection.sendError(failure, topic);
      return [];
    });
    if (!this.#connections.has(connection)) return;
    const { feed } = this.#tenant(connection.tenant.id);
    for (const subscription of opened ?? []) {
      const before = connection.subscriptions.get(subscription.topic);
      if (before) this.#unsubscribe(before);
      connection.subscriptions.set(subscription.topic, subscription);
      if (isPresence(subscription)) this.#presence.add(subscription);
      else feed.add(subscription);
    }
    // The rights that were read may be those before a change that arrived meanwhile.
    if (connection.changes !== changes) this.#recheck(connection);
  }

  #unsubscribeAll(connection: Connection, topics: ReadonlyMap<string, number | null>): void {
    for (const topic of topics.keys()) {
      const subscription = connection.subscriptions.get(topic);
      if (subscription) this.#unsubscribe(subscription);
    }
  }

  #unsubscribe(subscription: Subscription): void {
    const { connection, topic } = subscription;
    connection.subscriptions.delete(topic);
    if (isPresence(subscription)) this.#presence.remove(subscription);
    else this.#tenants.get(connection.tenant.id)?.feed.remove(subscription);
  }

  #refuse(subscription: Subscription, error: AppError): void {
    if (subscription.connection.subscriptions.get(subscription.topic) !== subscription) return;
    this.#unsubscribe(subscription);
    subscription.connection.sendError(error, subscription.topic);
  }

  /** Reads session and rights of a connection again, and drops what they no longer allow. */
  async #check(connection: Connection): Promise<void> {
    const { changes } = connection;
    const views = await this.#withRights(connection, async (ctx) => {
      const found = new Map<Subscription, TopicView | AppError>();
      for (const subscription of connection.subscriptions.values()) {
        try {
          found.set(subscription, await subscription.spec.open(ctx, subscription.rest));
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          found.set(subscription, error);
        }
      }
      return found;
    });
    if (!views || !this.#connections.has(connection)) return;
    for (const [subscription, view] of views) if (view instanceof AppError) this.#refuse(subscription, view);
    // Not those before this check: a subscription may have read the new ones already.
    const { grants } = connection.caller;
    const rights = digestOfGrants(grants);
    if (connection.knownRights !== rights) {
      connection.knownRights = rights;
      connection.send({ type: 'RIGHTS', topic: null, data: rights, seq: null });
    }
    // The next check, which that change asked for, goes on.
    if (connection.changes !== changes) return;
    connection.isHeld = false;
    const { feed } = this.#tenant(connection.tenant.id);
    for (const subscription of connection.subscriptions.values()) {
      const view = views.get(subscription) ?? subscription.view;
      if (view instanceof AppError) continue;
      if (isPresence(subscription)) this.#presence.resume(subscription, view);
      else feed.resume(subscription, view);
    }
  }

  /** Runs work with the rights of a connection as they are now. Null when its session has ended, and it is closed. */
  async #withRights<T>(connection: Connection, work: (ctx: TopicContext) => Promise<T>): Promise<T | null> {
    const { tenant, lang, caller: before } = connection;
    const session = await this.#kernel.database.enter(tenant.id, before.sessionId, 'read');
    try {
      if (!session.caller || session.caller.mustChangePassword) {
        connection.endSession();
        return null;
      }
      const caller = toCaller(session.caller, before.sessionId);
      const result = await work({ tenant, caller, lang, db: session.db });
      connection.caller = caller;
      return result;
    } finally {
      await session.rollback();
    }
  }

  #specOf(topic: string): { spec: TopicSpec; rest: string } {
    const [kind = ''] = topic.split(':', 1);
    const spec = this.#specs.get(kind);
    if (!spec) throw notFound();
    return { spec, rest: topic.slice(kind.length + 1) };
  }

  /** A person who may subscribe to a topic may see who else is there, and which records they have open that the person sees. */
  #presenceSpec(): TopicSpec {
    return {
      kind: PRESENCE,
      names: [],
      open: async (ctx, topic): Promise<PresenceView> => {
        const { spec, rest } = this.#specOf(topic);
        if (spec.kind === PRESENCE) throw notFound();
        const { hidden = new Set<number>() } = await spec.open(ctx, rest);
        return {
          log: '',
          key: PRESENCE,
          read: () => undefined,
          names: spec.opens?.topic ?? null,
          opened: await this.#openedRecord(ctx, topic),
          hidden,
        };
      },
    };
  }

  /** The record that a person has open who enters the presence of its topic. */
  async #openedRecord(ctx: TopicContext, topic: string): Promise<OpenedRecord | null> {
    for (const { opens } of this.#specs.values()) {
      if (!opens || !topic.startsWith(opens.topic)) continue;
      const id = Number(topic.slice(opens.topic.length));
      const group = await opens.groupOf(ctx, id);
      return group === null ? null : { topic: opens.topic, id, group };
    }
    return null;
  }
}

const personOf = ({ tenant, caller }: Connection) => ({ tenantId: tenant.id, userId: caller.userId });

const isPresence = ({ spec }: Subscription): boolean => spec.kind === PRESENCE;

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Json } from '../../contracts/json.ts';
import type { Database } from '../db/database.ts';
import { inTenant } from '../db/in-tenant.ts';
import { AppError } from '../kernel/errors.ts';
import type { StoredEvent, TopicContext } from '../kernel/contract.ts';
import type { Subscription } from './connection.ts';
import { Log } from './log.ts';

/** Events of one log that a round reads. */
const MAX_READ = 500;
const RETRY_MS = 500;

interface ReadRow {
  name: string;
  head: number;
  seq: number | null;
  type: string;
  data: Json;
}

/** The events of one tenant, read for all of this process's subscribers together, one round behind the other. */
export class Feed {
  readonly #tenantId: number;
  readonly #database: Database;
  readonly #onRefused: (subscription: Subscription, error: AppError) => void;
  readonly #logs = new Map<string, Log>();
  readonly #due = new Set<Log>();
  #isRunning = false;
  #isStopped = false;

  /** @param onRefused called for a subscription that its topic's check refuses before a delivery. */
  constructor(
    tenantId: number,
    database: Database,
    onRefused: (subscription: Subscription, error: AppError) => void,
  ) {
    this.#tenantId = tenantId;
    this.#database = database;
    this.#onRefused = onRefused;
  }

  add(subscription: Subscription): void {
    const { log: name } = subscription.view;
    const log = this.#logs.get(name) ?? new Log(name);
    this.#logs.set(name, log);
    log.add(subscription);
    this.#wake(log);
  }

  remove(subscription: Subscription): void {
    const log = this.#logs.get(subscription.view.log);
    log?.remove(subscription);
    if (log?.isEmpty) this.#forget(log);
  }

  /** Keeps events from a subscription until `resume`. */
  hold(subscription: Subscription): void {
    this.#logs.get(subscription.view.log)?.hold(subscription);
  }

  /** Goes on with a subscription that was held, with the view that it has now. */
  resume(subscription: Subscription, view: Subscription['view']): void {
    const log = this.#logs.get(subscription.view.log);
    if (!log) return;
    if (view.log !== log.name) throw new Error(`the topic ${subscription.topic} changed its log`);
    log.replaceView(subscription, view);
    this.#wake(log);
  }

  /** An event of a log was committed. */
  hear(name: string, seq: number): void {
    const log = this.#logs.get(name);
    if (!log) return;
    log.hear(seq);
    this.#wake(log);
  }

  /** Notifications may have been missed. */
  readAll(): void {
    for (const log of this.#logs.values()) {
      log.uncap();
      this.#wake(log);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  #forget(log: Log): void {
    this.#logs.delete(log.name);
    this.#due.delete(log);
  }

  #wake(log: Log): void {
    this.#due.add(log);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#due.size > 0 && !this.#isStopped) {
      const logs = [...this.#due].filter((log) => log.isDue);
      this.#due.clear();
      if (logs.length === 0) break;
      try {
        await this.#round(logs);
      } catch {
        // Nothing is lost: the same events are read when the database answers.
        for (const log of logs) {
          log.uncap();
          if (this.#logs.get(log.name) === log) this.#due.add(log);
        }
        await delay(RETRY_MS);
      }
    }
    // In the same turn as the last look: what becomes due after it begins the next run.
    this.#isRunning = false;
  }

  async #round(logs: readonly Log[]): Promise<void> {
    const ranges = logs.map((log) => ({ name: log.name, ...log.begin() }));
    await inTenant(this.#database, this.#tenantId, 'read', async (db) => {
      const { rows } = await sql<ReadRow>`
        select w.name, least(coalesce(t.seq, 0), w.upto) as head, e.seq, e.type, e.data
        from json_to_recordset(${JSON.stringify(ranges)}::json) as w (name text, "from" bigint, upto bigint)
        left join topic t on t.name = w.name
        left join lateral (
          select e.seq, e.type, e.data from event e
          where e.topic_id = t.id and e.seq > w."from" and (w.upto is null or e.seq <= w.upto)
          order by e.seq limit ${MAX_READ}
        ) e on true
        order by w.name, e.seq`.execute(db);
      const read = groupByName(rows);
      const busy = logs.filter((log) => read.get(log.name)?.some(({ seq }) => seq !== null));
      await this.#recheck(busy, db);
      const events = new Map(logs.map((log) => [log, eventsOf(read.get(log.name) ?? [])]));
      for (const log of busy) await log.stamping?.(db, events.get(log)!);
      for (const log of logs) this.#deliver(log, events.get(log)!, read.get(log.name)?.[0]?.head ?? 0);
    });
  }

  #deliver(log: Log, events: readonly StoredEvent[], head: number): void {
    const isCut = events.length === MAX_READ;
    if (log.deliver(events, head, isCut) || log.isDue) this.#due.add(log);
  }

  /** Checks again who may get events that a row rule can hide. */
  async #recheck(logs: readonly Log[], db: TopicContext['db']): Promise<void> {
    for (const log of logs) {
      const members = [...log.groups.values()]
        .filter(({ view }) => view.recheck)
        .flatMap((group) => [...group.members]);
      for (const subscription of members) {
        const { tenant, caller, lang } = subscription.connection;
        try {
          await subscription.spec.open({ tenant, caller, lang, db }, subscription.rest);
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          this.#onRefused(subscription, error);
        }
      }
    }
  }
}

const eventsOf = (rows: readonly ReadRow[]): StoredEvent[] =>
  rows.flatMap(({ seq, type, data }) => (seq === null ? [] : [{ seq, type, data }]));

function groupByName(rows: readonly ReadRow[]): Map<string, ReadRow[]> {
  const groups = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const group = groups.get(row.name);
    if (group) group.push(row);
    else groups.set(row.name, [row]);
  }
  return groups;
}

import { sql } from 'kysely';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { RecordChange } from '../../contracts/events.ts';
import type { TenantTransaction } from './tables.ts';

/** An event that a transaction will publish when it commits. */
export interface PendingEvent {
  topic: string;
  type: string;
  data: JsonObject;
}

/** Changes that one event names. More of them are an event that says "load again". */
const MOST_CHANGES = 100;

const pending = new WeakMap<TenantTransaction, PendingEvent[]>();

/**
 * Publishes an event with the commit of the transaction, and not without it. Events of type CHANGED of the same topic become
 * one, so that a gesture is one event however many records it changes.
 */
export function publish(db: TenantTransaction, event: PendingEvent): void {
  const events = pending.get(db);
  if (events) events.push(event);
  else pending.set(db, [event]);
}

/** The state of a transaction's events when a savepoint begins. */
export const eventMark = (db: TenantTransaction): number => pending.get(db)?.length ?? 0;

/** Forgets the events since a savepoint that the transaction went back to. */
export function dropEventsSince(db: TenantTransaction, mark: number): void {
  pending.get(db)?.splice(mark);
}

/** Writes the transaction's events. The last statement before the commit, since it locks the topics' counters. */
export async function writeEvents(db: TenantTransaction): Promise<void> {
  const events = pending.get(db);
  if (!events || events.length === 0) return;
  pending.delete(db);
  const written = merge(events);
  if (written.length > 0)
    await sql`select public.molde_publish(${JSON.stringify(written)}::jsonb)`.execute(db);
}

/** Joins the changes of records per topic, in the place of the first one. */
function merge(events: readonly PendingEvent[]): PendingEvent[] {
  const changes = new Map<string, RecordChange[]>();
  const merged: PendingEvent[] = [];
  for (const event of events) {
    if (event.type !== 'CHANGED') {
      merged.push(event);
      continue;
    }
    const found = changes.get(event.topic);
    const named = event.data['changes'] as unknown as RecordChange[];
    if (found) found.push(...named);
    else {
      changes.set(event.topic, [...named]);
      merged.push(event);
    }
  }
  return merged.flatMap((event) => {
    const named = event.type === 'CHANGED' ? changes.get(event.topic) : undefined;
    if (!named) return [event];
    const last = lastPerRecord(named);
    if (last.length === 0) return [];
    const data = { changes: last.length > MOST_CHANGES ? null : (last as unknown as Json) };
    return [{ ...event, data }];
  });
}

/** One change per record: a new one stays new however often it is changed, and one that is new and deleted is none. */
function lastPerRecord(changes: readonly RecordChange[]): RecordChange[] {
  const byId = new Map<number, RecordChange>();
  for (const change of changes) {
    const before = byId.get(change.id);
    if (before?.verb === 'create' && change.verb === 'delete') byId.delete(change.id);
    else byId.set(change.id, before?.verb === 'create' ? { ...change, verb: 'create' } : change);
  }
  return [...byId.values()];
}

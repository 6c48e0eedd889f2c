import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Env } from '../env.ts';

const HOUR_MS = 3_600_000;

/** Deletes rows that have expired: idempotency keys, sessions, counters of sign-in, tickets and events. */
export async function sweep({ owner }: Database, { eventDays }: Pick<Env, 'eventDays'>): Promise<void> {
  await sql`delete from idempotency where created_at < now() - interval '24 hours'`.execute(owner);
  await sql`delete from session where expires_at < now() - interval '30 days'`.execute(owner);
  await sql`delete from socket_ticket where expires_at < now()`.execute(owner);
  await sql`delete from event where at < now() - make_interval(days => ${eventDays})`.execute(owner);
  await sql`delete from sign_in_failure
    where window_started_at < now() - interval '1 day' and coalesce(locked_until, now()) <= now()`.execute(
    owner,
  );
}

/** Sweeps every hour. */
export function housekeeping(database: Database, env: Env): { stop(): void } {
  const timer = setInterval(() => void sweep(database, env).catch(() => undefined), HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

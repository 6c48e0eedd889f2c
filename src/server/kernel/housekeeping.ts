import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired rows every hour: idempotency keys, sessions and counters of sign-in. */
export function housekeeping(database: Database): { stop(): void } {
  const sweep = async (): Promise<void> => {
    await sql`delete from idempotency where created_at < now() - interval '24 hours'`.execute(database.owner);
    await sql`delete from session where expires_at < now() - interval '30 days'`.execute(database.owner);
    await sql`delete from sign_in_failure
      where window_started_at < now() - interval '1 day' and coalesce(locked_until, now()) <= now()`.execute(
      database.owner,
    );
  };
  const timer = setInterval(() => void sweep().catch(() => undefined), HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

import { sql, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import { analyseGrown, asOwner } from '../db/statistics.ts';
import type { Env } from '../env.ts';
import { job } from './job.ts';

/** Rows that one statement deletes, which stays far below the time limit of statements. */
const MOST = 5000;
/** Rows of a table that cannot be deleted, above which a pass leaves the rest of it to the next one. */
const MOST_HELD = 20;

/**
 * Deletes rows that have expired, such as idempotency keys, sessions, tickets, events and old entries of the audit. A row that
 * cannot be deleted keeps neither those after it nor other tables.
 * @throws Error naming the tables with rows that could not be deleted
 */
export async function sweep(
  { owner }: Pick<Database, 'owner'>,
  { eventDays, auditDays }: Pick<Env, 'eventDays' | 'auditDays'>,
): Promise<void> {
  const expired: [table: string, condition: RawBuilder<unknown>][] = [
    ['idempotency', sql`created_at < now() - interval '24 hours'`],
    ['session', sql`expires_at < now() - interval '30 days'`],
    ['socket_ticket', sql`expires_at < now()`],
    // 0 days: it is kept for ever.
    ['audit', sql`${auditDays}::int > 0 and at < now() - make_interval(days => ${auditDays})`],
    ['password_reset', sql`expires_at < now()`],
    ['sign_in_attempt', sql`expires_at < now()`],
    ['link_invitation', sql`expires_at < now()`],
    ['outbox_mail', sql`sent_at < now() - interval '7 days'`],
    ['event', sql`at < now() - make_interval(days => ${eventDays})`],
    // The messaging provider repeats what it posted for seven days.
    ['support_webhook', sql`processed_at is not null and received_at < now() - interval '30 days'`],
    ['support_early_event', sql`created_at < now() - interval '30 days'`],
    ['transfer', sql`created_at < now() - interval '30 days'`],
    [
      'sign_in_failure',
      sql`window_started_at < now() - interval '1 day' and coalesce(locked_until, now()) <= now()`,
    ],
    // The last one of each schedule says that it was done.
    [
      'cron_slot',
      sql`slot < (select max(l.slot) from cron_slot l where l.name = t.name) - interval '7 days'`,
    ],
  ];
  const failed = new Map<string, unknown>();
  for (const [table, condition] of expired)
    await deleteFrom(owner, table, condition).catch((error: unknown) => failed.set(table, error));
  const [first] = failed.values();
  if (failed.size > 0) throw new Error(`not swept: ${[...failed.keys()].join(', ')}`, { cause: first });
}

/** @throws the first error, after all rows that can be deleted are */
async function deleteFrom(
  owner: Database['owner'],
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  /** Rows that cannot be deleted, by their place. */
  const held = new Map<string, unknown>();
  const remove = async (places: string[]): Promise<void> => {
    try {
      // Asked again, since another row may have the place of one that has gone.
      await sql`
        delete from ${sql.table(table)} t where ctid = any(${places}::tid[]) and ${condition}`.execute(owner);
    } catch (error) {
      if (places.length === 1) held.set(places[0]!, error);
      if (places.length === 1 || held.size >= MOST_HELD) return;
      const half = places.length >> 1;
      await remove(places.slice(0, half));
      await remove(places.slice(half));
    }
  };
  for (let found = MOST; found === MOST && held.size < MOST_HELD;) {
    const { rows } = await sql<{ place: string }>`
      select ctid::text as place from ${sql.table(table)} t
      where ${condition} and ctid <> all(${[...held.keys()]}::tid[]) limit ${MOST}`.execute(owner);
    found = rows.length;
    if (found > 0) await remove(rows.map(({ place }) => place));
  }
  const [first] = held.values();
  if (held.size > 0) throw first;
}

export const housekeeping = job({
  kind: 'housekeeping',
  payload: Type.Object({}),
  schedule: '7 * * * *',
  async prepare({ database, env }) {
    await sweep(database, env);
    await analyseGrown(asOwner(database.owner));
  },
  run: () => Promise.resolve(),
});

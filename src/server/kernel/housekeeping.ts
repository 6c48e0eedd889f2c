import { sql, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import { analyseGrown } from '../db/statistics.ts';
import type { Env } from '../env.ts';
import { job } from './job.ts';

/** Rows that one statement deletes, which stays far below the time limit of statements. */
const MOST = 5000;

/**
 * Deletes rows that have expired, such as idempotency keys, sessions, tickets, events and old entries of the audit. A table whose
 * rows cannot be deleted does not keep the others.
 * @throws Error naming the tables that could not be swept
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

async function deleteFrom(
  owner: Database['owner'],
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (let deleted = MOST; deleted === MOST;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} t where ${condition} limit ${MOST}
      ))`.execute(owner);
    deleted = Number(numAffectedRows ?? 0);
  }
}

export const housekeeping = job({
  kind: 'housekeeping',
  payload: Type.Object({}),
  schedule: '7 * * * *',
  async prepare({ database, env }) {
    await sweep(database, env);
    await analyseGrown(database);
  },
  run: () => Promise.resolve(),
});

import { sql } from 'kysely';
import type { TenantTransaction } from '../db/tables.ts';

/**
 * Runs work on what policies of the database hide from the person too, as jobs see it. None of it may be shown to them.
 */
export async function withoutHiding<T>(db: TenantTransaction, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ user: string | null }>`
    select current_setting('app.user_id', true) as user, set_config('app.user_id', '', true)`.execute(db);
  const restore = () => sql`select set_config('app.user_id', ${rows[0]?.user ?? ''}, true)`.execute(db);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // A statement that failed ended the transaction, or the savepoint that has the setting too.
    await restore().catch(() => undefined);
    throw error;
  }
  await restore();
  return result;
}

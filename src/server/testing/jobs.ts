import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Test support: lets the time of waiting jobs come. Workers look for such jobs once a second, which is tested in jobs.test.ts;
 * here they are ready at once, as new ones are.
 */
export async function hurryJobs(
  { owner }: Pick<Database, 'owner'>,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`update job set state = 'ready', run_at = now() where state = 'waiting' and ${which}`.execute(
    owner,
  );
  await sql`select pg_notify('molde', 'j')`.execute(owner);
}

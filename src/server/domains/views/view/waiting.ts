import { sql } from 'kysely';
import type { TenantTransaction } from '../../../kernel/database.ts';

/** The next publication of a view `m` of a statement, when one is scheduled. */
export const waitingPublication = sql`
  select p.id::float8 as "scheduledId",
    to_char(p.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "scheduledAt"
  from scheduled_publication p
  where p.state = 'waiting' and p.views @> jsonb_build_array(jsonb_build_object('dashId', m."dashId"))
  limit 1`;

/** When a view is to be published; null when it is not. */
export async function scheduledTime(db: TenantTransaction, dashId: number): Promise<string | null> {
  const { rows } = await sql<{ scheduledAt: string }>`
    select w."scheduledAt" from (select ${dashId}::bigint as "dashId") m
    cross join lateral (${waitingPublication}) w`.execute(db);
  return rows[0]?.scheduledAt ?? null;
}

import { sql } from 'kysely';
import { viewKey } from '../../../../contracts/view.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';

/** Number of a view `m` of a statement. */
export const viewNumberOf = sql`substring(m.id from 6)::bigint`;

/** The next publication of a view `m` of a statement, when one is scheduled. */
export const waitingPublication = sql`
  select p.id::float8 as "scheduledId",
    to_char(p.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "scheduledAt"
  from scheduled_publication p
  where p.state = 'waiting' and p.views @> jsonb_build_array(jsonb_build_object('dashId', ${viewNumberOf}))
  limit 1`;

/** When a view is to be published; null when it is not. */
export async function scheduledTime(db: TenantTransaction, dashId: number): Promise<string | null> {
  const { rows } = await sql<{ scheduledAt: string }>`
    select w."scheduledAt" from (select ${viewKey(dashId)}::text as id) m
    cross join lateral (${waitingPublication}) w`.execute(db);
  return rows[0]?.scheduledAt ?? null;
}

import { sql } from 'kysely';

/** The next publication of a view `m` of a statement, when one is scheduled. */
export const waitingPublication = sql`
  select p.id::float8 as "scheduledId",
    to_char(p.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "scheduledAt"
  from scheduled_publication p
  where p.state = 'waiting' and p.views @> jsonb_build_array(jsonb_build_object('dashId', m."dashId"))
  limit 1`;

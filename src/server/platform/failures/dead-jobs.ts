import { sql } from 'kysely';
import type { FailureSource } from '../../kernel/contract.ts';

/** Jobs that used up their attempts. */
export const deadJobs: FailureSource = {
  entity: 'job',
  rows: sql`
    select id, kind, coalesce(error, '') as reason, attempt as attempts, coalesce(started_at, created_at) as at
    from job where state = 'dead'`,
  async retry({ db }, id) {
    const { rows } = await sql`
      with revived as (
        update job set state = 'ready', attempt = 0, run_at = now() where id = ${id} and state = 'dead' returning id
      )
      select pg_notify('molde', 'j') from revived`.execute(db);
    return rows.length > 0;
  },
  async remove({ db }, id) {
    const { rows } = await sql`delete from job where id = ${id} and state = 'dead' returning id`.execute(db);
    return rows.length > 0;
  },
};

import { sql, type Kysely } from 'kysely';
import type { JsonObject } from '../../contracts/json.ts';
import type { Tables } from '../db/tables.ts';

/** Class of the advisory locks that workers hold. */
export const WORKER_LOCKS = 77;
/** Jobs that one round moves from waiting to ready. */
const MAX_MOVED = 500;
const MAX_BACKOFF_SECONDS = 3600;

export interface ClaimedJob {
  tenantId: number;
  id: number;
  kind: string;
  payload: JsonObject;
  attempt: number;
  maxAttempts: number;
}

/** The statements of the queue. All but `finish` run as the owner of the tables, since they concern all tenants. */
export class Queue {
  readonly #owner: Kysely<Tables>;

  constructor(owner: Kysely<Tables>) {
    this.#owner = owner;
  }

  /**
   * Takes jobs for a worker, one per tenant, beginning after a tenant: so a tenant with thousands of jobs delays the single
   * job of another by one. A job that has begun has no key any more, so that its key can be asked for again.
   * @param busy tenants that get no more now
   */
  async claim(
    worker: number,
    afterTenant: number,
    most: number,
    busy: readonly number[],
  ): Promise<ClaimedJob[]> {
    const { rows } = await sql<ClaimedJob>`
      with recursive walk as (
        (select tenant_id from job where state = 'ready' and tenant_id > ${afterTenant} order by 1 limit 1)
        union all
        select (select j.tenant_id from job j where j.state = 'ready' and j.tenant_id > w.tenant_id order by 1 limit 1)
        from walk w where w.tenant_id is not null
      ), due as (
        select p.tenant_id, p.id from walk w cross join lateral (
          select tenant_id, id from job where tenant_id = w.tenant_id and state = 'ready'
          order by run_at, id limit 1 for update skip locked
        ) p where w.tenant_id is not null and w.tenant_id <> all (${[...busy]}::int[]) limit ${most}
      )
      update job set state = 'running', key = null, worker = ${worker}, attempt = attempt + 1, started_at = now()
      where (tenant_id, id) in (select tenant_id, id from due)
      returning tenant_id as "tenantId", id, kind, payload, attempt, max_attempts as "maxAttempts"`.execute(
      this.#owner,
    );
    return rows;
  }

  /**
   * Ends a job in the transaction of its effects.
   * @returns false when another worker has taken it over: the transaction must be rolled back.
   */
  async finish(db: Kysely<Tables>, worker: number, { tenantId, id, attempt }: ClaimedJob): Promise<boolean> {
    const { rows } = await sql`
      delete from job where tenant_id = ${tenantId} and id = ${id} and state = 'running' and worker = ${worker}
        and attempt = ${attempt} returning id`.execute(db);
    return rows.length > 0;
  }

  /**
   * Keeps a job whose attempt failed for the next one, each twice as long after the last, or as dead. The attempts are those of
   * the row: work that has come on asks for more.
   */
  async fail(worker: number, claimed: ClaimedJob, error: string, isFinal: boolean): Promise<void> {
    const { tenantId, id, attempt } = claimed;
    const seconds = Math.min(MAX_BACKOFF_SECONDS, 2 ** attempt) * (0.75 + Math.random() / 2);
    await sql`
      update job set state = case when ${isFinal} or attempt >= max_attempts then 'dead' else 'waiting' end, worker = null, error = ${error},
        run_at = now() + make_interval(secs => ${seconds})
      where tenant_id = ${tenantId} and id = ${id} and state = 'running' and worker = ${worker}
        and attempt = ${attempt}`.execute(this.#owner);
  }

  /** Gives a job back that was not begun, or was interrupted by a stop. The attempt does not count. */
  async release(worker: number, { tenantId, id, attempt }: ClaimedJob): Promise<void> {
    await sql`
      update job set state = 'ready', worker = null, attempt = attempt - 1
      where tenant_id = ${tenantId} and id = ${id} and state = 'running' and worker = ${worker}
        and attempt = ${attempt}`.execute(this.#owner);
  }

  /** Makes waiting jobs ready whose time has come. */
  async wake(): Promise<void> {
    await sql`
      update job set state = 'ready' where (tenant_id, id) in (
        select tenant_id, id from job where state = 'waiting' and run_at <= now()
        order by run_at limit ${MAX_MOVED} for update skip locked
      )`.execute(this.#owner);
  }

  /**
   * Takes over the jobs of workers whose sessions have ended. These workers are named before the update: when a job was taken
   * meanwhile by a living worker, the update waits for that, looks at the row again and leaves it alone. A condition on the
   * locks themselves is not asked again then.
   */
  async recover(worker: number): Promise<void> {
    await sql`
      update job set state = case when attempt >= max_attempts then 'dead' else 'ready' end, worker = null,
        error = 'worker gone'
      where state = 'running' and worker = any(array(
        select j.worker from job j where j.state = 'running' and j.worker <> ${worker} and not exists (
          select from pg_locks l where l.locktype = 'advisory' and l.classid = ${WORKER_LOCKS}
            and l.objid = j.worker::oid and l.objsubid = 2
            and l.database = (select oid from pg_database where datname = current_database())
        )
      ))`.execute(this.#owner);
  }

  /** The same where one process alone has the database: no other worker is alive. */
  async recoverAll(worker: number): Promise<void> {
    await sql`
      update job set state = case when attempt >= max_attempts then 'dead' else 'ready' end, worker = null,
        error = 'worker gone'
      where state = 'running' and worker <> ${worker}`.execute(this.#owner);
  }
}

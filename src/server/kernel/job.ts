import { sql } from 'kysely';
import type { Static, TSchema } from 'typebox';
import type { JsonObject } from '../../contracts/json.ts';
import type { Database } from '../db/database.ts';
import { inTenant } from '../db/in-tenant.ts';
import type { Log } from '../db/log.ts';
import type { TenantTransaction } from '../db/tables.ts';
import type { Env } from '../env.ts';

/** A job that would fail again however often it is tried: it is dead at once, with this message. */
export class PermanentFailure extends Error {}

/** Context of a job's work beside its payload. */
export interface JobContext {
  tenantId: number;
  jobId: number;
  attempt: number;
  maxAttempts: number;
  env: Env;
  database: Database;
  log: Log;
  /** Aborted when the process stops, another one may have taken the job over, or it stands still: end the work then. */
  signal: AbortSignal;
  /** Tells that the work has come on. The transactions of `jobTransaction` do that by themselves. */
  step(): void;
}

/**
 * A kind of job. Its effects in the database and its end are one transaction, so they happen once, however often the work is
 * begun. Effects outside, such as a mail, can happen again: they need a key of their own.
 */
export interface JobSpec<P extends TSchema = TSchema, R = unknown> {
  kind: string;
  payload: P;
  /** After which the job is dead; 8 when absent. */
  maxAttempts?: number;
  /**
   * How often in succession the worker, which looks once a minute, may find that an attempt took no step; 60 when absent. Then
   * the job is dead, and nothing of the attempt is kept. However long an attempt takes that comes on, it is not ended.
   */
  limit?: number;
  /** Times at which the job is begun once per cluster, as a cron expression in UTC. Its payload is empty. */
  schedule?: string;
  /** Slow work, while no transaction is open. */
  prepare?(ctx: JobContext, payload: Static<P>): Promise<R>;
  /** Writes the effects, in the transaction that ends the job. */
  run(ctx: JobContext & { db: TenantTransaction }, payload: Static<P>, prepared: R): Promise<void>;
}

/** Runs work of `prepare` in a transaction of its own, in the job's tenant, which is a step of the job. */
export async function jobTransaction<T>(
  { database, tenantId, signal, step }: Pick<JobContext, 'database' | 'tenantId' | 'signal' | 'step'>,
  work: (db: TenantTransaction) => Promise<T>,
  mode: 'read' | 'write' = 'write',
): Promise<T> {
  const result = await inTenant(database, tenantId, mode, work, signal);
  step();
  return result;
}

/** Declares a kind of job whose payload is typed by its schema. */
export function job<P extends TSchema, R = undefined>(spec: JobSpec<P, R>): JobSpec {
  // The list of kinds has one type for all payloads; `enqueue` takes the one of its kind.
  return spec as unknown as JobSpec;
}

/** A job to do. */
export interface NewJob {
  kind: string;
  payload: JsonObject;
  /** Jobs of one kind and key that have not begun are one. */
  key?: string;
  /** When to begin; at once when absent. */
  runAt?: Date;
  maxAttempts?: number;
}

/**
 * Adds a job with the commit of the transaction.
 * @param tenantId 0 for a job of the installation, in a transaction of the owner. @returns its id, or null when a job with its key waits already.
 */
export async function enqueue(
  db: TenantTransaction,
  tenantId: number,
  { kind, payload, key, runAt, maxAttempts = 8 }: NewJob,
): Promise<number | null> {
  const isLater = runAt !== undefined && runAt.getTime() > Date.now();
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into job (tenant_id, kind, payload, key, run_at, max_attempts, state)
      values (${tenantId}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${key ?? null}, ${runAt ?? sql`now()`},
        ${maxAttempts}, ${isLater ? 'waiting' : 'ready'})
      on conflict (tenant_id, kind, key) where key is not null and state in ('waiting', 'ready') do nothing
      returning id
    )
    select id, pg_notify('molde', 'j') from added`.execute(db);
  return rows[0]?.id ?? null;
}

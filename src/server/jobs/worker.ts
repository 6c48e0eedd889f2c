import { setTimeout as delay } from 'node:timers/promises';
import type { QueryOf, StopListening } from '../db/notifications.ts';
import type { Database } from '../db/database.ts';
import { inTenant } from '../db/in-tenant.ts';
import type { Log } from '../db/log.ts';
import type { TenantTransaction } from '../db/tables.ts';
import type { Env } from '../env.ts';
import { PermanentFailure, type JobContext, type JobSpec } from '../kernel/job.ts';
import { loggable } from '../kernel/outside-error.ts';
import { jobsEnded } from '../kernel/metrics.ts';
import { errorText } from '../kernel/error-text.ts';
import { Queue, WORKER_LOCKS, type ClaimedJob } from './queue.ts';
import { Schedule } from './schedule.ts';

/** Jobs of this process at a time; the embedded database has one connection for them and all requests. */
const PARALLEL = { embedded: 2, postgres: 4 };
/** Pause between rounds in which nothing was notified: for jobs whose time has come, and those of killed workers. */
const ROUND_MS = 1000;
/** Time that a database has to take jobs back when the process stops; without an answer the next worker takes them over. */
const STOP_MS = 3000;
/** Time between two looks at whether a job has come on, and how many may find that it has not. */
const LOOK_MS = 60_000;
const STILL_LOOKS = 60;

/** The job was taken over while it ran, so its effects are rolled back. */
class TakenOver extends Error {}

/**
 * The worker of this process. It is alive as long as the session that listens: that holds a lock under the worker's number,
 * and when it is gone, other workers take its jobs over at once.
 */
export class JobWorker {
  readonly #database: Database;
  readonly #env: Env;
  readonly #log: Log;
  readonly #specs: ReadonlyMap<string, JobSpec>;
  readonly #queue: Queue;
  readonly #schedule: Schedule;
  readonly #running = new Map<ClaimedJob, Promise<void>>();
  #worker: number | null = null;
  /** Aborted when the worker's session ends. */
  #session = new AbortController();
  #stopListening: StopListening = () => Promise.resolve();
  #afterTenant = -1;
  #wake = (): void => undefined;
  #isStopped = false;
  #sweptAt = -Infinity;
  #loop: Promise<void> = Promise.resolve();

  constructor(database: Database, env: Env, log: Log, specs: readonly JobSpec[]) {
    this.#database = database;
    this.#env = env;
    this.#log = log;
    this.#specs = new Map(specs.map((spec) => [spec.kind, spec]));
    if (this.#specs.size < specs.length) throw new Error('two kinds of jobs have the same name');
    this.#queue = new Queue(database.owner);
    this.#schedule = new Schedule(database.owner, specs);
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen({
      opened: (query) => this.#opened(query),
      lost: () => this.#lost(),
      notified: (payload) => {
        if (payload === 'j') this.#wake();
      },
    });
    this.#loop = this.#run();
  }

  /**
   * Gives the work in progress back at once: its transactions end with their statement, and it begins again where a worker is.
   * @returns the number of jobs that were in progress
   */
  async stop(): Promise<number> {
    this.#isStopped = true;
    this.#session.abort(new Error('the process stops'));
    this.#wake();
    const inProgress = this.#running.size;
    await Promise.race([this.#ended(), delay(STOP_MS, undefined, { ref: false })]);
    await this.#stopListening();
    return inProgress;
  }

  async #ended(): Promise<void> {
    await this.#loop;
    await Promise.all(this.#running.values());
  }

  async #opened(query: QueryOf): Promise<void> {
    if (this.#isStopped) return;
    // The embedded database has one process: its worker lives as long as that, whatever becomes of the connection.
    const isEmbedded = this.#database.kind === 'embedded';
    if (isEmbedded && this.#worker !== null) return;
    const [row] = await query<{ worker: number }>(`select nextval('job_worker')::int as worker`, []);
    if (!row) throw new Error('a worker got no number');
    if (!isEmbedded) await query('select pg_advisory_lock($1::int, $2::int)', [WORKER_LOCKS, row.worker]);
    this.#session = new AbortController();
    this.#worker = row.worker;
    this.#wake();
  }

  #lost(): void {
    if (this.#database.kind === 'embedded') return;
    this.#worker = null;
    this.#session.abort(new Error('the connection to the database was lost'));
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      // A database that does not answer is asked again in the next round.
      if (this.#worker !== null) await this.#round(this.#worker).catch(() => undefined);
      if (this.#isStopped) return;
      const pause = new AbortController();
      await Promise.race([
        woken,
        delay(ROUND_MS, undefined, { signal: pause.signal }).catch(() => undefined),
      ]);
      pause.abort();
    }
  }

  async #round(worker: number): Promise<void> {
    if (performance.now() - this.#sweptAt >= ROUND_MS) {
      this.#sweptAt = performance.now();
      await this.#schedule.run();
      await this.#queue.wake();
      if (this.#database.kind === 'embedded') await this.#queue.recoverAll(worker);
      else await this.#queue.recover(worker);
    }
    await this.#fill(worker);
  }

  async #fill(worker: number): Promise<void> {
    for (;;) {
      const free = PARALLEL[this.#database.kind] - this.#running.size;
      if (free <= 0 || this.#isStopped || this.#worker !== worker) return;
      const busy = this.#busyTenants();
      let claimed = await this.#queue.claim(worker, this.#afterTenant, free, busy);
      if (claimed.length === 0 && this.#afterTenant >= 0) {
        this.#afterTenant = -1;
        claimed = await this.#queue.claim(worker, -1, free, busy);
      }
      if (claimed.length === 0) return;
      this.#afterTenant = Math.max(...claimed.map(({ tenantId }) => tenantId));
      for (const one of claimed) {
        const done = this.#do(worker, one).finally(() => {
          this.#running.delete(one);
          this.#wake();
        });
        this.#running.set(one, done);
      }
    }
  }

  /** Tenants that hold all places of this process but one: that is left to others, however long the jobs of these run. */
  #busyTenants(): number[] {
    const held = new Map<number, number>();
    for (const { tenantId } of this.#running.keys()) held.set(tenantId, (held.get(tenantId) ?? 0) + 1);
    const most = PARALLEL[this.#database.kind] - 1;
    return [...held].filter(([, count]) => count >= most).map(([tenantId]) => tenantId);
  }

  /** Runs one job to its end: done, failed, or given back. */
  async #do(worker: number, claimed: ClaimedJob): Promise<void> {
    const { signal } = this.#session;
    const { kind, tenantId, id, attempt } = claimed;
    try {
      await this.#attemptWithin(worker, claimed, signal);
      jobsEnded.inc({ kind, outcome: 'done' });
    } catch (error) {
      if (error instanceof TakenOver) return;
      const isInterrupted = signal.aborted;
      const isFinal = error instanceof PermanentFailure || !this.#specs.has(kind);
      const message = errorText(error);
      if (!isInterrupted) {
        jobsEnded.inc({ kind, outcome: isFinal || attempt >= claimed.maxAttempts ? 'dead' : 'failed' });
        this.#log.warn({ kind, jobId: id, tenantId, attempt, ...loggable(error) }, 'JOB_FAILED');
      }
      // Until the outcome is stored the job would count as running.
      for (let written = false; !written && this.#worker === worker;) {
        written = await (
          isInterrupted
            ? this.#queue.release(worker, claimed)
            : this.#queue.fail(worker, claimed, message, isFinal)
        ).then(
          () => true,
          () => delay(ROUND_MS, false),
        );
      }
    }
  }

  /**
   * Ends a job that stands still, or with its worker, also one that ignores its signal: its transaction rolls back and its place
   * is free. One that stands still is dead, so that no further attempt begins beside this one. The clock only asks for the looks:
   * on a machine that is busy or was stopped, a job that comes on takes as long as it takes.
   */
  async #attemptWithin(worker: number, claimed: ClaimedJob, session: AbortSignal): Promise<void> {
    session.throwIfAborted();
    const most = this.#specs.get(claimed.kind)?.limit ?? STILL_LOOKS;
    const limit = new AbortController();
    let still = 0;
    let timer: NodeJS.Timeout | undefined;
    let leave = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        still += 1;
        if (still < most) return;
        const error = new PermanentFailure(`the job took no step while it was looked at ${most} times`);
        reject(error);
        limit.abort(error);
      }, LOOK_MS);
      leave = () => reject(session.reason as Error);
      session.addEventListener('abort', leave);
    });
    const signal = AbortSignal.any([session, limit.signal]);
    try {
      await Promise.race([this.#attempt(worker, claimed, signal, () => (still = 0)), ended]);
    } finally {
      clearInterval(timer);
      session.removeEventListener('abort', leave);
    }
  }

  async #attempt(worker: number, claimed: ClaimedJob, signal: AbortSignal, step: () => void): Promise<void> {
    const spec = this.#specs.get(claimed.kind);
    if (!spec) throw new Error(`this version has no job of kind ${claimed.kind}`);
    const { tenantId, payload } = claimed;
    const ctx: JobContext = {
      tenantId,
      jobId: claimed.id,
      attempt: claimed.attempt,
      maxAttempts: claimed.maxAttempts,
      env: this.#env,
      database: this.#database,
      log: this.#log,
      signal,
      step,
    };
    const prepared = await spec.prepare?.(ctx, payload as never);
    step();
    const end = async (db: TenantTransaction): Promise<void> => {
      await spec.run({ ...ctx, db }, payload as never, prepared);
      if (!(await this.#queue.finish(db, worker, claimed))) throw new TakenOver();
    };
    if (tenantId === 0) return this.#database.owner.transaction().execute(end);
    await inTenant(this.#database, tenantId, 'write', end, signal);
  }
}

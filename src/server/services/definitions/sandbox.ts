import type { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';

/** Rejects a job whose worker was terminated. Other jobs are not affected. */
export class Stopped extends Error {
  readonly reason: 'time' | 'memory' | 'failed';

  constructor(reason: Stopped['reason'], cause?: unknown) {
    super(`the thread of definitions was ended: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface SandboxLimits {
  /** Running time of one job. */
  timeMs: number;
  /** Waiting time of one job. */
  waitMs: number;
  /** Pending jobs, in all and of one tenant. */
  maxPending: number;
  maxPendingPerTenant: number;
}

interface PendingJob {
  job: unknown;
  begin(): void;
  settle(answer: unknown, error: Error | null): void;
}

/** Messages of a worker: one when it is ready, then one per job, in order. */
type WorkerMessage = { ready: true } | { answer: unknown } | { failed: string };

/**
 * Runs tenants' untrusted work in one worker thread. The sandbox terminates a worker that exceeds its time or memory and
 * starts another for the next job. Jobs run one after the other, and tenants with pending jobs take turns.
 */
export class Sandbox {
  readonly #start: () => Worker;
  readonly #limits: SandboxLimits;
  readonly #queues = new Map<number, Set<PendingJob>>();
  #count = 0;
  #worker: Worker | null = null;
  #ready = false;
  #running: PendingJob | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(start: () => Worker, limits: SandboxLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * @throws Stopped for a job that exceeds its time or memory
   * @throws AppError TOO_MANY_REQUESTS for a tenant with too many pending jobs, UNAVAILABLE for too many in all
   */
  run(tenantId: number, job: unknown): Promise<unknown> {
    const own = this.#queues.get(tenantId) ?? new Set();
    if (own.size >= this.#limits.maxPendingPerTenant)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 2 });
    if (this.#count >= this.#limits.maxPending) throw new AppError('UNAVAILABLE');
    return new Promise((resolve, reject) => {
      const pending: PendingJob = {
        job,
        begin: () => clearTimeout(timeout),
        settle: (answer, error) => {
          clearTimeout(timeout);
          if (error) reject(error);
          else resolve(answer);
        },
      };
      const timeout = setTimeout(() => {
        this.#dequeue(tenantId, pending);
        pending.settle(null, new AppError('UNAVAILABLE', { cause: new Error('no turn in time') }));
      }, this.#limits.waitMs);
      own.add(pending);
      this.#queues.set(tenantId, own);
      this.#count += 1;
      this.#next();
    });
  }

  /** Terminates the worker and rejects the pending jobs. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#terminate(new Stopped('failed'));
    await worker?.terminate();
  }

  #dequeue(tenantId: number, pending: PendingJob): void {
    const own = this.#queues.get(tenantId);
    if (!own?.delete(pending)) return;
    this.#count -= 1;
    if (own.size === 0) this.#queues.delete(tenantId);
  }

  #next(): void {
    if (this.#running !== null) return;
    const [first] = this.#queues;
    if (!first) {
      // An idle worker does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    if (this.#worker === null) this.#open();
    if (!this.#ready) return;
    const [tenantId, own] = first;
    const [pending] = own as unknown as [PendingJob];
    this.#dequeue(tenantId, pending);
    if (own.size > 0) {
      // Other tenants come first next time.
      this.#queues.delete(tenantId);
      this.#queues.set(tenantId, own);
    }
    pending.begin();
    this.#running = pending;
    this.#worker?.ref();
    this.#timer = setTimeout(() => this.#terminate(new Stopped('time')), this.#limits.timeMs);
    this.#worker?.postMessage(pending.job);
  }

  #open(): void {
    const worker = this.#start();
    this.#worker = worker;
    const ifCurrent = (work: () => void) => () => {
      if (this.#worker === worker) work();
    };
    worker.on('message', (message: WorkerMessage) => ifCurrent(() => this.#receive(message))());
    worker.on('error', (error: NodeJS.ErrnoException) =>
      ifCurrent(() =>
        this.#terminate(new Stopped(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error)),
      )(),
    );
    worker.on(
      'exit',
      ifCurrent(() => this.#terminate(new Stopped('failed'))),
    );
  }

  #receive(message: WorkerMessage): void {
    if ('ready' in message) this.#ready = true;
    else if ('failed' in message) this.#settle(null, new Stopped('failed', new Error(message.failed)));
    else this.#settle(message.answer, null);
    this.#next();
  }

  #settle(answer: unknown, error: Error | null): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const pending = this.#running;
    this.#running = null;
    pending?.settle(answer, error);
  }

  /** Terminates the worker and rejects its job. If it never became ready, all pending jobs are rejected with it. */
  #terminate(error: Stopped): void {
    const worker = this.#worker;
    const started = this.#ready;
    this.#worker = null;
    this.#ready = false;
    void worker?.terminate();
    this.#settle(null, error);
    if (!started) {
      for (const [tenantId, own] of this.#queues) {
        for (const pending of own) {
          this.#dequeue(tenantId, pending);
          pending.settle(null, error);
        }
      }
    }
    this.#next();
  }
}

import { AppError } from '../../../kernel/errors.ts';
import type { GuardedThread } from '../../../threads/guarded-thread.ts';

/** Pending jobs, in all and of one tenant. */
export interface SandboxLimits {
  maxPending: number;
  maxPendingPerTenant: number;
}

interface PendingJob {
  job: unknown;
  settle(answer: Promise<unknown>): void;
}

/**
 * Runs tenants' untrusted work in one guarded thread, and in another one after that was ended. Jobs run one after the other,
 * and tenants with pending jobs take turns. How long a job waits depends on the machine; how many wait has a limit.
 */
export class Sandbox {
  readonly #start: () => GuardedThread;
  readonly #limits: SandboxLimits;
  readonly #queues = new Map<number, Set<PendingJob>>();
  #count = 0;
  #thread: GuardedThread | null = null;
  #isRunning = false;
  #lastTenant = 0;

  constructor(start: () => GuardedThread, limits: SandboxLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * @throws Stopped for a job whose thread was ended
   * @throws AppError TOO_MANY_REQUESTS for a tenant with too many pending jobs, UNAVAILABLE for too many in all
   */
  run(tenantId: number, job: unknown): Promise<unknown> {
    const own = this.#queues.get(tenantId) ?? new Set();
    if (own.size >= this.#limits.maxPendingPerTenant)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 2 });
    if (this.#count >= this.#limits.maxPending) throw new AppError('UNAVAILABLE');
    return new Promise((resolve) => {
      own.add({ job, settle: resolve });
      this.#queues.set(tenantId, own);
      this.#count += 1;
      void this.#next();
    });
  }

  /** Ends the thread and with it the job that runs. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }

  async #next(): Promise<void> {
    // Other tenants come before the one whose job ran last.
    const queues = [...this.#queues];
    const turn = queues.find(([tenantId]) => tenantId !== this.#lastTenant) ?? queues[0];
    if (this.#isRunning || !turn) return;
    const [tenantId, own] = turn;
    const [pending] = own as unknown as [PendingJob];
    own.delete(pending);
    this.#count -= 1;
    this.#lastTenant = tenantId;
    this.#queues.delete(tenantId);
    if (own.size > 0) this.#queues.set(tenantId, own);
    this.#isRunning = true;
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const answer = thread.ask(pending.job);
    await answer.catch(() => undefined);
    if (!thread.isFree && this.#thread === thread) this.#thread = null;
    this.#isRunning = false;
    pending.settle(answer);
    void this.#next();
  }
}

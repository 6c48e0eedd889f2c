import type { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';

/** Work that a thread was ended over; what had asked for it is at fault, nobody else notices. */
export class Stopped extends Error {
  readonly reason: 'time' | 'memory' | 'failed';

  constructor(reason: Stopped['reason'], cause?: unknown) {
    super(`the thread of definitions was ended: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface SandboxLimits {
  /** Of one job, once it runs. */
  timeMs: number;
  /** Of one job, until it runs. */
  waitMs: number;
  /** Jobs that wait, in all and of one tenant. */
  waiting: number;
  waitingOfOne: number;
}

interface Ticket {
  job: unknown;
  begin(): void;
  settle(answer: unknown, error: Error | null): void;
}

/** What a thread says: once that it is there, then an answer for each job, in order. */
type Said = { ready: true } | { answer: unknown } | { failed: string };

/**
 * One thread for what tenants wrote: it may be ended at any moment, by its time or its memory, and the next job gets a
 * new one. Jobs are done one after the other; where tenants wait, by turns.
 */
export class Sandbox {
  readonly #start: () => Worker;
  readonly #limits: SandboxLimits;
  readonly #waiting = new Map<number, Set<Ticket>>();
  #count = 0;
  #worker: Worker | null = null;
  #ready = false;
  #running: Ticket | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(start: () => Worker, limits: SandboxLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * @throws Stopped for a job that took too long or too much
   * @throws AppError TOO_MANY_REQUESTS for a tenant whose share is taken, UNAVAILABLE when all is
   */
  run(tenantId: number, job: unknown): Promise<unknown> {
    const own = this.#waiting.get(tenantId) ?? new Set();
    if (own.size >= this.#limits.waitingOfOne) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 2 });
    if (this.#count >= this.#limits.waiting) throw new AppError('UNAVAILABLE');
    return new Promise((resolve, reject) => {
      const ticket: Ticket = {
        job,
        begin: () => clearTimeout(late),
        settle: (answer, error) => {
          clearTimeout(late);
          if (error) reject(error);
          else resolve(answer);
        },
      };
      const late = setTimeout(() => {
        this.#leave(tenantId, ticket);
        ticket.settle(null, new AppError('UNAVAILABLE', { cause: new Error('no turn in time') }));
      }, this.#limits.waitMs);
      own.add(ticket);
      this.#waiting.set(tenantId, own);
      this.#count += 1;
      this.#next();
    });
  }

  /** Ends the thread; who waits is told. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end(new Stopped('failed'));
    await worker?.terminate();
  }

  #leave(tenantId: number, ticket: Ticket): void {
    const own = this.#waiting.get(tenantId);
    if (!own?.delete(ticket)) return;
    this.#count -= 1;
    if (own.size === 0) this.#waiting.delete(tenantId);
  }

  #next(): void {
    if (this.#running !== null) return;
    const [first] = this.#waiting;
    if (!first) {
      // A thread that has nothing to do holds no process up.
      this.#worker?.unref();
      return;
    }
    if (this.#worker === null) this.#open();
    if (!this.#ready) return;
    const [tenantId, own] = first;
    const [ticket] = own as unknown as [Ticket];
    this.#leave(tenantId, ticket);
    if (own.size > 0) {
      // To the end of the line.
      this.#waiting.delete(tenantId);
      this.#waiting.set(tenantId, own);
    }
    ticket.begin();
    this.#running = ticket;
    this.#worker?.ref();
    this.#timer = setTimeout(() => this.#end(new Stopped('time')), this.#limits.timeMs);
    this.#worker?.postMessage(ticket.job);
  }

  #open(): void {
    const worker = this.#start();
    this.#worker = worker;
    const ifCurrent = (work: () => void) => () => {
      if (this.#worker === worker) work();
    };
    worker.on('message', (said: Said) => ifCurrent(() => this.#hear(said))());
    worker.on('error', (error: NodeJS.ErrnoException) =>
      ifCurrent(() =>
        this.#end(new Stopped(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error)),
      )(),
    );
    worker.on(
      'exit',
      ifCurrent(() => this.#end(new Stopped('failed'))),
    );
  }

  #hear(said: Said): void {
    if ('ready' in said) this.#ready = true;
    else if ('failed' in said) this.#settle(null, new Stopped('failed', new Error(said.failed)));
    else this.#settle(said.answer, null);
    this.#next();
  }

  #settle(answer: unknown, error: Error | null): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const ticket = this.#running;
    this.#running = null;
    ticket?.settle(answer, error);
  }

  /** The thread goes with what it does; one that never became ready takes those along who waited for it. */
  #end(error: Stopped): void {
    const worker = this.#worker;
    const started = this.#ready;
    this.#worker = null;
    this.#ready = false;
    void worker?.terminate();
    this.#settle(null, error);
    if (!started) {
      for (const [tenantId, own] of this.#waiting) {
        for (const ticket of own) {
          this.#leave(tenantId, ticket);
          ticket.settle(null, error);
        }
      }
    }
    this.#next();
  }
}

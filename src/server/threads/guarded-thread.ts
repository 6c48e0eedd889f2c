import type { Worker } from 'node:worker_threads';
import { processorTime } from './processor-time.ts';

/** Rejects work whose thread was ended. Other threads are not affected. */
export class Stopped extends Error {
  readonly reason: 'still' | 'memory' | 'failed';

  constructor(reason: Stopped['reason'], cause?: unknown) {
    super(`the thread was ended: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * When a thread counts as one that never ends: when it has used this much of a processor since it last counted progress. The
 * clock only asks for the next look: a thread that gets no processor, on a machine that is busy or was stopped, is late and
 * never ended.
 */
export interface Watching {
  processorMs: number;
  everyMs: number;
}

/** Looks at a thread's counter of progress. */
export class ProgressWatch {
  readonly #counter: Int32Array;
  readonly #watching: Watching;
  readonly #used: () => number;
  readonly #onStill: () => void;
  #timer: NodeJS.Timeout | null = null;
  #last = 0;
  /** Processor time of the thread when it was last seen to go on; null before the first look, which most work never sees. */
  #since: number | null = null;

  /** @param used processor time of the thread so far, in milliseconds */
  constructor(counter: Int32Array, watching: Watching, used: () => number, onStill: () => void) {
    this.#counter = counter;
    this.#watching = watching;
    this.#used = used;
    this.#onStill = onStill;
  }

  /** Begins to look, while the thread has work. */
  begin(): void {
    this.end();
    this.#last = Atomics.load(this.#counter, 0);
    this.#since = null;
    this.#schedule();
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#look(), this.#watching.everyMs);
    this.#timer.unref();
  }

  #look(): void {
    const count = Atomics.load(this.#counter, 0);
    const used = this.#used();
    if (count !== this.#last || this.#since === null) {
      this.#last = count;
      this.#since = used;
    }
    if (used - this.#since < this.#watching.processorMs) return this.#schedule();
    this.#timer = null;
    this.#onStill();
  }
}

/**
 * Messages of a thread: one when it is ready, then one for each that it gets, and what it wants, which it may want ahead of the
 * work that needs it.
 */
export type ThreadMessage =
  | { ready: true; task?: string | null }
  | { answer: unknown }
  | { failed: string }
  | { wants: unknown; id: number };

/** Answers what a thread wants while it works. */
export type Serve = (wanted: never) => Promise<unknown>;

/** Those that have not ended. */
const living = new Set<GuardedThread>();

/** Ends all threads, whose work is rejected. @returns how many of them were working */
export function endThreads(): number {
  let working = 0;
  for (const thread of living) {
    if (thread.isWorking) working += 1;
    void thread.end();
  }
  return working;
}

/**
 * A thread for work on what tenants send. It has memory of its own, beyond which it ends, and is ended when it makes no
 * progress; both reject the work, and the process goes on. It does one piece of work at a time.
 */
export class GuardedThread {
  readonly #worker: Worker;
  readonly #watch: ProgressWatch;
  #isReady = false;
  #task: string | null = null;
  #stopped: Stopped | null = null;
  #work: { settle(answer: unknown, error: Error | null): void; serve: Serve | undefined } | null = null;
  /** Wants of the thread when it had no work: the next work answers it. */
  #held: { wants: unknown; id: number }[] = [];
  /** Wants that are being answered. */
  #serving = 0;

  /**
   * @param start starts it with the memory in which it counts its progress (`thread-work.ts`)
   * @param used processor time of one of the system's threads, in milliseconds
   */
  constructor(
    start: (progress: SharedArrayBuffer) => Worker,
    watching: Watching,
    used: (task: string | null) => number = processorTime,
  ) {
    const progress = new SharedArrayBuffer(4);
    this.#watch = new ProgressWatch(
      new Int32Array(progress),
      watching,
      () => used(this.#task),
      () => this.#stop(new Stopped('still')),
    );
    this.#worker = start(progress);
    living.add(this);
    this.#worker.on('message', (message: ThreadMessage) => this.#receive(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#stop(new Stopped(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error)),
    );
    this.#worker.on('exit', () => this.#stop(new Stopped('failed')));
    this.#worker.unref();
  }

  get isWorking(): boolean {
    return this.#work !== null;
  }

  /**
   * Sends work and waits for the answer.
   * @param serve answers what the thread wants for it; meanwhile nobody looks for progress
   * @throws Stopped
   */
  ask(work: unknown, serve?: Serve): Promise<unknown> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    if (this.#work) throw new Error('a thread does one piece of work at a time');
    return new Promise((resolve, reject) => {
      this.#work = {
        serve,
        settle: (answer, error) => (error ? reject(error) : resolve(answer)),
      };
      // A thread without work does not keep the process alive.
      this.#worker.ref();
      this.#watchWork();
      this.#worker.postMessage(work, []);
      for (const wanted of this.#held.splice(0)) void this.#serve(wanted);
    });
  }

  /** Whether it can take other work: it has none, and wants nothing for one that is over. */
  get isFree(): boolean {
    return !this.#stopped && !this.#work && this.#serving === 0 && this.#held.length === 0;
  }

  /** Ends the thread and rejects its work. */
  async end(): Promise<void> {
    this.#stop(new Stopped('failed'));
    await this.#worker.terminate();
  }

  #receive(message: ThreadMessage): void {
    if ('ready' in message) {
      this.#isReady = true;
      this.#task = message.task ?? null;
      this.#watchWork();
    } else if ('wants' in message) {
      if (this.#work) void this.#serve(message);
      else this.#held.push(message);
    } else if ('failed' in message) this.#settle(null, new Stopped('failed', new Error(message.failed)));
    else this.#settle(message.answer, null);
  }

  /** Looks for progress while the thread has work and all that it wants. The time of its start is not the work's. */
  #watchWork(): void {
    if (this.#work && this.#isReady && this.#serving === 0) this.#watch.begin();
    else this.#watch.end();
  }

  async #serve({ wants, id }: { wants: unknown; id: number }): Promise<void> {
    this.#serving += 1;
    this.#watchWork();
    try {
      const given = await this.#work?.serve?.(wants as never);
      this.#serving -= 1;
      // Given also when that work is over: what wants it reads ahead for the next.
      if (!this.#stopped) this.#worker.postMessage({ given, id }, []);
      this.#watchWork();
    } catch (error) {
      // The thread's want cannot be met, so its work is over, and so is the thread that waits for it.
      this.#stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #settle(answer: unknown, error: Error | null): void {
    const work = this.#work;
    this.#work = null;
    this.#watchWork();
    this.#worker.unref();
    work?.settle(answer, error);
  }

  #stop(error: Error): void {
    if (this.#stopped) return;
    living.delete(this);
    this.#stopped = error instanceof Stopped ? error : new Stopped('failed', error);
    void this.#worker.terminate();
    this.#settle(null, error);
  }
}

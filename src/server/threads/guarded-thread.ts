import type { Worker } from 'node:worker_threads';

/** Rejects work whose thread was ended. Other threads are not affected. */
export class Stopped extends Error {
  readonly reason: 'still' | 'memory' | 'failed';

  constructor(reason: Stopped['reason'], cause?: unknown) {
    super(`the thread was ended: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * When a thread counts as one that never ends: after this many looks in a row between which it has counted no progress. The
 * clock only asks for the next look. A process that was stopped looks once when it goes on, whatever the clock says, and a
 * busy machine makes the looks late as well as the work.
 */
export interface Watching {
  looks: number;
  everyMs: number;
}

/** Counts looks at a thread's counter of progress. */
export class ProgressWatch {
  readonly #counter: Int32Array;
  readonly #looks: number;
  readonly #everyMs: number;
  readonly #onStill: () => void;
  #timer: NodeJS.Timeout | null = null;
  #last = 0;
  #still = 0;

  constructor(counter: Int32Array, { looks, everyMs }: Watching, onStill: () => void) {
    this.#counter = counter;
    this.#looks = looks;
    this.#everyMs = everyMs;
    this.#onStill = onStill;
  }

  /** Begins to look, while the thread has work. */
  begin(): void {
    this.end();
    this.#last = Atomics.load(this.#counter, 0);
    this.#still = 0;
    this.#schedule();
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(): void {
    // Each look asks for the next one: those that a stopped process has missed are not made up for.
    this.#timer = setTimeout(() => this.#look(), this.#everyMs);
    this.#timer.unref();
  }

  #look(): void {
    const count = Atomics.load(this.#counter, 0);
    this.#still = count === this.#last ? this.#still + 1 : 0;
    this.#last = count;
    if (this.#still < this.#looks) return this.#schedule();
    this.#timer = null;
    this.#onStill();
  }
}

/** Messages of a thread: one when it is ready, then one for each that it gets, beside what it wants meanwhile. */
export type ThreadMessage = { ready: true } | { answer: unknown } | { failed: string } | { wants: unknown };

/** Answers what a thread wants while it works. */
export type Serve = (wanted: never) => Promise<unknown>;

/**
 * A thread for work on what tenants send. It has memory of its own, beyond which it ends, and is ended when it makes no
 * progress; both reject the work, and the process goes on. It does one piece of work at a time.
 */
export class GuardedThread {
  readonly #worker: Worker;
  readonly #watch: ProgressWatch;
  #isReady = false;
  #stopped: Stopped | null = null;
  #work: { settle(answer: unknown, error: Error | null): void; serve: Serve | undefined } | null = null;

  /** @param start starts it with the memory in which it counts its progress (`thread-work.ts`) */
  constructor(start: (progress: SharedArrayBuffer) => Worker, watching: Watching) {
    const progress = new SharedArrayBuffer(4);
    this.#watch = new ProgressWatch(new Int32Array(progress), watching, () =>
      this.#stop(new Stopped('still')),
    );
    this.#worker = start(progress);
    this.#worker.on('message', (message: ThreadMessage) => this.#receive(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#stop(new Stopped(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error)),
    );
    this.#worker.on('exit', () => this.#stop(new Stopped('failed')));
    this.#worker.unref();
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
      if (this.#isReady) this.#watch.begin();
      this.#worker.postMessage(work, []);
    });
  }

  /** Ends the thread and rejects its work. */
  async end(): Promise<void> {
    this.#stop(new Stopped('failed'));
    await this.#worker.terminate();
  }

  #receive(message: ThreadMessage): void {
    if ('ready' in message) {
      this.#isReady = true;
      // What it took to start is not the work's.
      if (this.#work) this.#watch.begin();
    } else if ('wants' in message) void this.#serve(message.wants);
    else if ('failed' in message) this.#settle(null, new Stopped('failed', new Error(message.failed)));
    else this.#settle(message.answer, null);
  }

  async #serve(wanted: unknown): Promise<void> {
    this.#watch.end();
    const work = this.#work;
    try {
      const given = await work?.serve?.(wanted as never);
      if (this.#work !== work) return;
      this.#watch.begin();
      this.#worker.postMessage({ given }, []);
    } catch (error) {
      // What it wanted cannot be had, so its work is over, and so is the thread that waits for it.
      this.#stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #settle(answer: unknown, error: Error | null): void {
    this.#watch.end();
    this.#worker.unref();
    const work = this.#work;
    this.#work = null;
    work?.settle(answer, error);
  }

  #stop(error: Error): void {
    if (this.#stopped) return;
    this.#stopped = error instanceof Stopped ? error : new Stopped('failed', error);
    void this.#worker.terminate();
    this.#settle(null, error);
  }
}

import type { Worker } from 'node:worker_threads';
import { startThread } from '../start-thread.ts';
import type { DatabaseMemory, FromWorker, ToWorker, WorkerSettings } from './pglite-messages.ts';

/** The thread ended, or was ended, while something was asked of it. */
export class ThreadEnded extends Error {}

/** One running embedded database: a worker thread, which is asked one thing after the other. */
export class PgliteThread {
  readonly #worker: Worker;
  #waiting: { resolve(message: FromWorker): void; reject(error: Error): void } | null = null;
  #ended: Error | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      if (message.kind === 'failed') waiting?.reject(new Error(message.reason));
      else waiting?.resolve(message);
    });
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end(new ThreadEnded('the embedded database has ended')));
  }

  /** @throws Error with the database's own words when the folder cannot be opened. */
  static async open(settings: WorkerSettings): Promise<PgliteThread> {
    const thread = new PgliteThread(startThread('pglite-worker', import.meta.url, { workerData: settings }));
    await thread.#next();
    return thread;
  }

  async protocol(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const answer = await this.#ask({ kind: 'protocol', bytes }, [bytes.buffer]);
    return answer.kind === 'protocol' ? answer.bytes : new Uint8Array();
  }

  /** A gzipped tar of the whole cluster. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#ask({ kind: 'dump' });
    if (answer.kind !== 'dump') throw new Error('no dump came back');
    return answer.bytes;
  }

  async memory(): Promise<DatabaseMemory> {
    const answer = await this.#ask({ kind: 'memory' });
    if (answer.kind !== 'memory') throw new Error('the thread did not report its memory');
    return answer.memory;
  }

  /** Ends the database in order; everything committed is on disk afterwards. */
  async close(): Promise<void> {
    await this.#ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  /** Ends the thread in the middle of whatever it does, as a kill would. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Waits its turn: a dump, say, stands behind a COMMIT that nobody waits for. */
  #ask(message: ToWorker, transfer: ArrayBuffer[] = []): Promise<FromWorker> {
    const answer = this.#last.then(() => {
      const next = this.#next();
      if (!this.#ended) this.#worker.postMessage(message, transfer);
      return next;
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  #next(): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      if (this.#ended) reject(this.#ended);
      else this.#waiting = { resolve, reject };
    });
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

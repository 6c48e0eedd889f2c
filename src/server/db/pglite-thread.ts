import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread.ts';
import { processorTime } from '../threads/processor-time.ts';
import { DatabaseUnavailable, StorageFull } from './database-errors.ts';
import type { DatabaseMemory, WorkerReply, WorkerRequest, WorkerSettings } from './pglite-worker.ts';

/** The thread ended, or was ended, before it answered a request. */
class ThreadEnded extends DatabaseUnavailable {}

/** A worker thread with a running embedded database. It handles one request at a time. */
export class PgliteThread {
  /** Resolves when the database accepts statements. Rejects with the database's message if the folder cannot be opened. */
  readonly opened: Promise<void>;
  /** Resolves with the reason when the thread answers no more requests. */
  readonly failed: Promise<Error>;
  readonly #worker: Worker;
  #pending: { resolve(reply: WorkerReply): void; reject(error: Error): void } | null = null;
  #reportFailure: (reason: Error) => void = () => undefined;
  #failure: Error | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #task: string | null = null;

  constructor(settings: WorkerSettings) {
    this.#worker = startThread('pglite-worker', { workerData: settings });
    this.#worker.on('message', (reply: WorkerReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () =>
      this.#fail(new ThreadEnded('the thread of the embedded database has ended')),
    );
    this.failed = new Promise((resolve) => (this.#reportFailure = resolve));
    this.opened = this.#nextReply().then((reply) => {
      if (reply.kind === 'ready') this.#task = reply.task;
    });
    this.opened.catch(() => undefined);
  }

  async protocol(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const reply = await this.#request({ kind: 'protocol', bytes }, [bytes.buffer]);
    return reply.kind === 'protocol' ? reply.bytes : new Uint8Array();
  }

  /** Processor time that the thread has used, in milliseconds. */
  used(): number {
    return processorTime(this.#task);
  }

  /** Returns a gzipped tar of the whole cluster; only for databases in memory, because the statements behind it wait. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const reply = await this.#request({ kind: 'dump' });
    if (reply.kind !== 'dump') throw new Error('the thread did not return a dump');
    return reply.bytes;
  }

  async memory(): Promise<DatabaseMemory> {
    const reply = await this.#request({ kind: 'memory' });
    if (reply.kind !== 'memory') throw new Error('the thread did not report its memory');
    return reply.memory;
  }

  /** Shuts the database down; everything committed is in its files afterwards. */
  async close(): Promise<void> {
    await this.#request({ kind: 'close' });
    await this.#worker.terminate();
  }

  /**
   * Ends the thread at once, also amid a statement. For the database this is like a `kill -9`. Its files are closed when
   * the promise resolves.
   * @param reason the error of the pending request and of all later ones.
   */
  async kill(reason?: Error): Promise<void> {
    if (reason) this.#fail(reason);
    await this.#worker.terminate();
  }

  #receive(reply: WorkerReply): void {
    if (reply.kind === 'panic') return this.#fail(panicError(reply.reason));
    const pending = this.#pending;
    this.#pending = null;
    if (reply.kind === 'failed') pending?.reject(new Error(reply.reason));
    else pending?.resolve(reply);
  }

  /** Sends a request when the one before it is answered. */
  #request(request: WorkerRequest, transfer: ArrayBuffer[] = []): Promise<WorkerReply> {
    const reply = this.#last.then(() => {
      const next = this.#nextReply();
      if (!this.#failure) this.#worker.postMessage(request, transfer);
      return next;
    });
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  #nextReply(): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      else this.#pending = { resolve, reject };
    });
  }

  /** Rejects the pending request and all later ones. Only the first reason counts. */
  #fail(reason: Error): void {
    this.#failure ??= reason;
    // First, so that whoever tries the rejected request again finds the next thread.
    this.#reportFailure(this.#failure);
    this.#pending?.reject(this.#failure);
    this.#pending = null;
  }
}

function panicError(reason: string): Error {
  return /no space left|quota exceeded/i.test(reason) ? new StorageFull(reason) : new ThreadEnded(reason);
}

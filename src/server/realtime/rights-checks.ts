import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** Checks at a time: a change of a large group reaches thousands of connections, beside which requests go on. */
const PARALLEL = 3;
const RETRY_MS = 500;

/**
 * Checks of connections whose rights may have changed, in the order in which they were asked for. A connection has one check
 * at a time, and another one after it when its rights may have changed meanwhile.
 */
export class RightsChecks {
  readonly #check: (connection: Connection) => Promise<void>;
  readonly #waiting = new Set<Connection>();
  readonly #checking = new Set<Connection>();
  #running = 0;
  #isStopped = false;

  constructor(check: (connection: Connection) => Promise<void>) {
    this.#check = check;
  }

  add(connection: Connection): void {
    this.#waiting.add(connection);
    if (this.#running >= PARALLEL || this.#isStopped) return;
    this.#running += 1;
    void this.#run();
  }

  forget(connection: Connection): void {
    this.#waiting.delete(connection);
  }

  stop(): void {
    this.#isStopped = true;
    this.#waiting.clear();
  }

  async #run(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next);
      this.#checking.add(next);
      try {
        await this.#check(next);
      } catch {
        // The connection stays held until the database answers.
        await delay(RETRY_MS);
        if (next.isOpen && !this.#isStopped) this.#waiting.add(next);
      } finally {
        this.#checking.delete(next);
      }
    }
    // In the same turn as the last look: who is added after it begins the next run.
    this.#running -= 1;
  }

  #next(): Connection | undefined {
    for (const connection of this.#waiting) if (!this.#checking.has(connection)) return connection;
    return undefined;
  }
}

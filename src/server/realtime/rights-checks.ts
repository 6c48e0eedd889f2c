import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** Checks at a time: a change of a large group reaches thousands of connections, beside which requests go on. */
const PARALLEL = 3;
const RETRY_MS = 500;

/** Checks of connections whose rights may have changed, in the order in which they were asked for. */
export class RightsChecks {
  readonly #check: (connection: Connection) => Promise<void>;
  readonly #waiting = new Set<Connection>();
  #running = 0;
  #isStopped = false;

  constructor(check: (connection: Connection) => Promise<void>) {
    this.#check = check;
  }

  add(connection: Connection): void {
    this.#waiting.add(connection);
    if (this.#running >= PARALLEL || this.#isStopped) return;
    this.#running += 1;
    void this.#run().finally(() => (this.#running -= 1));
  }

  forget(connection: Connection): void {
    this.#waiting.delete(connection);
  }

  stop(): void {
    this.#isStopped = true;
    this.#waiting.clear();
  }

  async #run(): Promise<void> {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      this.#waiting.delete(next);
      try {
        await this.#check(next);
      } catch {
        // The connection stays held until the database answers.
        await delay(RETRY_MS);
        if (next.isOpen && !this.#isStopped) this.#waiting.add(next);
      }
    }
  }
}

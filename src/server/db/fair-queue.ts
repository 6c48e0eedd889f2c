import { DatabaseUnavailable } from './database-errors.ts';

interface Waiter {
  start(): void;
}

/**
 * Limits the number of transactions that run at once. Waiting tenants are served round-robin: requests of one tenant
 * queue behind each other, so a burst does not delay other tenants.
 */
export class FairQueue {
  #free: number;
  readonly #timeoutMs: number;
  /** Waiters per tenant, first in first out; the first tenant of the map is served next. */
  readonly #waiting = new Map<number, Set<Waiter>>();

  /** @param timeoutMs longest time that a waiter waits for a slot. */
  constructor(slots: number, timeoutMs: number) {
    this.#free = slots;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Calls `start` as soon as a slot is free. The caller returns the slot with `release`.
   * @throws DatabaseUnavailable if no slot became free in time; then there is no slot to return.
   */
  acquire<T>(tenant: number, start: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
      return start();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start() {
          clearTimeout(timer);
          resolve(start());
        },
      };
      const timer = setTimeout(() => {
        this.#remove(tenant, waiter);
        reject(new DatabaseUnavailable('no database connection became free in time'));
      }, this.#timeoutMs);
      const queue = this.#waiting.get(tenant);
      if (queue) queue.add(waiter);
      else this.#waiting.set(tenant, new Set([waiter]));
    });
  }

  /** Returns a slot. The next waiter starts before this method returns. */
  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [tenant, waiters] = next;
    const [waiter] = waiters as unknown as [Waiter];
    this.#remove(tenant, waiter);
    if (waiters.size > 0) {
      // Re-inserting moves the tenant to the end of the round.
      this.#waiting.delete(tenant);
      this.#waiting.set(tenant, waiters);
    }
    waiter.start();
  }

  #remove(tenant: number, waiter: Waiter): void {
    const queue = this.#waiting.get(tenant);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#waiting.delete(tenant);
  }
}

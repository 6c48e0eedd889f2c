import { DatabaseUnavailable } from './database-errors.ts';

interface Waiter {
  start(): void;
  refuse(): void;
}

/** Most calls of one tenant that wait at once, so that a flood cannot take the memory. */
const MOST_WAITING = 1000;

/**
 * Limits the number of transactions that run at once. Waiting tenants are served round-robin: requests of one tenant
 * queue behind each other, so a burst does not delay other tenants. No waiter is refused for the time that it waits: a busy machine
 * answers late and not wrong, and statements have limits of their own, so slots become free.
 */
export class FairQueue {
  #free: number;
  readonly #mostWaiting: number;
  /** Waiters per tenant, first in first out; the first tenant of the map is served next. */
  readonly #waiting = new Map<number, Set<Waiter>>();

  /** @param mostWaiting number of calls of one tenant that may wait */
  constructor(slots: number, mostWaiting = MOST_WAITING) {
    this.#free = slots;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Calls `start` as soon as a slot is free. The caller returns the slot with `release`.
   * @throws DatabaseUnavailable if too many calls of the tenant wait, or `refuseAll` was called; then there is no slot to return.
   */
  acquire<T>(tenant: number, start: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
      return start();
    }
    const queue = this.#waiting.get(tenant) ?? new Set();
    if (queue.size >= this.#mostWaiting)
      return Promise.reject(
        new DatabaseUnavailable(`${this.#mostWaiting} calls of the tenant wait for a connection already`),
      );
    this.#waiting.set(tenant, queue);
    return new Promise((resolve, reject) => {
      queue.add({
        start: () => resolve(start()),
        refuse: () => reject(new DatabaseUnavailable('the database stopped answering')),
      });
    });
  }

  /** Refuses all that wait, because the database stopped answering. */
  refuseAll(): void {
    const waiters = [...this.#waiting.values()].flatMap((queue) => [...queue]);
    this.#waiting.clear();
    for (const waiter of waiters) waiter.refuse();
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
    waiters.delete(waiter);
    // Re-inserting moves the tenant to the end of the round.
    this.#waiting.delete(tenant);
    if (waiters.size > 0) this.#waiting.set(tenant, waiters);
    waiter.start();
  }
}

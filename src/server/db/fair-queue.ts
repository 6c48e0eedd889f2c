import { DatabaseUnavailable } from './failures.ts';

interface Waiter {
  go(): void;
}

/**
 * Hands out the places at the database, by turns where tenants wait: one that asks a thousand times at once waits behind
 * itself, and whoever else comes gets the next place but one.
 */
export class FairQueue {
  #free: number;
  readonly #waitMs: number;
  /** Who waits, first come first within a tenant; the tenant whose turn is next stands first. */
  readonly #waiting = new Map<number, Set<Waiter>>();

  /** @param waitMs how long anybody waits for a place. */
  constructor(places: number, waitMs: number) {
    this.#free = places;
    this.#waitMs = waitMs;
  }

  /**
   * Starts when there is a place, which must be given back with `leave`.
   * @throws DatabaseUnavailable when there was none in time; there is nothing to give back then.
   */
  enter<T>(tenant: number, start: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
      return start();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        go() {
          clearTimeout(timer);
          resolve(start());
        },
      };
      const timer = setTimeout(() => {
        this.#remove(tenant, waiter);
        reject(new DatabaseUnavailable('no place at the database in time'));
      }, this.#waitMs);
      const own = this.#waiting.get(tenant);
      if (own) own.add(waiter);
      else this.#waiting.set(tenant, new Set([waiter]));
    });
  }

  /** Gives a place back. Who has it next starts before this returns. */
  leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [tenant, waiters] = next;
    const [waiter] = waiters as unknown as [Waiter];
    this.#remove(tenant, waiter);
    if (waiters.size > 0) {
      // To the end of the line.
      this.#waiting.delete(tenant);
      this.#waiting.set(tenant, waiters);
    }
    waiter.go();
  }

  #remove(tenant: number, waiter: Waiter): void {
    const own = this.#waiting.get(tenant);
    own?.delete(waiter);
    if (own?.size === 0) this.#waiting.delete(tenant);
  }
}

/** Lets a few pieces of work run at once for each tenant; the rest wait in their order. */
export class Slots {
  readonly #most: number;
  readonly #tenants = new Map<number, { running: number; waiting: Set<() => void> }>();

  /** @param most pieces of work of one tenant that run at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param signal ends the wait for a slot; the work has to heed it by itself @throws the signal's reason */
  async run<T>(tenantId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#enter(tenantId, signal);
    try {
      return await work();
    } finally {
      this.#leave(tenantId);
    }
  }

  async #enter(tenantId: number, signal: AbortSignal): Promise<void> {
    const tenant = this.#tenants.get(tenantId) ?? { running: 0, waiting: new Set() };
    this.#tenants.set(tenantId, tenant);
    if (tenant.running < this.#most) {
      tenant.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        tenant.waiting.delete(begin);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      tenant.waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Passes the slot to whoever waits longest. */
  #leave(tenantId: number): void {
    const tenant = this.#tenants.get(tenantId)!;
    const [next] = tenant.waiting;
    if (next) {
      tenant.waiting.delete(next);
      next();
      return;
    }
    tenant.running -= 1;
    if (tenant.running === 0) this.#tenants.delete(tenantId);
  }
}

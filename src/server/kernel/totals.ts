const TTL_MS = 60_000;
const MAX_ENTRIES = 5000;

/** Matches that a list counts in the page's own statement. More than these are counted once for all callers. */
export const COUNT_CAP = 10_000;

/**
 * Caches totals above COUNT_CAP per tenant and filter for 60 s. Simultaneous callers share one count. Smaller totals are
 * not cached, since the page's own statement counts them.
 */
export class TotalCache {
  readonly #entries = new Map<string, { total: number; until: number }>();
  readonly #counting = new Map<string, Promise<number>>();

  /** Returns the cached total, or null. */
  get(key: string): number | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    if (entry.until > performance.now()) return entry.total;
    this.#entries.delete(key);
    return null;
  }

  /** Returns the cached total, or that of a running count, or else counts. A failed count is not cached. */
  async getOrCount(key: string, count: () => Promise<number>): Promise<number> {
    const known = this.get(key);
    if (known !== null) return known;
    const running = this.#counting.get(key);
    if (running) return running;
    const counting = count()
      .then((total) => {
        if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
        this.#entries.set(key, { total, until: performance.now() + TTL_MS });
        return total;
      })
      .finally(() => this.#counting.delete(key));
    this.#counting.set(key, counting);
    return counting;
  }
}

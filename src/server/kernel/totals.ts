const TTL_MS = 60_000;
const MAX_ENTRIES = 5000;

/** A list counts exactly in its own statement up to here; above, once for everybody who asks. */
export const COUNT_CAP = 10_000;

/**
 * Totals above COUNT_CAP, per tenant and filter: counted once however many ask at the same moment, and kept for 60 s.
 * Smaller ones are never kept, since the page's own statement counts them exactly.
 */
export class TotalCache {
  readonly #kept = new Map<string, { total: number; until: number }>();
  readonly #counting = new Map<string, Promise<number>>();

  /** The kept total, or null. */
  get(key: string): number | null {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    if (kept.until > performance.now()) return kept.total;
    this.#kept.delete(key);
    return null;
  }

  /** The total, counted by `count` unless it is kept or somebody is counting it; a failed count is not kept. */
  async getOrCount(key: string, count: () => Promise<number>): Promise<number> {
    const known = this.get(key);
    if (known !== null) return known;
    const running = this.#counting.get(key);
    if (running) return running;
    const counting = count()
      .then((total) => {
        if (this.#kept.size >= MAX_ENTRIES) this.#kept.clear();
        this.#kept.set(key, { total, until: performance.now() + TTL_MS });
        return total;
      })
      .finally(() => this.#counting.delete(key));
    this.#counting.set(key, counting);
    return counting;
  }
}
